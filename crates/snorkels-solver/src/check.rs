//! The checker of certificates: a replay of the winner's strategy against every defence, on the plain rules.
//!
//! This module shares no code with the search: no sets of cells in words, no tests but the rules themselves. A reader
//! who trusts this file, and nothing else of the crate, can trust what it accepts.

use std::collections::HashSet;
use std::fmt;

use thiserror::Error;

/// The first line of a certificate.
pub const TITLE: &str = "snorkels-certificate 1";

/// The byte of the strategy that leaves a position to the checker's own search for forced wins.
pub const FORCED: u8 = 255;

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
enum Outcome {
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
    /// Reads the rows of a position's text and the colour to place, which becomes [`Side::First`].
    pub(crate) fn read(position: &str) -> Result<Board, CheckError> {
        let wrong = |what: &str| CheckError::Position { text: position.to_owned(), what: what.to_owned() };
        let words: Vec<&str> = position.split_whitespace().collect();
        let [rows, turn, _, "-"] = words[..] else {
            return Err(wrong("expected `<rows> <turn> <purple> -`"));
        };
        let first = match turn {
            "p" => 'P',
            "g" => 'G',
            _ => return Err(wrong("expected the turn `p` or `g`")),
        };
        let mut ranks = Vec::new();
        for row in rows.split('/').rev() {
            let mut rank = Vec::new();
            for letter in row.chars() {
                match letter {
                    '1'..='8' => {
                        rank.extend((0..letter as usize - '0' as usize).map(|_| Cell::Empty));
                    }
                    '#' => rank.push(Cell::Stone),
                    'P' | 'G' if letter == first => rank.push(Cell::Snorkel(Side::First)),
                    'P' | 'G' => rank.push(Cell::Snorkel(Side::Second)),
                    _ => return Err(wrong("expected `P`, `G`, `#`, `/` and digits in the rows")),
                }
            }
            ranks.push(rank);
        }
        let (width, height) = (ranks[0].len(), ranks.len());
        if !(2..=8).contains(&width)
            || !(2..=8).contains(&height)
            || ranks.iter().any(|rank| rank.len() != width)
        {
            return Err(wrong("expected 2 to 8 rows of one length from 2 to 8"));
        }
        let board = Board {
            width,
            cells: ranks.concat(),
            neighbours: neighbours(width, height),
            symmetries: symmetries(width, height),
        };
        let taken = |cell: &usize| matches!(board.cells[*cell], Cell::Snorkel(_));
        if (0..width * height).filter(taken).any(|cell| !board.has_air(cell)) {
            return Err(wrong("a group has no air"));
        }
        if !board.cells.contains(&Cell::Empty) {
            return Err(wrong("no cell is empty"));
        }
        Ok(board)
    }

    fn len(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    fn is_empty_cell(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::Empty
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", char::from(b'a' + (cell % self.width) as u8), cell / self.width + 1)
    }

    /// Whether the group on a cell has air.
    fn has_air(&self, cell: usize) -> bool {
        let colour = self.cells[cell];
        let mut seen = [false; 64];
        let mut group = Vec::with_capacity(16);
        seen[cell] = true;
        group.push(cell);
        let mut next = 0;
        while next < group.len() {
            for &neighbour in &self.neighbours[group[next]] {
                if self.cells[neighbour] == Cell::Empty {
                    return true;
                }
                if self.cells[neighbour] == colour && !seen[neighbour] {
                    seen[neighbour] = true;
                    group.push(neighbour);
                }
            }
            next += 1;
        }
        false
    }

    /// Places a snorkel on an empty cell and says what that does. Only the groups on and beside the cell lose air.
    fn place(&mut self, side: Side, cell: usize) -> Outcome {
        self.cells[cell] = Cell::Snorkel(side);
        let enemy = Cell::Snorkel(side.other());
        let captures = |&neighbour: &usize| self.cells[neighbour] == enemy && !self.has_air(neighbour);
        if self.neighbours[cell].iter().any(captures) {
            Outcome::PlacerWins
        } else if !self.has_air(cell) {
            Outcome::PlacerLoses
        } else {
            Outcome::GoesOn
        }
    }

    fn remove(&mut self, cell: usize) {
        self.cells[cell] = Cell::Empty;
    }

    /// What a placement would do.
    fn outcome(&mut self, side: Side, cell: usize) -> Outcome {
        let outcome = self.place(side, cell);
        self.remove(cell);
        outcome
    }

    /// The position as a number, two bits for each cell: the least over the symmetries of the board. The number of
    /// snorkels tells who is to place, so positions with equal numbers are the same but for a symmetry.
    fn key(&self) -> u128 {
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
        let empty: Vec<usize> = (0..self.len()).filter(|&cell| self.is_empty_cell(cell)).collect();
        for &cell in &empty {
            if self.outcome(side, cell) == Outcome::PlacerWins {
                return true;
            }
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
        empty
            .iter()
            .copied()
            .find(|&cell| self.is_empty_cell(cell) && self.outcome(side, cell) == Outcome::PlacerWins)
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
                    let captured = answer != last && self.outcome(side, last) == Outcome::PlacerWins;
                    captured || self.wins_by_force(side, budget)
                }
            };
            self.remove(answer);
            loses
        })
    }
}

