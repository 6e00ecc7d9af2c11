//! A game that was played, whole and as what is counted of it.

use abstract_game::Player;

use super::{Averages, Tournament};
use crate::game::ending::{Cause, Ending};
use crate::game::play::Played;
use crate::schedule::{Game, ScheduleError};
use crate::store::{self, Depths, FinishedRow, GameResult, Overheads};

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
    pub thinking: Vec<Thinking>,
}

/// What is known about an engine's thinking for one side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The engine, as an index into the tournament's engines.
    pub engine: usize,
    /// The side.
    pub side: Player,
    /// About its turns.
    pub averages: Averages,
}

impl FinishedGame {
    /// What is counted of it.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut thinking: Vec<Thinking> = Vec::new();
        for turn in &self.played.turns {
            let Some(thought) = &turn.thought else { continue };
            let (engine, side) = (self.deciders[turn.seat], turn.player);
            let known = thinking.iter().position(|known| (known.engine, known.side) == (engine, side));
            let index = known.unwrap_or_else(|| {
                thinking.push(Thinking { engine, side, averages: Averages::default() });
                thinking.len() - 1
            });
            thinking[index].averages.add(thought);
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
        let thinking = self.thinking.iter().map(|thinking| {
            let averages = &thinking.averages;
            store::Thinking {
                engine: thinking.engine,
                side: thinking.side,
                turns: averages.turns,
                depth: Depths { sum: averages.depth, turns: averages.depth_turns },
                nodes: averages.nodes,
                node_time: averages.nodes_time,
                time: averages.time,
                longest: averages.longest,
                overhead: Overheads {
                    sum: averages.overhead,
                    turns: averages.overhead_turns,
                    longest: averages.longest_overhead,
                },
            }
        });
        GameResult {
            winner: self.ending.winner,
            cause: self.ending.cause.word().to_owned(),
            detail: self.ending.detail.clone(),
            culprit: self.culprit,
            turns: self.turns,
            thinking: thinking.collect(),
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
        tournament.own(&game)?;
        if let Some(stranger) = row.result.thinking.iter().find(|kept| kept.engine >= engines) {
            return foreign(format!("engine {} of {engines} plays in them", stranger.engine + 1));
        }
        if let Some(stranger) = row.result.culprit.filter(|&seat| seat >= seats) {
            return foreign(format!("seat {} of {seats} is to blame for one", stranger + 1));
        }
        let GameResult { winner, cause, detail, culprit, turns, thinking } = row.result;
        let thinking = thinking.into_iter().map(|kept| Thinking {
            engine: kept.engine,
            side: kept.side,
            averages: Averages {
                turns: kept.turns,
                time: kept.time,
                longest: kept.longest,
                depth: kept.depth.sum,
                depth_turns: kept.depth.turns,
                nodes: kept.nodes,
                nodes_time: kept.node_time,
                overhead: kept.overhead.sum,
                overhead_turns: kept.overhead.turns,
                longest_overhead: kept.overhead.longest,
            },
        });
        Ok(Outcome {
            game,
            deciders: tournament.deciders(&game),
            ending: Ending { winner, cause: Cause::from_word(&cause), detail },
            culprit,
            turns,
            thinking: thinking.collect(),
        })
    }
}
