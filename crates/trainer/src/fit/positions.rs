//! Positions with results from the stores of tournaments.

use abstract_game::random::{SplitMix64, mix};
use arena::game::record::Record;
use arena::report::export::{self, Sample as Chosen};
use arena::store::Store;
use rayon::prelude::*;

use super::evaluation::{Evaluation, Weights, evaluation_of};
use super::logistic::{GameSamples, Sample};
use crate::error::{TrainerError, invalid};

/// Number of records that are replayed together.
const BATCH: usize = 1024;

/// Which positions of a game are used.
#[derive(Clone, Debug, PartialEq, clap::Args)]
pub struct Sampling {
    /// Maximum number of positions per game.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub per_game: usize,
    /// Leave out positions with a reported score further from 0, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = MAX_SCORE)]
    pub max_score: i32,
    /// Percentage of the games that are not fitted to, but used to compare losses.
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=90))]
    pub validation: u8,
    /// Seed of the choice of positions and of the games for validation.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Positions with a score further from 0 are decided, unless a flag says otherwise.
pub const MAX_SCORE: i32 = 1000;

/// Positions of games, for training and validation. No game has positions in both.
pub struct Positions {
    /// The evaluation that gives the features.
    pub evaluation: Evaluation,
    game: String,
    sampling: Sampling,
    /// The games to fit to.
    pub training: Vec<GameSamples>,
    /// The games that show whether the fit holds for others.
    pub validation: Vec<GameSamples>,
    /// Number of games read.
    games: u64,
}

impl Positions {
    /// No positions yet, of a game, for a fit of these weights.
    ///
    /// # Errors
    /// The engine has no evaluation for the game.
    pub fn new(game: &str, weights: Weights, sampling: Sampling) -> Result<Positions, TrainerError> {
        let evaluation = evaluation_of(game, weights)
            .ok_or_else(|| invalid(format!("the engine has no evaluation for the game `{game}`")))?;
        let (training, validation) = (Vec::new(), Vec::new());
        Ok(Positions { evaluation, game: game.to_owned(), sampling, training, validation, games: 0 })
    }

    /// Adds the finished games of a store, by number. Games that ended through a fault are left out.
    ///
    /// # Errors
    /// The store cannot be read, is of another game, or holds a game that contradicts the rules.
    pub fn read(&mut self, store: &Store) -> Result<(), TrainerError> {
        let game = store.header()?.game;
        if game != self.game {
            let own = &self.game;
            return Err(invalid(format!(
                "the store is of the game `{game}`, the positions so far are of `{own}`"
            )));
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
                    self.choose(index, text).map_err(|error| of_game(row.game.number, &error))
                })
                .collect::<Result<_, _>>()?;
            let texts: Vec<String> = chosen.iter().flatten().map(|one| one.position.clone()).collect();
            let features =
                self.evaluation.features(&texts).map_err(|error| invalid(format!("position {error}")))?;
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
                    let validates = draw < f64::from(self.sampling.validation) / 100.0;
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

/// The record of the game of this number is wrong.
pub(super) fn of_game(number: usize, error: &str) -> TrainerError {
    invalid(format!("game {number} of the store: {error}"))
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
