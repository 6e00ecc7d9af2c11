//! What is kept in a store and read from it.

use std::time::{Duration, SystemTime};

use crate::game::Ending;
use crate::game::EngineThinking;

use crate::schedule::Game;

/// What a tournament is: written once, when it is made. The store does not look into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The settings of the tournament, as JSON.
    pub definition: String,
    /// The engines that play in it. Their order gives them their numbers, from 0.
    pub engines: Vec<EngineRow>,
    /// The name of the game.
    pub game: String,
    /// By what a worker knows that its rules of the game are the same.
    pub game_fingerprint: String,
}

/// An engine of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// How it is started, as a specification for a command line; none for a player that is no program.
    pub spec: Option<String>,
    /// By what a worker knows that its engine is the same.
    pub fingerprint: String,
}

/// What has become of a scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// It is to be played.
    Open,
    /// A worker has claimed it.
    Running,
    /// It has a result.
    Finished,
    /// It will not be played: the tournament was closed.
    Withdrawn,
}

impl State {
    /// The word for it in the tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Running => "running",
            State::Finished => "finished",
            State::Withdrawn => "withdrawn",
        }
    }

    /// The state with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<State> {
        [State::Open, State::Running, State::Finished, State::Withdrawn]
            .into_iter()
            .find(|state| state.word() == word)
    }
}

/// By what a claim is known: this claim of this game, and no other of the same game before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token {
    pub(super) number: usize,
    pub(super) worker: u64,
    pub(super) claim: u64,
}

impl Token {
    /// The number of the game.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }
}

/// A game that a worker has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedGame {
    /// The game.
    pub game: Game,
    /// Its opening, as it was given to [`Store::extend`](super::Store::extend).
    pub opening: String,
    /// The claim.
    pub token: Token,
}

/// What there is to do for a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Play this game.
    Game(ClaimedGame),
    /// Nothing now, but there are games whose worker may fail.
    Wait {
        /// How many games are running.
        running: usize,
        /// How long it is until the first of their leases ends; zero if something can be claimed at once.
        until: Duration,
    },
    /// Everything that is scheduled so far is finished.
    NothingOpen {
        /// How many games are scheduled.
        known: usize,
    },
    /// The tournament was closed.
    Closed {
        /// What was said as it was closed.
        verdict: String,
        /// How many games are still running, at other workers or other threads.
        running: usize,
    },
}

/// A game that is over, on its way into the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The claim under which it was played.
    pub token: Token,
    /// Its result.
    pub result: GameResult,
    /// Its record.
    pub record: String,
}

/// Whether a result was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// It is in the store.
    Yes,
    /// It is not: the lease had ended and another worker has claimed the game, or it was withdrawn.
    LeaseLost,
}

/// How a game ended, and what is counted of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How it ended.
    pub ending: Ending,
    /// The seat at fault, if the game ended by a fault.
    pub culprit: Option<usize>,
    /// The number of turns, those of the opening included.
    pub turns: usize,
    /// The engines' thinking.
    pub thinking: Vec<EngineThinking>,
}

/// A finished game as it is in the store, without its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRow {
    /// How many games were finished before it, and this one: from 1, without a gap.
    pub sequence: u64,
    /// The game.
    pub game: Game,
    /// The number of the worker that played it.
    pub worker: u64,
    /// When it was finished, by the clock of the store.
    pub at: SystemTime,
    /// How it ended.
    pub result: GameResult,
}

/// How many games are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// To be played.
    pub open: usize,
    /// Claimed; also those of dead workers until somebody claims them anew.
    pub running: usize,
    /// With a result.
    pub finished: usize,
    /// Never to be played, as the tournament was closed.
    pub withdrawn: usize,
}

impl Counts {
    /// All that are scheduled.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        self.open + self.running + self.finished + self.withdrawn
    }
}

/// A process that works or worked on a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerRow {
    /// Its number, from 1.
    pub number: u64,
    /// The name of its machine.
    pub host: String,
    /// Its process there.
    pub pid: u32,
    /// When it began, by the clock of the store.
    pub started: SystemTime,
    /// How long ago it last gave a sign of life.
    pub silent: Duration,
    /// Games it has claimed and not finished.
    pub running: usize,
    /// Games it has finished.
    pub finished: usize,
}
