//! `arena new` and `arena run`: making a tournament, and playing it.

use std::path::PathBuf;

use arena::report::{heading, schedule};
use arena::store::{Address, Problem, Store, StoreError};
use arena::tournament::{Tournament, TournamentError};

use super::plan::Plan;
use super::work::{self, Afterwards, Place};
use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct New {
    #[command(flatten)]
    plan: Plan,
    /// Where the tournament is kept: a new file, or `postgres://...` [default: `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL")]
    store: Option<Address>,
    /// Makes nothing, and prints what would be played.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    #[command(flatten)]
    plan: Plan,
    /// Where the tournament is kept: a file, or `postgres://...`. If it is there already, and is this very
    /// tournament, it is gone on with [default: a new file `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL", conflicts_with = "no_store")]
    store: Option<Address>,
    /// Keeps nothing.
    #[arg(long)]
    no_store: bool,
    /// At the end, writes a record of every game, and the table, into this new folder.
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Plays nothing, and prints what would be played.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    work: work::Args,
}

pub(super) fn new(args: &New) -> Result<u8, Failure> {
    let tournament = tournament(&args.plan)?;
    if args.dry_run {
        return dry_run(&tournament);
    }
    let store = match &args.store {
        Some(address) => tournament.create(address).map_err(Failure::other)?,
        None => create_numbered(&tournament)?,
    };
    print(&format!("{}\nstore: {}\n", heading(&tournament), store.address()));
    Ok(0)
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let tournament = tournament(&args.plan)?;
    if args.dry_run {
        return dry_run(&tournament);
    }
    let afterwards = Afterwards::table(args.out.as_ref())?;
    let place = match &args.store {
        Some(address) => match Store::open(address) {
            Err(StoreError { problem: Problem::NotThere, .. }) => {
                Place::ToMake(Box::new(|tournament| create_or_open(tournament, address)))
            }
            there => Place::There(there.map_err(Failure::other)?),
        },
        None if args.no_store => {
            Place::ToMake(Box::new(|tournament| tournament.create(&Address::Memory).map_err(Failure::other)))
        }
        None => Place::ToMake(Box::new(create_numbered)),
    };
    work::work(tournament, place, &args.work, &afterwards, &work::interruptible()?)
}

/// A new store, or one that somebody else has made meanwhile.
fn create_or_open(tournament: &Tournament, address: &Address) -> Result<Store, Failure> {
    match tournament.create(address) {
        Err(error) if is_there(&error) => Store::open(address).map_err(Failure::other),
        created => created.map_err(Failure::other),
    }
}

fn tournament(plan: &Plan) -> Result<Tournament, Failure> {
    plan.definition()?.tournament().map_err(Failure::usage)
}

/// A store in the first file `<game>-<number>.arena` that is not there.
fn create_numbered(tournament: &Tournament) -> Result<Store, Failure> {
    let game = tournament.rules().name();
    let mut number = 1_u32;
    loop {
        match tournament.create(&Address::Sqlite(format!("{game}-{number}.arena").into())) {
            Err(error) if is_there(&error) => number += 1,
            created => return created.map_err(Failure::other),
        }
    }
}

/// Whether a store cannot be made because it is there.
fn is_there(error: &TournamentError) -> bool {
    matches!(error, TournamentError::Store(StoreError { problem: Problem::AlreadyThere, .. }))
}

fn dry_run(tournament: &Tournament) -> Result<u8, Failure> {
    let schedule = schedule(tournament).map_err(Failure::other)?;
    print(&format!("{}\n{schedule}", heading(tournament)));
    Ok(0)
}
