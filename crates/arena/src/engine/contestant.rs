//! Those who play: one trait for players within this process and for engines in their own.

use std::fmt;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use thiserror::Error;

use crate::engine::limits::LimitsOverride;
use crate::engine::traffic::TrafficLog;
use crate::game::clock::Time;
use crate::stop::Stop;

/// A player at the board.
///
/// Dropping a contestant must stop whatever it started.
///
/// ```
/// use abstract_game::facade::AnyRules;
/// use abstract_game::sample::TakeTwo;
/// use arena::engine::contestant::{Answer, Contestant, Fault, Question};
///
/// /// Always plays the first turn of the list.
/// struct First;
///
/// impl Contestant for First {
///     fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
///         Ok(())
///     }
///     fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
///         match question.game.legal_turns(1).pop() {
///             Some(turn) => Ok(Answer::new(turn)),
///             None => Err(Fault::Protocol("asked for a turn in a finished game".into())),
///         }
///     }
/// }
/// ```
pub trait Contestant: Send {
    /// Gets ready for a new game. Chance, where there is any in the player, comes from `seed`.
    ///
    /// # Errors
    /// What went wrong; the contestant loses the game and is started anew for its next.
    fn new_game(&mut self, seed: u64) -> Result<(), Fault>;

    /// Answers with a turn.
    ///
    /// # Errors
    /// What went wrong; the contestant loses the game and is started anew for its next.
    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault>;

    /// Says good-bye, with time to close in order. Dropping it without this is allowed.
    fn quit(self: Box<Self>) {}
}

/// What a contestant is asked: the game so far, and what it may use for its answer.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The text of the first position.
    pub start: &'a str,
    /// The turns played since.
    pub turns: &'a [String],
    /// The same as a match, for players within this process.
    pub game: &'a dyn AnyMatch,
    /// At most so many nodes.
    pub nodes: Option<u64>,
    /// At most so deep.
    pub depth: Option<u32>,
    /// The time there is.
    pub time: Time,
    /// After so long without an answer the game is lost, and the contestant is to be told to stop.
    pub deadline: Duration,
    /// Without an answer so long after that, the contestant has stalled.
    pub grace: Duration,
    /// When [abandoned](Stop::abandoned), the answer no longer matters.
    pub stop: &'a Stop,
}

/// A contestant's turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The turn's text, which may be legal or not.
    pub turn: String,
    /// What the contestant said about it.
    pub info: Info,
    /// How long it took, where the contestant measures that itself.
    pub elapsed: Option<Duration>,
    /// Whether it came only after the [deadline](Question::deadline), when the contestant had been told to stop. That
    /// loses on time.
    pub stopped: bool,
}

impl Answer {
    /// A turn, and nothing said about it.
    #[must_use]
    pub fn new(turn: impl Into<String>) -> Answer {
        Answer { turn: turn.into(), info: Info::default(), elapsed: None, stopped: false }
    }
}

/// What a player says about its turn; all of it voluntary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The position's value for the player.
    pub score: Option<Score>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many nodes it looked at.
    pub nodes: Option<u64>,
    /// How many nodes a second.
    pub nps: Option<u64>,
    /// How long it says that it took; of what is charged to it, the rest is overhead.
    pub time: Option<Duration>,
}

/// The value of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of the game's unit.
    Centi(i32),
    /// The game is won in so many turns, or lost if negative.
    Mate(i32),
}

impl fmt::Display for Score {
    /// `+0.35`; `win in 5`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centi(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
            Score::Mate(turns) if turns > 0 => write!(f, "win in {turns}"),
            Score::Mate(turns) => write!(f, "loss in {}", turns.unsigned_abs()),
        }
    }
}

/// Why a contestant gave no turn, with the particulars. It costs the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started, or did not get as far as being ready for its first game.
    #[error("{0}")]
    Start(String),
    /// No answer in time, and none after it was told to stop.
    #[error("{0}")]
    Stall(String),
    /// The engine's process ended.
    #[error("{0}")]
    Crash(String),
    /// The engine closed its output and went on running.
    #[error("{0}")]
    Disconnect(String),
    /// It said what the protocol does not have at this place, refused what it has to accept, or said far too much.
    #[error("{0}")]
    Protocol(String),
}

/// What starts contestants: called once for every worker, and again after each fault.
pub trait Launcher: Send + Sync {
    /// Starts a contestant. When `stop` is abandoned, nobody waits for it any more: whatever it is asked then, its
    /// start included, may fail at once.
    ///
    /// # Errors
    /// Why it cannot be started.
    fn launch(&self, stop: &Stop) -> Result<Box<dyn Contestant>, Fault>;

    /// What tells this version of the player from others, see [`fingerprint`](crate::engine::fingerprint): a tournament is
    /// gone on with only by the same. Players who do not say are taken to be the same.
    ///
    /// # Errors
    /// What the player is made of is not here.
    fn fingerprint(&self) -> Result<String, Fault> {
        Ok(String::new())
    }

    /// Writes what passes between the arena and the player to a log from now on, where that is said by text.
    fn log(&mut self, _log: &TrafficLog) {}
}

impl<F> Launcher for F
where
    F: Fn() -> Result<Box<dyn Contestant>, Fault> + Send + Sync,
{
    fn launch(&self, _stop: &Stop) -> Result<Box<dyn Contestant>, Fault> {
        self()
    }
}

/// A name on the list of a tournament, and what starts the one who bears it.
pub struct Entrant {
    /// The name; unique within a tournament.
    pub name: String,
    /// What starts it.
    pub launcher: Box<dyn Launcher>,
    /// Limits of its own, over those of the tournament.
    pub limits: LimitsOverride,
    /// The [spec](crate::engine::spec) from which another process can make the same entrant; none for a player that
    /// a program brings along.
    pub spec: Option<String>,
}

impl Entrant {
    /// An entrant.
    ///
    /// ```
    /// use arena::engine::contestant::{Contestant, Entrant};
    /// use arena::engine::random::RandomPlayer;
    /// let launch = || Ok(Box::new(RandomPlayer::default()) as Box<dyn Contestant>);
    /// let entrant = Entrant::new("dice", launch);
    /// assert_eq!(entrant.name, "dice");
    /// ```
    pub fn new(name: impl Into<String>, launcher: impl Launcher + 'static) -> Entrant {
        let limits = LimitsOverride::default();
        Entrant { name: name.into(), launcher: Box::new(launcher), limits, spec: None }
    }

    /// The same with limits of its own.
    #[must_use]
    pub fn with_limits(self, limits: LimitsOverride) -> Entrant {
        Entrant { limits, ..self }
    }

    /// The same, made from that spec.
    #[must_use]
    pub fn with_spec(self, spec: impl Into<String>) -> Entrant {
        Entrant { spec: Some(spec.into()), ..self }
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entrant").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn scores_are_written_for_people() {
        let cases = [
            (Score::Centi(35), "+0.35"),
            (Score::Centi(-1205), "-12.05"),
            (Score::Centi(i32::MIN), "-21474836.48"),
            (Score::Mate(5), "win in 5"),
            (Score::Mate(-4), "loss in 4"),
        ];
        for (score, text) in cases {
            assert_eq!(score.to_string(), text);
        }
    }
}
