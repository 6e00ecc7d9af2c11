//! The rules as a value: options and the first position.

use alloc::format;
use alloc::string::{String, ToString};

use abstract_game::random::SplitMix64;
use abstract_game::{OptionError, OptionKind, OptionSpec, Player};
use grid_topology::{Bitboard64, Cell};

use crate::board::Names;
use crate::{
    Board, Colour, DEFAULT_SIZE, MAX_SIZE, MIN_SIZE, Pie, Position, PositionError, SetupError, cell_name,
    notation, rectangle,
};

/// The maximum number of stones that the options place.
pub const MAX_STONES: u8 = 3;

/// The rules of Snorkels with their options. Every value is playable.
///
/// | option | values | meaning |
/// | --- | --- | --- |
/// | `size` | 2 to 8, default 7 | the number of ranks, and of files of a square board |
/// | `width` | `square` (default), 2 to 8 | the number of files |
/// | `pie` | `true` (default), `false` | whether the second player may swap |
/// | `stones` | 0 to 3, default 0 | the number of stones on random cells |
/// | `stones-seed` | a number, default 0 | the seed of the random cells |
/// | `stone-cells` | `c3,e5`, default empty | stones on these cells instead of random ones |
///
/// ```
/// use snorkels_core::{Snorkels, prelude::*};
///
/// let rules = Snorkels::new().with_size(5)?.with_pie(false).with_stones(2)?.with_seed(1);
/// assert_eq!(rules.start().stones().len(), 2);
///
/// // The same options as text.
/// let mut by_text = Snorkels::default();
/// for (name, value) in [("size", "5"), ("pie", "false"), ("stones", "2"), ("stones-seed", "1")] {
///     by_text.set_option(name, value)?;
/// }
/// assert_eq!(by_text, rules);
///
/// by_text.set_option("stone-cells", "c3")?;
/// assert_eq!(by_text.start().to_string(), "5/5/2#2/5/5 p 1 -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Snorkels {
    size: u8,
    /// `None` on a square board.
    width: Option<u8>,
    pie: bool,
    stones: u8,
    seed: u32,
    /// The cells of `stone-cells`: on the board, at most [`MAX_STONES`].
    given: Bitboard64,
}

impl Default for Snorkels {
    fn default() -> Self {
        Snorkels::new()
    }
}

impl Snorkels {
    /// The rules as published: 7×7, pie rule, no stones.
    #[must_use]
    pub const fn new() -> Self {
        Snorkels { size: DEFAULT_SIZE, width: None, pie: true, stones: 0, seed: 0, given: Bitboard64::EMPTY }
    }

    /// These rules on a board with another number of ranks, and of files unless a [width](Self::with_width) is set.
    ///
    /// # Errors
    /// There is no board of this size, or it does not have the cell of a given stone.
    pub fn with_size(self, size: u8) -> Result<Self, SetupError> {
        self.with_dimensions(size, self.width)
    }

    /// These rules on a board with this number of files; `None` for as many as ranks.
    ///
    /// ```
    /// use snorkels_core::Snorkels;
    /// let rules = Snorkels::new().with_size(6)?.with_width(Some(5))?;
    /// assert_eq!(rules.start().to_string(), "5/5/5/5/5/5 p 1 -");
    /// # Ok::<(), snorkels_core::SetupError>(())
    /// ```
    ///
    /// # Errors
    /// There is no board of this width, or it does not have the cell of a given stone.
    pub fn with_width(self, width: Option<u8>) -> Result<Self, SetupError> {
        self.with_dimensions(self.size, width)
    }

    fn with_dimensions(self, size: u8, width: Option<u8>) -> Result<Self, SetupError> {
        let changed = Snorkels { size, width, ..self };
        let (width, height) = (changed.width(), size);
        if let Some(size) = [height, width].into_iter().find(|side| !(MIN_SIZE..=MAX_SIZE).contains(side)) {
            return Err(SetupError::Size { size });
        }
        match (self.given - rectangle(width, height).cells()).last() {
            Some(cell) => Err(SetupError::OffBoard { cell, width, height }),
            None => Ok(changed),
        }
    }

