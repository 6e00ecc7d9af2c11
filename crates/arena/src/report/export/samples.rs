//! The positions of a game with the turns played and the results, for tuning an engine.

use abstract_game::facade::AnyRules;
use serde::Serialize;

use super::json::score_and_mate;
use crate::game::record::{Contradiction, Record, replay};

/// A position of a game in which a player chose a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The game's number in its tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The number of turns played before it.
    pub ply: usize,
    /// The position's text.
    pub position: String,
    /// The turn played.
    pub turn: String,
    /// The player's score in hundredths, if it reported one that is not a win or loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The number of turns until the win that the player reported, or until the loss if negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// The player's result of the game: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

/// The positions of a record in which a player chose a turn; those of the opening are omitted.
///
/// ```
/// use arena::game::record::Record;
/// use arena::report::export::samples;
/// let record: Record = "\
/// Game: take-two
/// P1: A
/// P2: B
/// Start: 1,1 1 2
/// Result: P1 wins by last-counter
///
/// 1. P1 a1,b1  ; score +100 time 0.003
/// ".parse()?;
/// let samples = samples(&record, &abstract_game::sample::TakeTwo::default())?;
/// assert_eq!((&*samples[0].position, samples[0].result), ("1,1 1 2", 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first contradiction between the record and the rules.
pub fn samples(record: &Record, rules: &dyn AnyRules) -> Result<Vec<Sample>, Contradiction> {
    let mut samples: Vec<Sample> = Vec::new();
    let (mut ply, mut next) = (0, record.start.clone());
    replay(record, rules, &mut |game, turn| {
        let position = std::mem::replace(&mut next, game.position_text());
        ply += 1;
        let Some(info) = &turn.info else { return };
        let (score, mate) = score_and_mate(info.score);
        let result = match record.ending.winner {
            None => 0.5,
            Some(winner) if winner == turn.player => 1.0,
            Some(_) => 0.0,
        };
        let (turn, ply) = (turn.turn.clone(), ply - 1);
        samples.push(Sample { game: record.number, ply, position, turn, score, mate, result });
    })?;
    Ok(samples)
}
