//! The positions of a game with what was played and what came of it, as one wants them for tuning an engine.

use abstract_game::facade::AnyRules;
use protocol::ReportedScore;
use serde::Serialize;

use crate::game::record::{Contradiction, Record, replay};

/// A position of a game in which a player had to find a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The game's number in its tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// How many turns had been played.
    pub ply: usize,
    /// The position's text.
    pub position: String,
    /// The turn that was played.
    pub turn: String,
    /// The player's score in hundredths, if it told one that is no win or loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// In how many turns the player saw a win, or a loss if negative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// What the player got out of the game in the end: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

/// The positions of a record in which a player had to find a turn: those of the opening are left out.
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
/// The first thing in which the record contradicts the rules.
pub fn samples(record: &Record, rules: &dyn AnyRules) -> Result<Vec<Sample>, Contradiction> {
    let mut samples: Vec<Sample> = Vec::new();
    let (mut ply, mut next) = (0, record.start.clone());
    replay(record, rules, &mut |game, turn| {
        let position = std::mem::replace(&mut next, game.position_text());
        ply += 1;
        let Some(info) = &turn.info else { return };
        let (score, mate) = match info.score {
            Some(ReportedScore::Cp(value)) => (Some(value), None),
            Some(ReportedScore::Mate(turns)) => (None, Some(turns)),
            None => (None, None),
        };
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
