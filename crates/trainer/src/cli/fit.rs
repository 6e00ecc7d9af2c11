//! `trainer fit`.

use std::error::Error;
use std::process::ExitCode;

use arena::store::{GivenAddress, Store};
use trainer::fit::{Positions, Report, Sampling, Weights};

use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Stores of tournaments of one game: files, or `postgres://...`.
    #[arg(value_name = "FILE|URL", required = true)]
    stores: Vec<GivenAddress>,
    /// Fit every parameter of the game's evaluation instead of a factor for each term.
    #[arg(long)]
    parameters: bool,
    /// Maximum number of positions per game.
    #[arg(long, value_name = "N", default_value_t = Sampling::default().per_game)]
    per_game: usize,
    /// Leave out positions with a reported score further from 0, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = Sampling::default().max_score)]
    max_score: i32,
    /// Percentage of the games that are not fitted to, but used to compare losses.
    #[arg(long, value_name = "PERCENT", default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=90))]
    validation: u8,
    /// Penalty: this times the squares of the changes of the weights is added to the mean loss.
    #[arg(long, value_name = "FACTOR", default_value_t = 0.0, value_parser = penalty)]
    l2: f64,
    /// Seed of the choice of positions and of the games for validation.
    #[arg(long, default_value_t = Sampling::default().seed)]
    seed: u64,
    /// Number of threads; 0: one per core. The result does not depend on it.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

fn penalty(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number from 0".to_owned())
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let report = threads.install(|| report(args)).map_err(|error| -> Failure { error })?;
    print(&report);
    Ok(ExitCode::SUCCESS)
}

fn report(args: &Args) -> Result<String, Box<dyn Error + Send + Sync>> {
    let sampling = Sampling {
        per_game: args.per_game,
        max_score: args.max_score,
        seed: args.seed,
        validation: f64::from(args.validation) / 100.0,
    };
    let mut stores = Vec::new();
    for given in &args.stores {
        stores.push(Store::open(given.get()?)?);
    }
    let game = stores[0].header()?.game;
    let weights = if args.parameters { Weights::Parameters } else { Weights::Terms };
    let mut positions = Positions::new(&game, weights, sampling)?;
    for store in &stores {
        positions.read(store)?;
    }
    let weights = positions.evaluation().weights();
    let report = Report::new(&weights, &positions.training, &positions.validation, args.l2)?;
    Ok(format!("game: {game}\n{report}"))
}
