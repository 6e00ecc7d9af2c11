//! Errors of lines that are no commands.

use thiserror::Error;

/// Why a line is no command: what was wrong, where, and what was expected. Always one line of text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CommandError {
    /// The line has no word.
    #[error("the line is empty; expected a command")]
    Empty,
    /// The first word is no command.
    #[error("unknown command `{word}`; expected one of those that `help` lists")]
    Unknown {
        /// The word, cut if it is long.
        word: String,
    },
    /// The line ends too early.
    #[error("nothing follows `{after}`; expected {expected}")]
    Missing {
        /// The word, or words, after which the line ends.
        after: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A word that is not allowed in its place.
    #[error("`{found}` after `{after}` at word {at}; expected {expected}")]
    Unexpected {
        /// The word, cut if it is long.
        found: String,
        /// The word before it.
        after: String,
        /// Its place in the line; the command itself is word 1.
        at: usize,
        /// What was expected.
        expected: &'static str,
    },
}
