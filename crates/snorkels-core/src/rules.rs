//! The rules as a value: options and the first position.

use alloc::format;
use alloc::string::{String, ToString};

use abstract_game::random::SplitMix64;
use abstract_game::{GameError, OptionError, OptionKind, OptionSpec, Player, Rules, game_error};
use grid_topology::{Bitboard64, Cell};

use crate::board::Names;
use crate::{Board, Colour, DEFAULT_SIZE, MAX_SIZE, MIN_SIZE, Pie, Position, cell_name, notation, rectangle};

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
/// use snorkels_core::Snorkels;
///
/// let mut rules = Snorkels::new().with_pie(false).with("size", 5)?.with("stones", 2)?;
/// assert_eq!(rules.start().stones().len(), 2);
///
/// rules.set_option("stone-cells", "c3")?;
/// assert_eq!(rules.start().to_string(), "5/5/2#2/5/5 p 1 -");
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

    /// These rules with the pie rule on or off.
    #[must_use]
    pub const fn with_pie(mut self, pie: bool) -> Self {
        self.pie = pie;
        self
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

    /// The cell of a given stone that the board does not have.
    fn stone_off_board(&self) -> Option<Cell> {
        (self.given - self.board().cells()).last()
    }
}

/// Reads the cells of the option `stone-cells`.
fn read_stones(board: &Board, text: &str) -> Result<Bitboard64, GameError> {
    let mut stones = Bitboard64::EMPTY;
    let names = text.split(',').filter(|_| !text.is_empty());
    for name in names.clone() {
        let cell = board.parse_cell(name).map_err(GameError::new)?;
        if stones.contains(cell) {
            let name = cell_name(cell);
            return Err(game_error!("{name} is named twice: expected different cells"));
        }
        stones.insert(cell);
    }
    match names.count() {
        count if count > usize::from(MAX_STONES) => {
            Err(game_error!("{count} stones: expected at most {MAX_STONES}"))
        }
        _ => Ok(stones),
    }
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

impl Rules for Snorkels {
    type Position = Position;

    const NAME: &'static str = "snorkels";
    const TITLE: &'static str = "Snorkels";

    fn options() -> &'static [OptionSpec] {
        &[SIZE, WIDTH, PIE, STONES, SEED, CELLS]
    }

    fn option(&self, name: &str) -> Option<String> {
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

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let spec = OptionSpec::find(Self::options(), name)?;
        let mut rules = *self;
        match spec.name {
            "size" => rules.size = spec.read_spin(value)?,
            "width" => {
                rules.width = spec.read_combo(value)?.checked_sub(1).map(|index| MIN_SIZE + index as u8);
            }
            "pie" => rules.pie = spec.read_check(value)?,
            "stones" => rules.stones = spec.read_spin(value)?,
            "stones-seed" => rules.seed = spec.read_spin(value)?,
            _ => {
                rules.given = read_stones(self.board(), value).map_err(|error| {
                    let most = MAX_STONES;
                    let expected =
                        format!("up to {most} cells joined by commas, such as `c3,e5`, but {error}");
                    spec.refuse(value, expected)
                })?;
            }
        }
        if let Some(cell) = rules.stone_off_board() {
            let (cell, option) = (cell_name(cell), CELLS.name);
            return Err(spec.refuse(value, format!("a board with the cell {cell}, which `{option}` names")));
        }
        *self = rules;
        Ok(())
    }

    fn start(&self) -> Position {
        let pie = if self.pie { Pie::Armed } else { Pie::Off };
        let (width, height) = (self.width(), self.size);
        Position::new(width, height, Default::default(), self.stones(), Colour::Purple, Player::P1)
            .with_pie(pie)
    }

    /// The board's size and content come from the text; before the first placement the pie rule comes from the option `pie`.
    /// The text of a finished game is refused.
    fn read_position(&self, text: &str) -> Result<Position, GameError> {
        notation::read_position(text, self.pie)
    }
}

abstract_game::inherent_rules!(Snorkels, Position);

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
