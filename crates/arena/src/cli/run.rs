//! `arena run`.

use std::path::PathBuf;

use arena::store::{Address, Store, StoreError, StoreProblem};

use super::new::dry_run;
use super::playing::{self, FinalOutput, StoreSource};
use super::tournament_flags::TournamentFlags;
use super::{Failure, interruptible};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    tournament: TournamentFlags,
    /// Store of the tournament: a file, or `postgres://...`. If it exists and holds this very tournament, the
    /// tournament is resumed [default: a new file `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL", conflicts_with = "no_store")]
    store: Option<Address>,
    /// Keep the tournament in memory only.
    #[arg(long)]
    no_store: bool,
    /// New folder for a record of each game, and the table, written at the end.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the schedule and play nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    playing: playing::Args,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let tournament = args.tournament.tournament()?;
    if args.dry_run {
        return dry_run(&tournament);
    }
    let output = FinalOutput::table(args.out.as_ref())?;
    let memory = args.no_store.then_some(Address::Memory);
    let source = match args.store.as_ref().map(Store::open) {
        None | Some(Err(StoreError { problem: StoreProblem::Missing, .. })) => {
            StoreSource::Create(args.store.clone().or(memory))
        }
        Some(opened) => StoreSource::Existing(opened?),
    };
    playing::play(tournament, source, &args.playing, &output, &interruptible()?)
}
