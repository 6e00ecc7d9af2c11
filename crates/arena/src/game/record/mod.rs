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
//! - Headers, `Name: value`, come first, in any order; unknown headers are ignored. There is a `Rule` for each option of
//!   the rules; `Detail` describes a fault or an adjudication.
//! - After an empty line there is a line for each turn: its number, side and text, and after ` ; ` either `opening` or
//!   the score in hundredths for the player (or `win 5`, `loss 4`, in turns), the depth, the nodes, the nodes per second
//!   and the time in seconds.
//! - If a side can have several engines, `P1` and `P2` are teams. A header for each seat, in the game's order, names its
//!   engine (`Seat athens: agon-mcts`), each turn names its seat (`1. P1:athens k4>n  ; opening`), and after a fault
//!   `Fault: athens` names the seat at fault.
//! - Lines that begin with `#` are comments. In values, `\n`, `\r` and `\\` mean a line feed, a carriage return and a
//!   backslash.

mod read;
mod replay;
mod write;

pub use read::RecordError;
pub use replay::{Contradiction, replay};

use crate::game::{Ending, PlayedTurn};

/// The first line of a record.
const TITLE: &str = "# a game of the arena, format 1";

/// A game of the arena. `to_string` writes it, `parse` reads it, and [`replay`] checks it.
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
    /// If a side can have several engines: every seat, in the game's order, with the name of its engine. The turns'
    /// seats are indices into this.
    pub seats: Vec<(String, String)>,
    /// Its number in the tournament.
    pub number: Option<u64>,
    /// The round of the tournament.
    pub round: Option<u64>,
    /// The number of its pair.
    pub pair: Option<u64>,
    /// The tournament's seed.
    pub seed: Option<u64>,
    /// The engines' limits.
    pub limits: Option<String>,
    /// The first position.
    pub start: String,
    /// How it ended.
    pub ending: Ending,
    /// The index in [`seats`](Self::seats) of the seat at fault, if the game ended by a fault.
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

    /// The name of the player of a turn, or the seat and the name of its engine.
    ///
    /// # Panics
    /// The turn is of another record with more seats.
    #[must_use]
    pub fn who(&self, turn: &PlayedTurn) -> String {
        if self.seats.is_empty() {
            return self.players[turn.player.index()].clone();
        }
        let (seat, name) = &self.seats[turn.seat];
        format!("{seat} {name}")
    }
}
