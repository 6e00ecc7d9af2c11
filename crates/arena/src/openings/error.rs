//! Errors in openings.

use abstract_game::End;
use abstract_game::facade::GameError;
use thiserror::Error;

use super::OpeningCounts;

/// What is wrong with one opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningFault {
    /// Its position cannot be read.
    #[error("`{text}` is not a position of the game: {error}")]
    Position {
        /// The beginning of the text.
        text: String,
        /// Why it cannot be read.
        error: GameError,
    },
    /// One of its turns is not legal.
    #[error("turn {number} `{turn}`: {error}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// The beginning of its text.
        turn: String,
        /// Why it is not legal.
        error: GameError,
    },
    /// A line is neither a position nor turns.
    #[error("neither turns nor a position: turn 1 `{turn}`: {error}; as a position: {position}")]
    Neither {
        /// The beginning of the first word.
        turn: String,
        /// Why this word is not a turn.
        error: GameError,
        /// Why the line is not a position.
        position: GameError,
    },
    /// The game is over at the end of the opening.
    #[error("the game is over: {0}")]
    Over(End),
    /// There is a word between `startpos` and `moves`.
    #[error("`{0}` after `startpos`: expected `moves` and turns, or nothing")]
    AfterStart(String),
}

/// Why there are no openings, or no further ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An opening of a file, of a list, or of those already made is wrong.
    #[error("{place}: {fault}")]
    Invalid {
        /// Which opening: `line 3` of a file, `opening 3` of a list.
        place: String,
        /// What is wrong with it.
        fault: OpeningFault,
    },
    /// The file or list is empty.
    #[error("there are no openings: expected one a line, such as turns, `startpos` or `fen F moves T ...`")]
    Empty,
    /// The limit of balance is out of range.
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
        /// The number of turns of an opening.
        turns: usize,
        /// How many openings failed which check.
        counts: OpeningCounts,
    },
    /// The checks of random openings failed to run.
    #[error("an opening cannot be checked: {0}")]
    Check(GameError),
}
