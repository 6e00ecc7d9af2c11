//! The board of the checker: reads a position, places by the plain rules, and searches for forced wins.

use std::fmt;

use arrayvec::ArrayVec;
use printable::excerpt;

/// The number of placements that one search for a forced win may try.
const FORCED_BUDGET: u32 = 3_000;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    /// Of the player to place at the beginning, or of the other.
    Snorkel(Side),
    Stone,
}

/// One of the two players of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The player who places first in the certified position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// `first` or `second`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

/// What a placement does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    GoesOn,
    PlacerWins,
    PlacerLoses,
}

/// A board with its content, cell by cell: index `rank * width + file`.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    width: usize,
    cells: Vec<Cell>,
    neighbours: Vec<Vec<usize>>,
    /// For each symmetry of the board, the cell whose content comes to each cell.
    symmetries: Vec<Vec<usize>>,
}

impl Board {
    /// Reads the text of a position, or says what is wrong. The colour to place becomes [`Side::First`]; who owns which colour
    /// plays no part.
    pub(super) fn read(position: &str) -> Result<Board, String> {
        let words: Vec<&str> = position.splitn(5, ' ').collect();
        let [rows, turn, purple, pie] = words[..] else {
            return Err(
                "expected `<rows> <turn> <purple> -`, four words with one space between them".to_owned()
            );
        };
        for (what, word, known, expected) in [
            ("the turn", turn, ["p", "g"], "`p` or `g`, the colour to place"),
            ("the owner of purple", purple, ["1", "2"], "`1` or `2`"),
            ("the pie rule", pie, ["-"; 2], "`-`, because a certificate knows no swap"),
        ] {
            if !known.contains(&word) {
                return Err(format!("{what} is `{}`: expected {expected}", excerpt(word)));
            }
        }
        let (width, cells) = read_rows(rows, if turn == "p" { 'P' } else { 'G' })?;
        let height = cells.len() / width;
        let board = Board {
            width,
            cells,
            neighbours: neighbours(width, height),
            symmetries: symmetries(width, height),
        };
        let taken = |cell: &usize| matches!(board.cells[*cell], Cell::Snorkel(_));
        if (0..board.len()).filter(taken).any(|cell| !board.has_air(cell)) {
            return Err("a group has no air".to_owned());
        }
        if !board.cells.contains(&Cell::Empty) {
            return Err("no cell is empty".to_owned());
        }
        Ok(board)
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn is_empty_cell(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::Empty
    }

    pub(super) fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.width) as u8), cell / self.width + 1)
    }

    /// Whether the group on a cell has air.
    fn has_air(&self, cell: usize) -> bool {
        let colour = self.cells[cell];
        let mut group = ArrayVec::<usize, 64>::new();
        group.push(cell);
        let mut next = 0;
        while next < group.len() {
            for &neighbour in &self.neighbours[group[next]] {
                if self.cells[neighbour] == Cell::Empty {
                    return true;
                }
                if self.cells[neighbour] == colour && !group.contains(&neighbour) {
                    group.push(neighbour);
                }
            }
            next += 1;
        }
        false
    }

    /// Places a snorkel on an empty cell and says what that does. Only the groups on and beside the cell lose air.
    pub(super) fn place(&mut self, side: Side, cell: usize) -> Outcome {
        let captures = self.captures(side, cell);
        self.cells[cell] = Cell::Snorkel(side);
        if captures {
            Outcome::PlacerWins
        } else if !self.has_air(cell) {
            Outcome::PlacerLoses
        } else {
            Outcome::GoesOn
        }
    }

    pub(super) fn remove(&mut self, cell: usize) {
        self.cells[cell] = Cell::Empty;
    }

    /// Whether a placement on an empty cell would win at once.
    fn captures(&mut self, side: Side, cell: usize) -> bool {
        self.cells[cell] = Cell::Snorkel(side);
        let enemy = Cell::Snorkel(side.other());
        let is_captured = |&neighbour: &usize| self.cells[neighbour] == enemy && !self.has_air(neighbour);
        let captures = self.neighbours[cell].iter().any(is_captured);
        self.remove(cell);
        captures
    }

    /// The position as a number, two bits for each cell: the least over the symmetries of the board. The number of
    /// snorkels tells who is to place, so positions with equal numbers are the same but for a symmetry.
    pub(super) fn key(&self) -> u128 {
        let number = |sources: &Vec<usize>| {
            sources.iter().fold(0_u128, |key, &source| {
                key << 2
                    | match self.cells[source] {
                        Cell::Empty => 0,
                        Cell::Snorkel(Side::First) => 1,
                        Cell::Snorkel(Side::Second) => 2,
                        Cell::Stone => 3,
                    }
            })
        };
        self.symmetries.iter().map(number).min().unwrap_or(0)
    }

    /// Whether `side`, to place, wins by captures and threats of capture alone, every answer tried. Gives up after a
    /// fixed number of placements.
    pub(crate) fn has_forced_win(&mut self, side: Side) -> bool {
        self.wins_by_force(side, &mut { FORCED_BUDGET })
    }

    fn wins_by_force(&mut self, side: Side, budget: &mut u32) -> bool {
        let empty: ArrayVec<usize, 64> = (0..self.len()).filter(|&cell| self.is_empty_cell(cell)).collect();
        if self.threat(side, &empty).is_some() {
            return true;
        }
        for &cell in &empty {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            let goes_on = self.place(side, cell) == Outcome::GoesOn;
            let wins = goes_on
                && self.threat(side, &empty).is_some_and(|last| self.no_answer(side, last, &empty, budget));
            self.remove(cell);
            if wins {
                return true;
            }
        }
        false
    }

    /// A cell on which `side` would capture if it could place again.
    fn threat(&mut self, side: Side, empty: &[usize]) -> Option<usize> {
        empty.iter().copied().find(|&cell| self.is_empty_cell(cell) && self.captures(side, cell))
    }

    /// Whether every placement of the opponent of `side` loses against captures and threats.
    fn no_answer(&mut self, side: Side, last: usize, empty: &[usize], budget: &mut u32) -> bool {
        empty.iter().all(|&answer| {
            if !self.is_empty_cell(answer) {
                return true;
            }
            let loses = match self.place(side.other(), answer) {
                Outcome::PlacerWins => false,
                Outcome::PlacerLoses => true,
                Outcome::GoesOn => {
                    answer != last && self.captures(side, last) || self.wins_by_force(side, budget)
                }
            };
            self.remove(answer);
            loses
        })
    }
}

