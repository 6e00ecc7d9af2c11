//! `arena work`.

use arena::store::{Address, Store};
use arena::tournament::Tournament;

use super::playing::{self, FinalOutput, StoreSource};
use super::{Failure, interruptible};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Store of the tournament: a file, or `postgres://...`. The environment variable hides a password from other
    /// users of the machine.
    #[arg(long, value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: Address,
    #[command(flatten)]
    playing: playing::Args,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let stop = interruptible()?;
    // Workers are started by machines, and a server that is down may be back in a minute.
    let report = |trouble: &str| eprintln!("{trouble}");
    let store = Store::open_with_retries(&args.store, stop.clone(), report)?;
    let tournament = Tournament::of_store(&store)?;
    playing::play(tournament, StoreSource::Existing(store), &args.playing, &FinalOutput::NO_TABLE, &stop)
}
