//! `arena new` and `arena run`.

use std::path::PathBuf;

use arena::report::{heading, schedule};
use arena::store::{Address, Problem, Store, StoreError};
use arena::tournament::Tournament;

use super::playing::{self, Output, StoreSource, create_numbered};
use super::tournament_flags::TournamentFlags;
use super::{Failure, interruptible, print};

#[derive(Debug, clap::Args)]
pub(super) struct NewArgs {
    #[command(flatten)]
    tournament: TournamentFlags,
    /// Store of the tournament: a new file, or `postgres://...` [default: `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL")]
    store: Option<Address>,
    /// Print the schedule and create nothing.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct RunArgs {
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

pub(super) fn new(args: &NewArgs) -> Result<u8, Failure> {
    let tournament = args.tournament.tournament()?;
    if args.dry_run {
        return dry_run(&tournament);
    }
    let store = match &args.store {
        Some(address) => tournament.create(address)?,
        None => create_numbered(&tournament)?,
    };
    print(&format!("{}\nstore: {}\n", heading(&tournament), store.address()));
    Ok(0)
}

pub(super) fn run(args: &RunArgs) -> Result<u8, Failure> {
    let tournament = args.tournament.tournament()?;
    if args.dry_run {
        return dry_run(&tournament);
    }
    let output = Output::table(args.out.as_ref())?;
    let memory = args.no_store.then_some(Address::Memory);
    let source = match args.store.as_ref().map(Store::open) {
        None | Some(Err(StoreError { problem: Problem::Missing, .. })) => {
            StoreSource::Create(args.store.clone().or(memory))
        }
        Some(opened) => StoreSource::Existing(opened?),
    };
    playing::play(tournament, source, &args.playing, &output, &interruptible()?)
}

/// Prints the schedule.
fn dry_run(tournament: &Tournament) -> Result<u8, Failure> {
    let schedule = schedule(tournament)?;
    print(&format!("{}\n{schedule}", heading(tournament)));
    Ok(0)
}
