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
    #[command(flatten)]
    sampling: Sampling,
    /// Penalty: this times the squares of the changes of the weights is added to the mean loss.
    #[arg(long, value_name = "FACTOR", default_value_t = 0.0, value_parser = penalty)]
    l2: f64,
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
    let mut stores = Vec::new();
    for given in &args.stores {
        stores.push(Store::open(given.get()?)?);
    }
    let game = stores[0].header()?.game;
    let weights = if args.parameters { Weights::Parameters } else { Weights::Terms };
    let mut positions = Positions::new(&game, weights, args.sampling.clone())?;
    stores.iter().try_for_each(|store| positions.read(store))?;
    let weights = &positions.evaluation.weights;
    let report = Report::new(weights, &positions.training, &positions.validation, args.l2)?;
    Ok(format!("game: {game}\n{report}"))
}
