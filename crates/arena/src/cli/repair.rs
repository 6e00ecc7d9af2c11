//! The commands that change a tournament: `arena void` and `arena accept`.

use std::ops::RangeInclusive;
use std::time::SystemTime;

use crate::game::Cause;
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
    /// Numbers of games, as in `7` or `10-20`.
    #[arg(value_name = "GAMES", group = "which", value_parser = numbers)]
    games: Vec<RangeInclusive<usize>>,
    /// Games in which this engine plays; with `--fault`, games in which it is at fault. May be given several times.
    #[arg(long = "engine", value_name = "NAME", group = "which")]
    engines: Vec<String>,
    /// Games that ended by this fault: `time`, `crash`, `stall`, ... May be given several times.
    #[arg(long = "fault", value_name = "CAUSE", group = "which", value_parser = fault)]
    faults: Vec<Cause>,
    /// Games that were finished at or after this time: `2026-11-22T10:00:00Z`, or `2h` ago.
    #[arg(long, value_name = "TIME", group = "which", value_parser = time)]
    since: Option<SystemTime>,
    /// Games that were finished at or before this time.
    #[arg(long, value_name = "TIME", group = "which", value_parser = time)]
    until: Option<SystemTime>,
    /// Why the results are taken back; the table shows it.
    #[arg(long, value_name = "TEXT", value_parser = line)]
    reason: String,
    /// Print the games, and change nothing.
    #[arg(long)]
    dry_run: bool,
}

pub(super) fn void(args: &Void) -> Result<u8, Failure> {
    let store = Store::open(args.store.get().map_err(Failure::usage)?)?;
    let tournament = Tournament::of_store(&store)?;
    let selection = Selection {
        games: args.games.clone(),
        engines: args.engines.clone(),
        faults: args.faults.clone(),
        since: args.since,
        until: args.until,
    };
    let games = tournament.select(&store, &selection)?;
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
    print(&format!("{lines}{done}"))?;
    Ok(0)
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

pub(super) fn accept(args: &Accept) -> Result<u8, Failure> {
    let store = Store::open(args.store.get().map_err(Failure::usage)?)?;
    let tournament = Tournament::of_store(&store)?;
    let fingerprint = tournament.accept(&store, &args.engine, &args.decision)?;
    let Accept { engine, decision, .. } = args;
    print(&format!("`{engine}` with the fingerprint {fingerprint} counts, too: decision `{decision}`\n"))?;
    Ok(0)
}

fn numbers(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = first.parse().ok().zip(last.parse().ok()).filter(|(first, last)| (1..=*last).contains(first));
    let range = range.map(|(first, last): (usize, usize)| first..=last);
    range.ok_or_else(|| "expected a number of a game, or two as in `10-20`".to_owned())
}

fn fault(text: &str) -> Result<Cause, String> {
    const FAULTS: &str = "expected one of illegal-turn, time, stall, crash, disconnect, start, protocol";
    Some(Cause::from_word(text)).filter(Cause::is_fault).ok_or_else(|| FAULTS.to_owned())
}

fn time(text: &str) -> Result<SystemTime, String> {
    let ago = || SystemTime::now().checked_sub(humantime::parse_duration(text).ok()?);
    let time = humantime::parse_rfc3339_weak(text).ok().or_else(ago);
    time.ok_or_else(|| {
        "expected a time of UTC as in `2026-11-22T10:00:00Z`, or how long ago as in `2h 30m`".to_owned()
    })
}