/// Reads the rows of a position: the width, and the cells in the order of a board.
fn read_rows(rows: &str, first: char) -> Result<(usize, Vec<Cell>), &'static str> {
    let mut ranks: Vec<Vec<Cell>> = Vec::new();
    // From the first rank; the ninth is one too many.
    for row in rows.rsplit('/').take(9) {
        let mut rank = Vec::new();
        let mut after_digit = false;
        for letter in row.chars() {
            let run = letter.to_digit(9).filter(|&run| run > 0).unwrap_or(0) as usize;
            if run > 0 && after_digit {
                return Err("expected one digit for each run of empty cells");
            }
            after_digit = run > 0;
            match letter {
                _ if run > 0 => rank.extend([Cell::Empty; 8][..run].iter()),
                '#' => rank.push(Cell::Stone),
                'P' | 'G' if letter == first => rank.push(Cell::Snorkel(Side::First)),
                'P' | 'G' => rank.push(Cell::Snorkel(Side::Second)),
                _ => return Err("expected `P`, `G`, `#`, `/` and digits from 1 to 8 in the rows"),
            }
            if rank.len() > 8 {
                return Err(SHAPE);
            }
        }
        ranks.push(rank);
    }
    let width = ranks[0].len();
    if width < 2 || !(2..=8).contains(&ranks.len()) || ranks.iter().any(|rank| rank.len() != width) {
        return Err(SHAPE);
    }
    Ok((width, ranks.concat()))
}

/// What is expected of the rows of a position.
const SHAPE: &str = "expected 2 to 8 rows of one length from 2 to 8";

fn neighbours(width: usize, height: usize) -> Vec<Vec<usize>> {
    let are_beside =
        |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width) == 1;
    let cells = 0..width * height;
    cells.clone().map(|cell| cells.clone().filter(|&other| are_beside(cell, other)).collect()).collect()
}

fn symmetries(width: usize, height: usize) -> Vec<Vec<usize>> {
    let source = |number: u32, cell: usize| {
        let (mut file, mut rank) = (cell % width, cell / width);
        if number & 1 != 0 {
            file = width - 1 - file;
        }
        if number & 2 != 0 {
            rank = height - 1 - rank;
        }
        if number & 4 != 0 {
            (file, rank) = (rank, file);
        }
        rank * width + file
    };
    let numbers = 0..if width == height { 8 } else { 4 };
    numbers.map(|number| (0..width * height).map(|cell| source(number, cell)).collect()).collect()
}
