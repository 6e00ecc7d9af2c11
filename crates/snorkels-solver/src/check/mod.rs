//! The checker of certificates: a replay of the winner's strategy against every defence, on the plain rules.
//!
//! This module shares no code with the search: no sets of cells in words, no tests but the rules themselves. A reader
//! who trusts its two files, and nothing else of the crate, can trust what it accepts.

mod board;

use std::collections::HashSet;
use std::fmt;

use printable::excerpt;
use thiserror::Error;

pub(crate) use self::board::Board;
use self::board::Outcome;
pub use self::board::Side;

/// The greatest length of a certificate that `snorkels-check` reads, in bytes: 256 MiB.
pub const LONGEST: u64 = 1 << 28;

/// The first line of a certificate.
pub const TITLE: &str = "snorkels-certificate 1";

/// The byte of the strategy that leaves a position to the checker's own search for forced wins.
pub const FORCED: u8 = 255;

/// What an accepted certificate proves, and what the replay did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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
        /// The text, or the beginning of it.
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

/// Checks a certificate: replays the winner's strategy against every defence. The book states the format, in
/// `docs/src/snorkels/certificates.md`.
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
    let board =
        Board::read(position).map_err(|what| CheckError::Position { text: excerpt(position), what })?;
    let mut replay = Replay::new(board, winner, Strategy { bytes: strategy, next: 0 });
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
        let (line, met) = (Vec::new(), HashSet::new());
        Replay { board, winner, guide, line, met, placements: 0, forced: 0, defences: 0 }
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
            let is_won = self.board.has_forced_win(self.winner);
            return if is_won { Ok(()) } else { Err(self.refuse("no forced win was found")) };
        }
        self.placements += 1;
        let cell = usize::from(byte);
        if cell >= self.board.len() || !self.board.is_empty_cell(cell) {
            return Err(self.refuse("the placement is not on an empty cell"));
        }
        self.play(self.winner, cell)
    }

    fn loser_to_place(&mut self) -> Result<(), CheckError> {
        for cell in 0..self.board.len() {
            if self.board.is_empty_cell(cell) {
                self.defences += 1;
                self.play(self.winner.other(), cell)?;
            }
        }
        Ok(())
    }

    /// Replays what follows a placement, and takes it back.
    fn play(&mut self, side: Side, cell: usize) -> Result<(), CheckError> {
        self.line.push(cell);
        match (self.board.place(side, cell), side == self.winner) {
            (Outcome::PlacerWins, true) | (Outcome::PlacerLoses, false) => {}
            (Outcome::PlacerLoses, true) => return Err(self.refuse("the winner captures itself")),
            (Outcome::PlacerWins, false) => return Err(self.refuse("the loser captures")),
            (Outcome::GoesOn, true) => self.loser_to_place()?,
            (Outcome::GoesOn, false) => self.winner_to_place()?,
        }
        self.line.pop();
        self.board.remove(cell);
        Ok(())
    }

    fn refuse(&self, what: &'static str) -> CheckError {
        CheckError::strategy(&self.board, &self.line, what)
    }
}

impl CheckError {
    pub(crate) fn strategy(board: &Board, line: &[usize], what: &'static str) -> CheckError {
        let names = line.iter().map(|&cell| board.name(cell));
        let line = names.collect::<Vec<_>>().join(" ");
        CheckError::Strategy { line: if line.is_empty() { "no placement".to_owned() } else { line }, what }
    }
}
