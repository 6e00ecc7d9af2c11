//! The record of a game: text that a person can read aloud and a program can replay.
//!
//! ```text
//! # a game of the arena, format 1
//! Game: snorkels
//! Rule: size=5
//! P1: agon-mcts
//! P2: random
//! Number: 17
//! Round: 1
//! Pair: 9
//! Seed: 1
//! Limits: 1000 nodes
//! Start: 5/5/5/5/5 p 1 -
//! Result: P1 wins by capture
//!
//! 1. P1 c3  ; opening
//! 2. P2 swap  ; time 0.000
//! 3. P1 b2  ; score +35 depth 7 nodes 1000 nps 95000 time 0.011
//! ```
//!
//! - Headers first, `Name: value`, in any order; a header that is not known is kept out of the way.
//!   `Rule` comes once for every option of the rules, `Detail` tells more about a fault or an
//!   adjudication.
//! - An empty line, then a line per turn: its number, who plays it, its text, and, after ` ; `, what is
//!   known about it: `opening`, or the score in hundredths for the player (`win 5`, `loss 4`: in so
//!   many turns), the depth, nodes, nodes a second, and the time in seconds.
//! - Where partners can decide for themselves, `P1` and `P2` are teams, a header for every seat, in the
//!   game's order, says who decides for it (`Seat athens: agon-mcts`), each turn says for which seat it was
//!   played (`1. P1:athens k4>n  ; opening`), and after a fault `Fault: athens` says whose it was.
//! - Lines that begin with `#` are comments. In values, `\n`, `\r` and `\\` stand for the end of a
//!   line, a carriage return and a backslash.

mod read;
mod replay;
mod write;

pub use read::RecordError;
pub use replay::{Contradiction, replay};

use crate::game::Ending;
use crate::game::PlayedTurn;

/// The first line of a record.
const TITLE: &str = "# a game of the arena, format 1";

/// A game with everything that is kept of it. `to_string` writes it, `parse` reads it, [`replay`]
/// verifies it.
///
/// ```
/// use arena::game::record::{Record, replay};
/// let record: Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// assert_eq!(record.players, ["A", "B"]);
/// let rules = abstract_game::sample::TakeTwo::default();
/// let last = replay(&record, &rules, &mut |_, _| ())?;
/// assert_eq!(last.position_text(), "0,0 2 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The options of its rules.
    pub rules: Vec<(String, String)>,
    /// The names of P1 and P2: players or teams.
    pub players: [String; 2],
    /// Where partners can decide for themselves: every seat, in the game's order, and who decides for it.
    /// The turns' seats are indices into this.
    pub seats: Vec<(String, String)>,
    /// Its number in the tournament.
    pub number: Option<u64>,
    /// The round of the tournament.
    pub round: Option<u64>,
    /// The number of its pair.
    pub pair: Option<u64>,
    /// The tournament's seed.
    pub seed: Option<u64>,
    /// The limits, in words.
    pub limits: Option<String>,
    /// The first position.
    pub start: String,
    /// How it ended.
    pub ending: Ending,
    /// Of [`seats`](Self::seats) the one at fault, if the game ended by a fault.
    pub culprit: Option<usize>,
    /// The turns.
    pub turns: Vec<PlayedTurn>,
}

impl Record {
    /// The name of a seat, if the record has seats.
    #[must_use]
    pub fn seat(&self, seat: usize) -> Option<&str> {
        self.seats.get(seat).map(|(name, _)| name.as_str())
    }

    /// Who played a turn, in words: the player's name, or the seat and the name of who decides for it.
    ///
    /// # Panics
    /// If the turn is of another record with more seats.
    #[must_use]
    pub fn who(&self, turn: &PlayedTurn) -> String {
        if self.seats.is_empty() {
            return self.players[turn.player.index()].clone();
        }
        let (seat, name) = &self.seats[turn.seat];
        format!("{seat} {name}")
    }
}