fn neighbours(width: usize, height: usize) -> Vec<Vec<usize>> {
    let mut neighbours = Vec::new();
    for cell in 0..width * height {
        let (file, rank) = (cell % width, cell / width);
        let mut beside = Vec::new();
        if file > 0 {
            beside.push(cell - 1);
        }
        if file + 1 < width {
            beside.push(cell + 1);
        }
        if rank > 0 {
            beside.push(cell - width);
        }
        if rank + 1 < height {
            beside.push(cell + width);
        }
        neighbours.push(beside);
    }
    neighbours
}

fn symmetries(width: usize, height: usize) -> Vec<Vec<usize>> {
    let mut symmetries = Vec::new();
    for number in 0..if width == height { 8 } else { 4 } {
        let source = |cell: usize| {
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
        symmetries.push((0..width * height).map(source).collect());
    }
    symmetries
}

/// What an accepted certificate proves, and what the replay did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The position, as in the certificate.
    pub position: String,
    /// The winner.
    pub winner: Side,
    /// The number of different positions, up to symmetry, in which the certificate names the winner's placement.
    pub placements: u64,
    /// The number of different positions, up to symmetry, that the checker's search for forced wins decided.
    pub forced: u64,
    /// The number of placements of the loser that were replayed.
    pub defences: u64,
}

/// One line for people.
impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proved { position, winner, placements, forced, defences } = self;
        write!(
            f,
            "proved: the {winner} player wins {position}: {placements} placements, {forced} forced wins, {defences} defences"
        )
    }
}

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// The file does not begin as a certificate does.
    #[error("not a certificate: expected {expected}")]
    Header {
        /// The missing part.
        expected: &'static str,
    },
    /// The position cannot be read.
    #[error("the position `{text}`: {what}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong.
        what: String,
    },
    /// The sum at the end does not fit the rest: the file is damaged.
    #[error("the checksum does not fit: the file is damaged")]
    Checksum,
    /// The strategy fails against a line of play.
    #[error("the strategy after {line}: {what}")]
    Strategy {
        /// The placements since the certified position.
        line: String,
        /// What is wrong.
        what: &'static str,
    },
    /// Bytes are left when all defences have been replayed.
    #[error("bytes of the strategy are left after all defences: {left}")]
    Left {
        /// Their number.
        left: usize,
    },
}

/// The sum at the end of a certificate: FNV-1a of 64 bits. Two texts that differ in one byte have different sums.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Checks a certificate: replays the winner's strategy against every defence.
///
/// A certificate is a text of three lines, [`TITLE`], `position <text>` and `winner first` or `winner second`, then one byte
/// for each position in which the winner is to place, then the [`checksum`] of all of this, eight bytes with the least first.
/// The positions come in the order in which this function meets them: it goes through the defences from `a1`, rank by
/// rank, depth first, and skips positions that it has met before, perhaps rotated or mirrored. The byte is the cell
/// `rank * width + file`, or [`FORCED`].
///
/// # Errors
/// Why it is refused.
pub fn check(certificate: &[u8]) -> Result<Proved, CheckError> {
    let (body, sum) = certificate.split_last_chunk::<8>().ok_or(CheckError::Header { expected: TITLE })?;
    let mut lines = body.splitn(4, |&byte| byte == b'\n');
    let mut line = || lines.next().and_then(|line| std::str::from_utf8(line).ok());
    if line() != Some(TITLE) {
        return Err(CheckError::Header { expected: TITLE });
    }
    let position = line().and_then(|line| line.strip_prefix("position "));
    let position = position.ok_or(CheckError::Header { expected: "a line `position <text>`" })?;
    let winner = match line() {
        Some("winner first") => Side::First,
        Some("winner second") => Side::Second,
        _ => return Err(CheckError::Header { expected: "a line `winner first` or `winner second`" }),
    };
    let strategy = lines.next().ok_or(CheckError::Header { expected: "the strategy" })?;
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(CheckError::Checksum);
    }
    let mut replay = Replay::new(Board::read(position)?, winner, Strategy { bytes: strategy, next: 0 });
    replay.run()?;
    let left = strategy.len() - replay.guide.next;
    if left > 0 {
        return Err(CheckError::Left { left });
    }
    let Replay { placements, forced, defences, .. } = replay;
    Ok(Proved { position: position.to_owned(), winner, placements, forced, defences })
}

