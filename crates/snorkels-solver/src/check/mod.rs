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
#[error("{0}")]
pub struct CheckError(String);

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
    let expected = |what: &str| CheckError(format!("not a certificate: expected {what}"));
    let (body, sum) = certificate.split_last_chunk::<8>().ok_or_else(|| expected(TITLE))?;
    let mut lines = body.splitn(4, |&byte| byte == b'\n');
    let mut line = || lines.next().and_then(|line| std::str::from_utf8(line).ok());
    if line() != Some(TITLE) {
        return Err(expected(TITLE));
    }
    let position = line().and_then(|line| line.strip_prefix("position "));
    let position = position.ok_or_else(|| expected("a line `position <text>`"))?;
    let winner = match line() {
        Some("winner first") => Side::First,
        Some("winner second") => Side::Second,
        _ => return Err(expected("a line `winner first` or `winner second`")),
    };
    let mut strategy = lines.next().ok_or_else(|| expected("the strategy"))?.iter();
    if checksum(body) != u64::from_le_bytes(*sum) {
        return Err(CheckError("the checksum does not fit: the file is damaged".to_owned()));
    }
    let proved = replay(position, winner, |board, _| match strategy.next() {
        Some(&FORCED) if !board.has_forced_win(winner) => Err("no forced win was found"),
        byte => byte.copied().ok_or("the strategy ends too early"),
    })?;
    match strategy.len() {
        0 => Ok(proved),
        left => Err(CheckError(format!("bytes of the strategy are left after all defences: {left}"))),
    }
}

/// Replays the placements of a winner against every defence. `guide` names them: it gets the board and the placements since the
/// position, and returns the byte of the strategy, or what is wrong. It answers for the forced wins.
pub(crate) fn replay(
    position: &str,
    winner: Side,
    guide: impl FnMut(&mut Board, &[usize]) -> Result<u8, &'static str>,
) -> Result<Proved, CheckError> {
    let board = Board::read(position)
        .map_err(|what| CheckError(format!("the position `{}`: {what}", excerpt(position))))?;
    let proved = Proved { position: position.to_owned(), winner, placements: 0, forced: 0, defences: 0 };
    let mut replay = Replay { board, guide, line: Vec::new(), met: HashSet::new(), proved };
    match winner {
        Side::First => replay.winner_to_place()?,
        Side::Second => replay.loser_to_place()?,
    }
    Ok(replay.proved)
}

/// The walk through all defences.
struct Replay<G> {
    board: Board,
    guide: G,
    /// The placements since the position.
    line: Vec<usize>,
    met: HashSet<u128>,
    proved: Proved,
}

impl<G: FnMut(&mut Board, &[usize]) -> Result<u8, &'static str>> Replay<G> {
    fn winner_to_place(&mut self) -> Result<(), CheckError> {
        if !self.met.insert(self.board.key()) {
            return Ok(());
        }
        let byte = (self.guide)(&mut self.board, &self.line).map_err(|what| self.refuse(what))?;
        if byte == FORCED {
            self.proved.forced += 1;
            return Ok(());
        }
        self.proved.placements += 1;
        let cell = usize::from(byte);
        if cell >= self.board.len() || !self.board.is_empty_cell(cell) {
            return Err(self.refuse("the placement is not on an empty cell"));
        }
        self.play(self.proved.winner, cell)
    }

    fn loser_to_place(&mut self) -> Result<(), CheckError> {
        for cell in 0..self.board.len() {
            if self.board.is_empty_cell(cell) {
                self.proved.defences += 1;
                self.play(self.proved.winner.other(), cell)?;
            }
        }
        Ok(())
    }

    /// Replays what follows a placement, and takes it back.
    fn play(&mut self, side: Side, cell: usize) -> Result<(), CheckError> {
        self.line.push(cell);
        match (self.board.place(side, cell), side == self.proved.winner) {
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

    fn refuse(&self, what: &str) -> CheckError {
        let names: Vec<_> = self.line.iter().map(|&cell| self.board.name(cell)).collect();
        let line = if names.is_empty() { "no placement".to_owned() } else { names.join(" ") };
        CheckError(format!("the strategy after {line}: {what}"))
    }
}
