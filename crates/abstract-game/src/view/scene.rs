//! The data of views. With the feature `serde` they are JSON.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use grid_topology::{Cell, Topology};

/// The board and what is on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scene {
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The cells, in the order of their numbers.
    pub cells: Vec<CellView>,
    /// The pieces on the board.
    pub pieces: Vec<PieceView>,
    /// The pieces that wait beside the board, kinds without pieces left out.
    pub reserves: Vec<ReserveView>,
    /// Numbers of the state within a turn, such as the reinforcements that are left.
    pub facts: Vec<Fact>,
}

impl Scene {
    /// An empty board whose cells have this kind of ground and no region.
    #[must_use]
    pub fn of_board<const CELLS: usize, const WORDS: usize>(
        board: &Topology<CELLS, WORDS>,
        ground: impl Fn(Cell) -> &'static str,
    ) -> Scene {
        let cell = |cell| CellView {
            name: board.name(cell).to_string(),
            file: board.file(cell),
            rank: board.rank(cell),
            ground: ground(cell),
            region: None,
        };
        let cells = board.cells().into_iter().map(cell).collect();
        Scene { width: board.width(), height: board.height(), cells, ..Scene::default() }
    }
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CellView {
    /// Its name: `a1`.
    pub name: String,
    /// The file, from 0 at the left.
    pub file: u8,
    /// The rank, from 0 at the bottom.
    pub rank: u8,
    /// The kind of ground: `plain`, `stone`, `land`, `water`, `field`, `victory-0`, `rally-2`; the number is a seat.
    pub ground: &'static str,
    /// The number of the region that the cell belongs to, where a game has regions.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub region: Option<u8>,
}

/// Pieces of one kind on a cell. Several entries with the same cell are a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceView {
    /// The cell.
    pub cell: String,
    /// The seat that owns them.
    pub seat: usize,
    /// The kind: `hoplite`; of a scene read from a drawing the drawn sign.
    pub kind: Cow<'static, str>,
    /// How many.
    pub count: u8,
    /// The direction that the piece faces: `n`, `e`, `s`, `w`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub facing: Option<char>,
}

/// Pieces of one kind beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ReserveView {
    /// The seat that owns them.
    pub seat: usize,
    /// The kind.
    pub kind: &'static str,
    /// How many.
    pub count: u8,
}

/// A number of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fact {
    /// Its name: `reinforcements`, `actions`, `passed-turns`, `regions-1`, `regions-2`.
    pub name: &'static str,
    /// The number.
    pub value: u32,
}

/// A legal action as choices of a person: first the cells of `set`, in any order, then those of `path` one after
/// another, then those of `refine`. A page makes a choice of `refine` itself where all actions that are left agree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ActionView {
    /// The text of the action.
    pub text: String,
    /// The cells of the own pieces that act.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub set: Vec<String>,
    /// The choices to make.
    pub path: Vec<Choice>,
    /// The choices that are made only where they differ.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub refine: Vec<Choice>,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Choice {
    /// One of these cells.
    Cells(Vec<String>),
    /// A piece of this kind beside the board.
    Reserve(&'static str),
    /// A part of a stack, in the game's notation: `LW`. Empty means no piece.
    Pieces(String),
    /// A button: `swap`, `pass`, `end`, `detonate`, `face-n`.
    Button(Cow<'static, str>),
}

impl Choice {
    /// This cell.
    #[must_use]
    pub fn cell(name: String) -> Choice {
        Choice::Cells(Vec::from([name]))
    }
}

/// One event of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct EventView {
    /// The change on the board; `None` where nothing on it changes.
    #[cfg_attr(feature = "serde", serde(flatten, skip_serializing_if = "Option::is_none"))]
    pub change: Option<Change>,
    /// One sentence for people, in English.
    pub text: String,
}

/// A change on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "change", rename_all = "kebab-case"))]
pub enum Change {
    /// A piece comes to the board.
    Place {
        /// Its cell.
        cell: String,
    },
    /// Pieces go to another cell.
    Move {
        /// The origin.
        from: String,
        /// The destination.
        to: String,
        /// The part of a stack, in the game's notation; empty for the only piece.
        pieces: String,
        /// Whether an enemy forced them.
        forced: bool,
    },
    /// A piece turns.
    Turn {
        /// Its cell.
        cell: String,
    },
    /// Pieces leave the board.
    Remove {
        /// Their cells.
        cells: Vec<String>,
        /// The removed part of a stack, in the game's notation; empty for the only piece of each cell.
        pieces: String,
    },
    /// An explosion.
    Explode {
        /// Its cell.
        cell: String,
    },
}

/// What a person tried: the selection and the cell that was clicked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Attempt {
    /// The selected cells.
    #[cfg_attr(feature = "serde", serde(default))]
    pub set: Vec<String>,
    /// The selected kind beside the board.
    #[cfg_attr(feature = "serde", serde(default))]
    pub reserve: Option<String>,
    /// The cell.
    pub cell: String,
}

/// How a terminal shows a sign of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignStyle {
    /// The colour.
    pub colour: SignColour,
    /// Whether the colours of sign and background are exchanged.
    pub reversed: bool,
}

/// The colour of a sign of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum SignColour {
    /// That of other text.
    #[default]
    Plain,
    /// That of other text, less bright: for what is no piece.
    Dim,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    Grey,
}

impl From<SignColour> for SignStyle {
    fn from(colour: SignColour) -> SignStyle {
        SignStyle { colour, reversed: false }
    }
}
