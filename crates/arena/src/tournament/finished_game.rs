//! A finished game of a tournament.

use crate::game::{EngineThinking, Played, Thinking};
use crate::schedule::Game;
use crate::store::GameResult;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game in the schedule.
    pub game: Game,
    /// The engine that decided for each seat.
    pub deciders: Vec<usize>,
    /// The turns and the ending.
    pub played: Played,
}

impl FinishedGame {
    /// The result as a store keeps it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let mut thinking: Vec<EngineThinking> = Vec::new();
        for turn in &self.played.turns {
            let Some(info) = &turn.info else { continue };
            let (engine, side) = (self.deciders[turn.seat], turn.player);
            let known = thinking.iter().position(|known| (known.engine, known.side) == (engine, side));
            let index = known.unwrap_or_else(|| {
                thinking.push(EngineThinking { engine, side, thinking: Thinking::default() });
                thinking.len() - 1
            });
            thinking[index].thinking.add(info);
        }
        GameResult {
            ending: self.played.ending.clone(),
            culprit: self.played.culprit,
            turns: self.played.turns.len(),
            thinking,
        }
    }
}