/// Who names the winner's placements.
pub(crate) trait Guide {
    /// The byte for a position in which the winner is to place, after these placements.
    fn byte(&mut self, board: &mut Board, winner: Side, line: &[usize]) -> Result<u8, CheckError>;
}

/// The bytes of a certificate.
struct Strategy<'a> {
    bytes: &'a [u8],
    next: usize,
}

impl Guide for Strategy<'_> {
    fn byte(&mut self, board: &mut Board, _: Side, line: &[usize]) -> Result<u8, CheckError> {
        let byte = self.bytes.get(self.next).copied();
        self.next += 1;
        byte.ok_or_else(|| CheckError::strategy(board, line, "the strategy ends too early"))
    }
}

/// The walk through all defences.
pub(crate) struct Replay<G> {
    board: Board,
    winner: Side,
    pub(crate) guide: G,
    line: Vec<usize>,
    met: HashSet<u128>,
    placements: u64,
    forced: u64,
    defences: u64,
}

impl<G: Guide> Replay<G> {
    pub(crate) fn new(board: Board, winner: Side, guide: G) -> Self {
        Replay {
            board,
            winner,
            guide,
            line: Vec::new(),
            met: HashSet::new(),
            placements: 0,
            forced: 0,
            defences: 0,
        }
    }

    /// Replays everything from the first position.
    pub(crate) fn run(&mut self) -> Result<(), CheckError> {
        match self.winner {
            Side::First => self.winner_to_place(),
            Side::Second => self.loser_to_place(),
        }
    }

    fn winner_to_place(&mut self) -> Result<(), CheckError> {
        if !self.met.insert(self.board.key()) {
            return Ok(());
        }
        let byte = self.guide.byte(&mut self.board, self.winner, &self.line)?;
        if byte == FORCED {
            self.forced += 1;
            return if self.board.has_forced_win(self.winner) {
                Ok(())
            } else {
                Err(self.refuse("no forced win was found"))
            };
        }
        self.placements += 1;
        let cell = usize::from(byte);
        if cell >= self.board.len() || !self.board.is_empty_cell(cell) {
            return Err(self.refuse("the placement is not on an empty cell"));
        }
        self.line.push(cell);
        match self.board.place(self.winner, cell) {
            Outcome::PlacerWins => {}
            Outcome::PlacerLoses => return Err(self.refuse("the winner captures itself")),
            Outcome::GoesOn => self.loser_to_place()?,
        }
        self.line.pop();
        self.board.remove(cell);
        Ok(())
    }

    fn loser_to_place(&mut self) -> Result<(), CheckError> {
        for cell in 0..self.board.len() {
            if !self.board.is_empty_cell(cell) {
                continue;
            }
            self.defences += 1;
            self.line.push(cell);
            match self.board.place(self.winner.other(), cell) {
                Outcome::PlacerWins => return Err(self.refuse("the loser captures")),
                Outcome::PlacerLoses => {}
                Outcome::GoesOn => self.winner_to_place()?,
            }
            self.line.pop();
            self.board.remove(cell);
        }
        Ok(())
    }

    fn refuse(&self, what: &'static str) -> CheckError {
        CheckError::strategy(&self.board, &self.line, what)
    }
}

impl CheckError {
    fn strategy(board: &Board, line: &[usize], what: &'static str) -> CheckError {
        let names = line.iter().map(|&cell| board.name(cell));
        let line = names.collect::<Vec<_>>().join(" ");
        CheckError::Strategy { line: if line.is_empty() { "no placement".to_owned() } else { line }, what }
    }
}