    /// These rules with the pie rule on or off.
    #[must_use]
    pub const fn with_pie(mut self, pie: bool) -> Self {
        self.pie = pie;
        self
    }

    /// These rules with `count` stones on random cells. They have no effect if stones are [given](Self::with_stone_cells).
    ///
    /// # Errors
    /// `count` is more than [`MAX_STONES`].
    pub fn with_stones(mut self, count: u8) -> Result<Self, SetupError> {
        if count > MAX_STONES {
            return Err(SetupError::Stones { count: usize::from(count) });
        }
        self.stones = count;
        Ok(self)
    }

    /// These rules with another seed for the random stones. Equal seeds give equal cells on every machine and in every
    /// version.
    #[must_use]
    pub const fn with_seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// These rules with stones on the given cells. Without cells, the stones are random again.
    ///
    /// # Errors
    /// A cell is not on the board or named twice, or there are more than [`MAX_STONES`].
    pub fn with_stone_cells(mut self, cells: impl IntoIterator<Item = Cell>) -> Result<Self, SetupError> {
        let mut given = Bitboard64::EMPTY;
        let mut count = 0;
        for cell in cells {
            self.add_stone(&mut given, cell)?;
            count += 1;
        }
        self.given = check_count(given, count)?;
        Ok(self)
    }

    /// The number of ranks.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The number of files.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width.unwrap_or(self.size)
    }

    fn board(&self) -> &'static Board {
        rectangle(self.width(), self.size)
    }

    /// Whether the pie rule is on.
    #[must_use]
    pub const fn pie(&self) -> bool {
        self.pie
    }

    /// The stones of the first position.
    #[must_use]
    pub fn stones(&self) -> Bitboard64 {
        if self.given.is_empty() {
            random_stones(self.board().cells(), self.stones, self.seed)
        } else {
            self.given
        }
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> Position {
        let pie = if self.pie { Pie::Armed } else { Pie::Off };
        Position::new(
            self.width(),
            self.size,
            Default::default(),
            self.stones(),
            Colour::Purple,
            Player::P1,
            pie,
        )
    }

    /// Reads a position. The board's size and content come from the text; before the first placement the pie rule comes
    /// from the option `pie`.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected. The text of a finished game is refused.
    pub fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        notation::read_position(text, self.pie)
    }

    fn add_stone(&self, stones: &mut Bitboard64, cell: Cell) -> Result<(), SetupError> {
        if !self.board().cells().contains(cell) {
            return Err(SetupError::OffBoard { cell, width: self.width(), height: self.size });
        }
        if stones.contains(cell) {
            return Err(SetupError::Twice { cell });
        }
        stones.insert(cell);
        Ok(())
    }

    fn with_stone_text(self, text: &str) -> Result<Self, SetupError> {
        let mut given = Bitboard64::EMPTY;
        let mut count = 0;
        for name in text.split(',').filter(|_| !text.is_empty()) {
            self.add_stone(&mut given, self.board().parse_cell(name)?)?;
            count += 1;
        }
        Ok(Snorkels { given: check_count(given, count)?, ..self })
    }
}

fn check_count(stones: Bitboard64, count: usize) -> Result<Bitboard64, SetupError> {
    if count > usize::from(MAX_STONES) { Err(SetupError::Stones { count }) } else { Ok(stones) }
}

