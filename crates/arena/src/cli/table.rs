//! `arena table`.

use arena::report::{heading, report};
use arena::store::Address;

use super::playing::open;
use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let (store, tournament) = open(&args.store)?;
    let results = tournament.results(&store)?;
    print(&format!("{}\n{}", heading(&tournament), report(&tournament, &results)));
    Ok(0)
}
