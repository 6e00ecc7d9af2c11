//! Errors of the texts of positions.

use alloc::string::String;

use abstract_game::End;
use grid_topology::{Cell, CellError};
use thiserror::Error;

use super::text::{Area, Found};
use crate::board::Name;
use crate::city::Possessive;
use crate::{City, PIECES};

/// Why a text is not a position: what was wrong, where, and what was expected.
///
/// ```
/// use abstract_game::Rules as _;
/// use nika_core::Nika;
/// let message = |text| Nika.read_position(text).unwrap_err().to_string();
/// assert_eq!(message("k4n/-/- A 2 0"), "expected the pieces of four cities with `/` between, found 3");
/// assert_eq!(message("s8n/-/-/- A 2 0"), "Athens' piece on s8: it may not stand in Sparta's victory area");
/// assert_eq!(message("k5nk4n/-/-/- A 2 0"), "Athens' piece on k4 comes after k5, but cells are in ascending order");
/// assert_eq!(message("k4n/-/-/- A 1 2"), "2 turns passed and an action done that was no pass do not go together");
/// assert_eq!(message("k13n/s8n/-/- A 2 0"), "pieces of both teams stand in their victory areas");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// It does not have four words.
    #[error("expected four words, `<pieces> <city> <actions left> <passed turns>`, found {found}")]
    Words {
        /// The number of words.
        found: usize,
    },
    /// The pieces are not those of four cities.
    #[error("expected the pieces of four cities with `/` between, found {found}")]
    Cities {
        /// The number of parts.
        found: usize,
    },
    /// A cell cannot be read.
    #[error("{} pieces: {error}", Possessive(*.city))]
    Cell {
        /// The piece's city.
        city: City,
        /// What is wrong with the cell.
        error: CellError,
    },
    /// A piece has no facing.
    #[error("{} piece on {}: expected its facing `n`, `e`, `s` or `w`, found {}", Possessive(*.city), Name(*.cell), Found(*.found))]
    Facing {
        /// The piece's city.
        city: City,
        /// Its cell.
        cell: Cell,
        /// The character in its place; `None` at the end of the text.
        found: Option<char>,
    },
    /// A city has too many pieces.
    #[error("{city} has more than {PIECES} pieces")]
    TooMany {
        /// The city.
        city: City,
    },
    /// The cells of a city are not in order.
    #[error("{} piece on {} comes after {}, but cells are in ascending order", Possessive(*.city), Name(*.cell), Name(*.before))]
    Order {
        /// The piece's city.
        city: City,
        /// The cell that is out of order.
        cell: Cell,
        /// The cell before it in the text.
        before: Cell,
    },
    /// A city has two pieces on a cell.
    #[error("{} piece on {} is named twice", Possessive(*.city), Name(*.cell))]
    Twice {
        /// The pieces' city.
        city: City,
        /// The cell.
        cell: Cell,
    },
    /// A piece is on a cell that is not open to its city.
    #[error("{} piece on {}: it may not stand in {}", Possessive(*.city), Name(*.cell), Area(*.cell))]
    Closed {
        /// The piece's city.
        city: City,
        /// The cell.
        cell: Cell,
    },
    /// Two cities have a piece on a cell.
    #[error("{} piece on {}: {} stands there already", Possessive(*.city), Name(*.cell), Possessive(*.other))]
    Occupied {
        /// The piece's city.
        city: City,
        /// The cell.
        cell: Cell,
        /// The city of the first piece there.
        other: City,
    },
    /// The city to act is not a city.
    #[error("expected the city to act, `A`, `S`, `M` or `T`, found `{found}`")]
    ToAct {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The number of actions left is not valid.
    #[error("expected the actions left, `2`, `1` or `1p`, found `{found}`")]
    Left {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The number of passed turns is not valid.
    #[error("expected the number of passed turns, `0` to `4`, found `{found}`")]
    Passed {
        /// What was read, or the beginning of it.
        found: String,
    },
    /// The passed turns are not 0 although an action that was not a pass was played.
    #[error("{passed} turns passed and an action done that was no pass do not go together")]
    PassedBeforeAction {
        /// The number of turns.
        passed: u8,
    },
    /// Both teams have won.
    #[error("pieces of both teams stand in their victory areas")]
    BothWon,
    /// The game is over, but the text has a turn in progress.
    #[error("{end}, so the text ends in `2 {expected}`, not in `{left} {passed}`")]
    Over {
        /// How the game ended.
        end: End,
        /// The number of passed turns for this end.
        expected: u8,
        /// The actions left.
        left: String,
        /// The passed turns.
        passed: String,
    },
}
