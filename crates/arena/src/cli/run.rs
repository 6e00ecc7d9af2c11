//! `arena run`.

use std::path::PathBuf;

use arena::store::{Address, Problem, Store, StoreError};
use arena::tournament::Tournament;

use super::new::{create_numbered, dry_run, exists};
use super::playing::{self, Output, StoreSource};
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
    let output = Output::table(args.out.as_ref())?;
    let source = match &args.store {
        Some(address) => match Store::open(address) {
            Err(StoreError { problem: Problem::Missing, .. }) => {
                StoreSource::Create(Box::new(|tournament| create_or_open(tournament, address)))
            }
            opened => StoreSource::Existing(opened.map_err(Failure::other)?),
        },
        None if args.no_store => {
            let create =
                |tournament: &Tournament| tournament.create(&Address::Memory).map_err(Failure::other);
            StoreSource::Create(Box::new(create))
        }
        None => StoreSource::Create(Box::new(create_numbered)),
    };
    playing::play(tournament, source, &args.playing, &output, &interruptible()?)
}

/// Creates a store, or opens the one that another process has created meanwhile.
fn create_or_open(tournament: &Tournament, address: &Address) -> Result<Store, Failure> {
    match tournament.create(address) {
        Err(error) if exists(&error) => Store::open(address).map_err(Failure::other),
        created => created.map_err(Failure::other),
    }
}
