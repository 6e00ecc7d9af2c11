//! `arena resume` and `arena work`: going on with a tournament, taking part in one.

use std::path::PathBuf;

use arena::store::{Address, Store};
use arena::tournament::Tournament;

use super::Failure;
use super::work::{self, Afterwards, Place};

#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    /// Where the tournament is kept: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
    /// At the end, writes a record of every game, and the table, into this new folder.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    work: work::Args,
}

#[derive(Debug, clap::Args)]
pub(super) struct Join {
    /// Where the tournament is kept: a file, or `postgres://...`. In the environment variable a password is not
    /// seen by others on the machine.
    #[arg(long, value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: Address,
    #[command(flatten)]
    work: work::Args,
}

pub(super) fn resume(args: &Resume) -> Result<u8, Failure> {
    let store = Store::open(&args.store).map_err(Failure::other)?;
    let tournament = Tournament::of_store(&store).map_err(Failure::other)?;
    let afterwards = Afterwards::table(args.out.as_ref())?;
    work::work(tournament, Place::There(store), &args.work, &afterwards, &work::interruptible()?)
}

pub(super) fn join(args: &Join) -> Result<u8, Failure> {
    let stop = work::interruptible()?;
    // Workers are started by machines, and a server that is away now may be back in a minute.
    let tell = |trouble: &str| eprintln!("{trouble}");
    let store = Store::open_patiently(&args.store, stop.clone(), tell).map_err(Failure::other)?;
    let tournament = Tournament::of_store(&store).map_err(Failure::other)?;
    work::work(tournament, Place::There(store), &args.work, &Afterwards::NO_TABLE, &stop)
}
