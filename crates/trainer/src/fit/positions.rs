//! Positions with results from the stores of tournaments.

use abstract_game::random::{SplitMix64, mix};
use arena::game::record::Record;
use arena::report::export::{self, Sample as Chosen};
use arena::store::{Store, StoreError};
use rayon::prelude::*;
use thiserror::Error;

use super::evaluation::{Evaluation, Weights, evaluation_of};
use super::logistic::{GameSamples, Sample};

/// Number of records that are replayed together.
const BATCH: usize = 1024;

/// Which positions of a game are used.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampling {
    /// Maximum number of positions per game.
    pub per_game: usize,
    /// Positions whose score is further from 0 are decided and left out, in centipawns.
    pub max_score: i32,
    /// The seed of the choice of positions, and of the games for validation.
    pub seed: u64,
    /// Part of the games that is used for validation, from 0 to 1.
    pub validation: f64,
}

impl Default for Sampling {
    /// Eight positions per game with scores up to 1000 centipawns; a fifth of the games for validation.
    fn default() -> Self {
        Sampling { per_game: 8, max_score: 1000, seed: 1, validation: 0.2 }
    }
}

/// Positions of games, for training and validation. No game has positions in both.
pub struct Positions {
    evaluation: Box<dyn Evaluation>,
    game: String,
    sampling: Sampling,
    /// The games to fit to.
    pub training: Vec<GameSamples>,
    /// The games that show whether the fit holds for others.
    pub validation: Vec<GameSamples>,
    /// Number of games read.
    games: u64,
}

/// Why positions cannot be read.
#[derive(Debug, Error)]
pub enum PositionError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record of the game of this number is wrong.
    #[error("game {0} of the store: {1}")]
    Game(usize, String),
    /// A position cannot be read.
    #[error("position {0}")]
    Position(String),
    /// The engine has no evaluation for this game.
    #[error("the engine has no evaluation for the game `{0}`")]
    NoEvaluation(String),
    /// The store holds another game than the stores before.
    #[error("the store is of the game `{0}`, the positions so far are of `{1}`")]
    OtherGame(String, String),
}

impl Positions {
    /// No positions yet, of a game, for a fit of these weights.
    ///
    /// # Errors
    /// The engine has no evaluation for the game.
    pub fn new(game: &str, weights: Weights, sampling: Sampling) -> Result<Positions, PositionError> {
        let evaluation =
            evaluation_of(game, weights).ok_or_else(|| PositionError::NoEvaluation(game.to_owned()))?;
        let (training, validation) = (Vec::new(), Vec::new());
        Ok(Positions { evaluation, game: game.to_owned(), sampling, training, validation, games: 0 })
    }

    /// The evaluation that gives the features.
    #[must_use]
    pub fn evaluation(&self) -> &dyn Evaluation {
        &*self.evaluation
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Adds the finished games of a store, by number. Games that ended through a fault are left out.
    ///
    /// # Errors
    /// The store cannot be read, is of another game, or holds a game that contradicts the rules.
    pub fn read(&mut self, store: &Store) -> Result<(), PositionError> {
        let game = store.header()?.game;
        if game != self.game {
            return Err(PositionError::OtherGame(game, self.game.clone()));
        }
        let mut records = store.records();
        loop {
            let batch: Vec<_> = records.by_ref().take(BATCH).collect::<Result<_, _>>()?;
            if batch.is_empty() {
                return Ok(());
            }
            let chosen: Vec<Vec<Chosen>> = (self.games..)
                .zip(&batch)
                .collect::<Vec<_>>()
                .into_par_iter()
                .map(|(index, (row, text))| {
                    self.choose(index, text).map_err(|error| PositionError::Game(row.game.number, error))
                })
                .collect::<Result<_, _>>()?;
            let texts: Vec<String> = chosen.iter().flatten().map(|one| one.position.clone()).collect();
            let features = self.evaluation.features(&texts).map_err(PositionError::Position)?;
            let mut features = features.into_iter();
            let samples = chosen.iter().map(|game| {
                let quiet = game.iter().zip(features.by_ref()).filter_map(|(one, features)| {
                    features.map(|(offset, features)| Sample { offset, features, result: one.result })
                });
                // All of the game's features are taken, so that those of the next game follow.
                let mut samples: GameSamples = quiet.collect();
                samples.truncate(self.sampling.per_game);
                samples
            });
            let samples: Vec<GameSamples> = samples.collect();
            for samples in samples {
                let draw = mix(self.sampling.seed, &[1, self.games]) as f64 / 2_f64.powi(64);
                self.games += 1;
                if !samples.is_empty() {
                    let validates = draw < self.sampling.validation;
                    if validates { &mut self.validation } else { &mut self.training }.push(samples);
                }
            }
        }
    }

    /// The undecided positions of one game, in an order by the seed.
    fn choose(&self, index: u64, record: &str) -> Result<Vec<Chosen>, String> {
        let mut positions = samples(record)?;
        let max = self.sampling.max_score;
        positions.retain(|one| one.mate.is_none() && one.score.is_none_or(|score| score.abs() <= max));
        let mut random = SplitMix64::new(mix(self.sampling.seed, &[0, index]));
        let mut chosen = Vec::new();
        while !positions.is_empty() {
            chosen.push(positions.swap_remove(random.below(positions.len())));
        }
        Ok(chosen)
    }
}

/// The positions of a record; none if the game ended through a fault.
pub(super) fn samples(record: &str) -> Result<Vec<Chosen>, String> {
    let text = |error: &dyn std::error::Error| error.to_string();
    let record: Record = record.parse().map_err(|error| text(&error))?;
    if record.ending.cause.is_fault() {
        return Ok(Vec::new());
    }
    let rules = games::by_name(&record.game).map_err(|error| text(&error))?;
    export::samples(&record, &*rules).map_err(|error| text(&error))
}