const SIZE: OptionSpec = OptionSpec::new(
    "size",
    OptionKind::Spin { default: DEFAULT_SIZE as i64, min: MIN_SIZE as i64, max: MAX_SIZE as i64 },
    "the number of ranks, and of files of a square board",
);
const WIDTH: OptionSpec = OptionSpec::new(
    "width",
    OptionKind::Combo { default: SQUARE, values: &[SQUARE, "2", "3", "4", "5", "6", "7", "8"] },
    "the number of files",
);
/// The width of a board with as many files as ranks.
const SQUARE: &str = "square";
const PIE: OptionSpec = OptionSpec::new(
    "pie",
    OptionKind::Check { default: true },
    "whether the second player may swap colours instead of placing the first green snorkel",
);
const STONES: OptionSpec = OptionSpec::new(
    "stones",
    OptionKind::Spin { default: 0, min: 0, max: MAX_STONES as i64 },
    "the number of stones on random cells",
);
const SEED: OptionSpec = OptionSpec::new(
    "stones-seed",
    OptionKind::Spin { default: 0, min: 0, max: u32::MAX as i64 },
    "the seed of the random cells: equal seeds give equal cells",
);
const CELLS: OptionSpec = OptionSpec::new(
    "stone-cells",
    OptionKind::Text { default: "" },
    "up to three cells with stones, such as c3,e5; they replace the random ones",
);

impl Snorkels {
    /// All options, in the order in which they are written.
    #[must_use]
    pub const fn options() -> &'static [OptionSpec] {
        &[SIZE, WIDTH, PIE, STONES, SEED, CELLS]
    }

    /// The value of an option as text; `None` if there is no such option.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<String> {
        Some(match name {
            "size" => self.size.to_string(),
            "width" => self.width.map_or(SQUARE.to_string(), |width| width.to_string()),
            "pie" => self.pie.to_string(),
            "stones" => self.stones.to_string(),
            "stones-seed" => self.seed.to_string(),
            "stone-cells" => Names(self.given).to_string(),
            _ => return None,
        })
    }

    /// Sets an option.
    ///
    /// # Errors
    /// There is no such option, or it does not take the value; the rules do not change.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = OptionSpec::find(Self::options(), name)?;
        match spec.name {
            "size" => {
                let changed = self.with_size(read_spin(spec, value)?);
                *self = changed.map_err(|error| refuse_board(spec, value, &error))?;
            }
            "width" => {
                let width = spec.read_combo(value)?.checked_sub(1).map(|index| MIN_SIZE + index as u8);
                *self = self.with_width(width).map_err(|error| refuse_board(spec, value, &error))?;
            }
            "pie" => self.pie = spec.read_check(value)?,
            "stones" => self.stones = read_spin(spec, value)?,
            "stones-seed" => self.seed = read_spin(spec, value)?,
            _ => {
                *self = self.with_stone_text(value).map_err(|error| {
                    let most = MAX_STONES;
                    let expected =
                        format!("up to {most} cells joined by commas, such as `c3,e5`, but {error}");
                    spec.refuse(value, expected)
                })?;
            }
        }
        Ok(())
    }
}

/// Stones on random cells. This algorithm never changes, so that a seed gives the same stones in every version: for
/// each stone, a [`SplitMix64`] started from the seed draws a number below the number of empty cells, and the stone goes
/// on the empty cell of that number, counted from 0 at `a1`, rank by rank.
fn random_stones(cells: Bitboard64, count: u8, seed: u32) -> Bitboard64 {
    let mut random = SplitMix64::new(u64::from(seed));
    let mut stones = Bitboard64::EMPTY;
    for _ in 0..count {
        let empty = cells - stones;
        let number = random.below(empty.len() as usize);
        stones.extend(empty.into_iter().nth(number));
    }
    stones
}

/// Reads a whole number of a type that the option's range fits.
fn read_spin<T: TryFrom<i64>>(spec: &OptionSpec, value: &str) -> Result<T, OptionError> {
    let number = spec.read_spin(value)?;
    T::try_from(number).map_err(|_| spec.refuse(value, "a smaller number".to_string()))
}

fn refuse_board(spec: &OptionSpec, value: &str, error: &SetupError) -> OptionError {
    spec.refuse(
        value,
        match error {
            SetupError::OffBoard { cell, .. } => {
                format!("a board with the cell {}, which `{}` names", cell_name(*cell), CELLS.name)
            }
            _ => error.to_string(),
        },
    )
}
