//! `arena resume`.

use std::path::PathBuf;

use arena::store::Address;

use super::playing::{self, FinalOutput, StoreSource, open};
use super::{Failure, interruptible};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: Address,
    /// New folder for a record of each game, and the table, written at the end.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    playing: playing::Args,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let (store, tournament) = open(&args.store)?;
    let output = FinalOutput::table(args.out.as_ref())?;
    playing::play(tournament, StoreSource::Existing(store), &args.playing, &output, &interruptible()?)
}
