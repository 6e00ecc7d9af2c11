//! `arena table`.

use arena::report::{heading, report};
use arena::store::{Address, Store};
use arena::tournament::Tournament;

use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let store = Store::open(&args.store).map_err(Failure::other)?;
    let tournament = Tournament::of_store(&store).map_err(Failure::other)?;
    let results = tournament.results(&store).map_err(Failure::other)?;
    print(&format!("{}\n{}", heading(&tournament), report(&tournament, &results)));
    Ok(0)
}
