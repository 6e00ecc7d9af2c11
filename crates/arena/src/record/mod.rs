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

mod json;
mod positions;
mod read;
mod replay;
mod write;

use abstract_game::Player;
use abstract_game::facade::AnyRules;

pub use positions::{Sample, samples};
pub use read::RecordError;
pub use replay::{Contradiction, replay};

use crate::engine::seating::has_partners;
use crate::game::ending::Ending;
use crate::game::play::PlayedTurn;
use crate::tournament::{FinishedGame, Tournament};

/// The first line of a record.
const TITLE: &str = "# a game of the arena, format 1";

/// A game with everything that is kept of it. `to_string` writes it, `parse` reads it, [`replay`]
/// verifies it.
///
/// ```
/// use arena::record::{Record, replay};
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
    /// The record of a game of a tournament.
    #[must_use]
    pub fn new(tournament: &Tournament, finished: &FinishedGame) -> Record {
        let FinishedGame { game, deciders, played } = finished;
        let partners = has_partners(tournament.rules().seats());
        Record {
            game: tournament.rules().name().to_owned(),
            rules: options(tournament.rules()),
            players: Player::BOTH.map(|side| tournament.name(game, side).to_owned()),
            seats: if partners { seats(tournament, deciders) } else { Vec::new() },
            number: Some(game.number as u64),
            round: Some(game.round as u64),
            pair: Some(game.pair as u64),
            seed: Some(tournament.settings().seed),
            limits: Some(limits(tournament, deciders)),
            start: played.start.clone(),
            ending: played.ending.clone(),
            culprit: played.culprit.filter(|_| partners),
            turns: played.turns.clone(),
        }
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

/// Every seat and who decides for it.
fn seats(tournament: &Tournament, deciders: &[usize]) -> Vec<(String, String)> {
    let seats = tournament.rules().seats().iter().zip(deciders);
    seats.map(|(seat, &engine)| (seat.name.to_owned(), tournament.engine(engine).to_owned())).collect()
}

/// The limits in words; of each engine, where they differ.
fn limits(tournament: &Tournament, deciders: &[usize]) -> String {
    let mut engines = deciders.to_vec();
    engines.sort_unstable();
    engines.dedup();
    let texts: Vec<_> = engines.iter().map(|&engine| tournament.limits(engine).to_string()).collect();
    match &texts[..] {
        [first, rest @ ..] if rest.iter().all(|text| text == first) => first.clone(),
        _ => {
            let named = engines.iter().zip(&texts);
            named
                .map(|(&engine, text)| format!("{}: {text}", tournament.engine(engine)))
                .collect::<Vec<_>>()
                .join("; ")
        }
    }
}

/// Every option of the rules with its value.
fn options(rules: &dyn AnyRules) -> Vec<(String, String)> {
    let value = |name: &'static str| Some((name.to_owned(), rules.option(name)?));
    rules.options().iter().filter_map(|spec| value(spec.name)).collect()
}
