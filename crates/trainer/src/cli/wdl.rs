//! `trainer wdl`.

use std::process::ExitCode;

use arena::store::{GivenAddress, Store};
use trainer::fit::{MAX_SCORE, fit_wdl, scored_results, wdl_loss};

use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Stores of tournaments of one game: files, or `postgres://...`.
    #[arg(value_name = "FILE|URL", required = true)]
    stores: Vec<GivenAddress>,
    /// Leave out positions with a reported score further from 0, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = MAX_SCORE)]
    max_score: i32,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let mut samples = Vec::new();
    for given in &args.stores {
        samples.extend(scored_results(&Store::open(given.get()?)?, args.max_score)?);
    }
    if samples.is_empty() {
        return Err("no reported scores".into());
    }
    let model = fit_wdl(&samples);
    let weight = |drawn: bool| {
        let chosen = samples.iter().filter(|one| !drawn || (0.25..0.75).contains(&one.result));
        chosen.fold(0.0, |sum, one| sum + one.weight)
    };
    print(&format!(
        "positions: {}, of {:.0} games, {:.1}% drawn\n\
         factor of the score {:.3}, draw width {:.1} centipawns\nmean loss: {:.4} nats\n",
        samples.len(),
        weight(false),
        100.0 * weight(true) / weight(false),
        model.factor,
        model.draw_width,
        wdl_loss(&model, &samples),
    ));
    Ok(ExitCode::SUCCESS)
}
