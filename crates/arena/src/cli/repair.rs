//! The commands that change a tournament: `arena void` and `arena accept`.

use crate::report::result_line;
use crate::store::{GivenAddress, Store};
use crate::tournament::{Selection, Tournament};

use super::flags::line;
use super::output::{Failure, print};

/// Games are selected by all conditions together.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("which").required(true).multiple(true))]
pub(super) struct Void {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    #[command(flatten)]
    selection: Selection,
    /// Why the results are taken back; the table shows it.
    #[arg(long, value_name = "TEXT", value_parser = line)]
    reason: String,
    /// Print the games, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn void(args: &Void) -> Result<(), Failure> {
    let store = Store::open(args.store.get().map_err(Failure::usage)?)?;
    let tournament = Tournament::of_store(&store)?;
    let games = tournament.select(&store, &args.selection)?;
    if games.is_empty() {
        return Err(Failure::Other("no finished game fits".to_owned()));
    }
    let lines: String = games.iter().map(|row| result_line(&tournament, row)).collect();
    let done = if args.dry_run {
        format!("{} would be voided\n", games.len())
    } else {
        let voided = tournament.void(&store, &games, &args.reason)?;
        format!("{voided} voided: `arena resume` plays them again\n")
    };
    print(&format!("{lines}{done}"))
}

#[derive(Debug, clap::Args)]
pub(super) struct Accept {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL")]
    store: GivenAddress,
    /// Name of the engine.
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Name of the decision, which the table shows.
    #[arg(long, value_name = "NAME", value_parser = line)]
    decision: String,
}

pub(super) fn accept(args: &Accept) -> Result<(), Failure> {
    let store = Store::open(args.store.get().map_err(Failure::usage)?)?;
    let tournament = Tournament::of_store(&store)?;
    let fingerprint = tournament.accept(&store, &args.engine, &args.decision)?;
    let Accept { engine, decision, .. } = args;
    print(&format!("`{engine}` with the fingerprint {fingerprint} counts, too: decision `{decision}`\n"))
}
