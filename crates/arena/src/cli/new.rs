//! `arena new`.

use arena::report::{heading, schedule};
use arena::store::Address;
use arena::tournament::Tournament;

use super::playing::create_numbered;
use super::tournament_flags::TournamentFlags;
use super::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    tournament: TournamentFlags,
    /// Store of the tournament: a new file, or `postgres://...` [default: `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL")]
    store: Option<Address>,
    /// Print the schedule and create nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
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

/// Prints the schedule.
pub(super) fn dry_run(tournament: &Tournament) -> Result<u8, Failure> {
    let schedule = schedule(tournament)?;
    print(&format!("{}\n{schedule}", heading(tournament)));
    Ok(0)
}
