//! What can be wrong with openings.

use abstract_game::End;
use abstract_game::facade::GameError;
use games::AppraisalError;
use thiserror::Error;

use super::Counts;

/// What is wrong with one opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningFault {
    /// Its position cannot be read.
    #[error("`{text}` is not a position of the game: {error}")]
    Position {
        /// The beginning of the text.
        text: String,
        /// What is wrong with it.
        error: GameError,
    },
    /// One of its turns cannot be played.
    #[error("turn {number} `{turn}`: {error}")]
    Turn {
        /// Which one, from 1.
        number: usize,
        /// The beginning of its text.
        turn: String,
        /// What is wrong with it.
        error: GameError,
    },
    /// It is neither a position nor turns.
    #[error("neither turns nor a position: turn 1 `{turn}`: {error}; as a position: {position}")]
    Neither {
        /// The beginning of the first word.
        turn: String,
        /// Why that is no turn.
        error: GameError,
        /// Why the line is no position.
        position: GameError,
    },
    /// The game is over before the players take over.
    #[error("the game is over: {0}")]
    Over(End),
    /// There is something between `startpos` and the turns.
    #[error("`{0}` after `startpos`: expected `moves` and turns, or nothing")]
    AfterStart(String),
}

/// Why there are no openings, or no more.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// A line of a file is wrong.
    #[error("line {line}: {fault}")]
    Line {
        /// Which one, from 1.
        line: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// An opening of a list is wrong.
    #[error("opening {number}: {fault}")]
    Listed {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// An opening that is said to have been made earlier is wrong.
    #[error("opening {number} of those already made: {fault}")]
    Earlier {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// There is none in the file or list.
    #[error("there are no openings: expected one a line, such as turns, `startpos` or `fen F moves T ...`")]
    Empty,
    /// The limit of balance makes no sense.
    #[error("a balance of {0} %: expected 50 to 100, the most that either side may score")]
    Balance(u8),
    /// No random opening passes all checks.
    #[error(
        "found no opening of {turns} random turns for {game}: {counts}. {}",
        counts.advice()
    )]
    NoneFound {
        /// The game.
        game: &'static str,
        /// How many turns were wanted.
        turns: usize,
        /// What became of the openings that were tried.
        counts: Counts,
    },
    /// The check of random openings failed.
    #[error("an opening cannot be checked: {0}")]
    Check(#[from] AppraisalError),
}
