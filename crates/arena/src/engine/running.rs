//! Running engines: the trait, the request for a turn, and faults.

use std::io;
use std::time::Duration;

use abstract_game::facade::{AnyMatch, AnyRules};
use game_record::Cause;
use protocol::driver::BestMove;
use protocol::{Announcement, GoLimits, Start};
use thiserror::Error;

use crate::stop::Stop;

/// A running engine: a child process, a built-in player, or an engine inside the calling program.
///
/// Dropping it must end whatever it started.
///
/// ```
/// use std::time::Duration;
///
/// use arena::engine::{Engine, Fault, TurnRequest};
/// use protocol::driver::BestMove;
///
/// /// Always plays the first legal turn.
/// struct First;
///
/// impl Engine for First {
///     fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
///         Ok(())
///     }
///     fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
///         match request.game.legal_turns(1).pop() {
///             Some(turn) => Ok(BestMove::new(turn)),
///             None => Err(Fault::Protocol("no legal turn".into())),
///         }
///     }
/// }
/// ```
pub trait Engine: Send {
    /// Sets the rules of the next games, which may differ in their options from the game before. An engine in this process
    /// finds them in the request.
    ///
    /// # Errors
    /// As [`new_game`](Self::new_game).
    fn set_rules(&mut self, _rules: &dyn AnyRules) -> Result<(), Fault> {
        Ok(())
    }

    /// Prepares for a new game. An engine that uses random numbers derives them from `seed`.
    ///
    /// # Errors
    /// The engine failed: it loses the game and is restarted for its next game.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Chooses a turn. With the announcement [`Resign`](Announcement::Resign) the engine's side loses; with
    /// [`Draw`](Announcement::Draw) it offers a draw, or accepts that of the request. Claims are ignored.
    ///
    /// # Errors
    /// The engine failed: it loses the game and is restarted for its next game.
    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault>;

    /// Thinks about the position of the request, whose last turn the opponent has not played yet, until the next request
    /// or [`stop_pondering`](Self::stop_pondering). Called only with the turn that the engine itself expects,
    /// [`BestMove::ponder`], and if it [ponders](super::EngineLimits::ponder). Its time does not run.
    fn ponder(&mut self, _request: &TurnRequest<'_>) {}

    /// Ends what [`ponder`](Self::ponder) began: the game is over.
    fn stop_pondering(&mut self) {}

    /// The last lines that the engine wrote to its standard error in this game, for messages about its fault.
    fn last_errors(&self) -> Vec<String> {
        Vec::new()
    }

    /// Ends the engine and gives it time to exit in order. Dropping it without this is allowed.
    fn quit(self: Box<Self>) {}
}

/// A request for a turn: the game so far and the limits of the answer.
#[derive(Clone, Debug)]
pub struct TurnRequest<'a> {
    /// The start position; `startpos` for the first one of rules at their defaults.
    pub start: &'a Start,
    /// The turns played since.
    pub turns: &'a [String],
    /// The current match, for engines in this process.
    pub game: &'a dyn AnyMatch,
    /// The limits of the turn. With clocks, the engine's own side shows the engine's own clock, without its partners';
    /// the other side shows the sum of all its clocks and the increment of its first engine with a clock. If the other
    /// side has no clock, it shows the engine's own.
    pub limits: GoLimits,
    /// What the opponent announced with the turn just played: an offer of a draw, or nothing. It is not sent to
    /// processes that do not know announcements.
    pub announced: Option<Announcement>,
    /// After this time without an answer the game is lost and the engine gets `stop`.
    pub deadline: Duration,
    /// After this time without an answer to `stop` the engine has stalled.
    pub grace: Duration,
    /// When [abandoned](Stop::abandoned), the answer is no longer needed.
    pub stop: &'a Stop,
}

/// Why an engine gave no turn, with details. It costs the engine the game, unless the game could not begin because an
/// engine did not start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub enum Fault {
    /// The engine could not be started, or was never ready for its first game.
    Start(String),
    /// This machine could not start the engine: it has no descriptors, processes, threads or memory left.
    #[error("this machine has not enough resources: {0}")]
    Machine(String),
    /// No answer before the deadline, and none to `stop`.
    Stall(String),
    /// The process exited.
    Crash(String),
    /// The process closed its output and kept running.
    Disconnect(String),
    /// The engine broke the protocol: an unexpected line, a refused command, or too much output.
    Protocol(String),
}

/// A message about an engine, with the last lines that it wrote to its standard error.
pub(crate) fn with_errors(message: String, errors: &[String]) -> String {
    if errors.is_empty() {
        return message;
    }
    let errors = errors.iter().map(|line| format!("`{line}`")).collect::<Vec<_>>().join(", ");
    format!("{message}; its standard error ends with {errors}")
}

impl From<&Fault> for Cause {
    fn from(fault: &Fault) -> Cause {
        match fault {
            Fault::Start(_) | Fault::Machine(_) => Cause::Start,
            Fault::Stall(_) => Cause::Stall,
            Fault::Crash(_) => Cause::Crash,
            Fault::Disconnect(_) => Cause::Disconnect,
            Fault::Protocol(_) => Cause::Protocol,
        }
    }
}

impl Fault {
    /// The fault of an engine that could not be started because of `error`: that of the engine, or of the machine.
    pub(super) fn of_start(error: &io::Error, detail: String) -> Fault {
        use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
        // Too many open files, of the process or of the system, have no kind.
        let files = cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24));
        if files || matches!(error.kind(), OutOfMemory | QuotaExceeded | StorageFull | WouldBlock) {
            Fault::Machine(detail)
        } else {
            Fault::Start(detail)
        }
    }
}
