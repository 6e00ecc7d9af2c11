//! A game that was played, whole and as what is counted of it.

use super::Tournament;
use crate::game::Ending;
use crate::game::Played;
use crate::game::{EngineThinking, Thinking};
use crate::schedule::{Game, ScheduleError};
use crate::store::{FinishedRow, GameResult};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What the schedule says about it.
    pub game: Game,
    /// The engine that decided for each seat.
    pub deciders: Vec<usize>,
    /// What happened.
    pub played: Played,
}

/// What is counted of a game: everything but its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What the schedule says about it.
    pub game: Game,
    /// The engine that decided for each seat.
    pub deciders: Vec<usize>,
    /// How it ended.
    pub ending: Ending,
    /// The seat at fault, where it ended by a fault.
    pub culprit: Option<usize>,
    /// How many turns it had, those of the opening included.
    pub turns: usize,
    /// What is known about the players' thinking.
    pub thinking: Vec<EngineThinking>,
}

impl FinishedGame {
    /// What is counted of it.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
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
        Outcome {
            game: self.game,
            deciders: self.deciders.clone(),
            ending: self.played.ending.clone(),
            culprit: self.played.culprit,
            turns: self.played.turns.len(),
            thinking,
        }
    }
}

impl Outcome {
    /// What a store keeps of it.
    pub(crate) fn row(&self) -> GameResult {
        GameResult {
            ending: self.ending.clone(),
            culprit: self.culprit,
            turns: self.turns,
            thinking: self.thinking.clone(),
        }
    }

    /// What a store has kept.
    ///
    /// # Errors
    /// It is of another tournament, with entrants, engines or seats that this one does not have.
    pub(crate) fn of_row(tournament: &Tournament, row: FinishedRow) -> Result<Outcome, ScheduleError> {
        let game = row.game;
        let foreign = |what: String| Err(ScheduleError::foreign(game.round, what));
        let (engines, seats) = (tournament.engines().count(), tournament.rules().seats().len());
        tournament.check_game(&game)?;
        if let Some(stranger) = row.result.thinking.iter().find(|kept| kept.engine >= engines) {
            return foreign(format!("engine {} of {engines} plays in them", stranger.engine + 1));
        }
        if let Some(stranger) = row.result.culprit.filter(|&seat| seat >= seats) {
            return foreign(format!("seat {} of {seats} is to blame for one", stranger + 1));
        }
        let GameResult { ending, culprit, turns, thinking } = row.result;
        Ok(Outcome { game, deciders: tournament.deciders(&game), ending, culprit, turns, thinking })
    }
}
