//! What `run`, `resume` and `work` have in common: working on the tournament of a store, with everything that a
//! person sees of it.

use std::path::PathBuf;
use std::time::Duration;

use arena::engine::traffic::TrafficLog;
use arena::report::export;
use arena::report::progress::{Progress, Style};
use arena::report::watch::{Games, Watcher};
use arena::report::{heading, report};
use arena::stop::Stop;
use arena::store::{Address, Store};
use arena::tournament::{Done, Event, Tournament, Work};

use super::{FAILED, FAULTS, Failure, INTERRUPTED, print};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// How many games are played at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = workers)]
    concurrency: usize,
    /// A game whose worker has given no sign of life for so many seconds is played anew by another. The same for
    /// all who work on a tournament, or nearly.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    lease: Duration,
    /// Writes everything that the engines hear and say into this file, in place of what is in it. For one process
    /// only.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Draws the boards while they are played: of the first game, or of all, one game at a time.
    #[arg(short, long, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "first")]
    watch: Option<Watched>,
    /// How many milliseconds `--watch` stops after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// Tells no progress, only faults and the results.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Watched {
    First,
    All,
}

/// More would mean more threads and processes than a machine has.
const MOST_WORKERS: usize = 4096;

fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_WORKERS).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST_WORKERS}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&seconds: &f64| (0.1..=86_400.0).contains(&seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.1 to 86400".to_owned())
}

/// What is done when the work is done.
pub(super) struct Afterwards<'a> {
    /// Whether the table is printed.
    table: bool,
    /// A folder for records and table.
    out: Option<&'a PathBuf>,
}

impl<'a> Afterwards<'a> {
    /// Only what was done here is told.
    pub(super) const NO_TABLE: Afterwards<'static> = Afterwards { table: false, out: None };

    /// The table is printed, and with a folder everything is written there. That this cannot be done is known
    /// before anything is played.
    pub(super) fn table(out: Option<&'a PathBuf>) -> Result<Afterwards<'a>, Failure> {
        out.map_or(Ok(()), |out| export::make_folder(out)).map_err(Failure::other)?;
        Ok(Afterwards { table: true, out })
    }
}

/// Where a tournament is kept.
pub(super) enum Place<'a> {
    /// In a store that is there.
    There(Store),
    /// In one that is made once the engines have been started: of a tournament that cannot begin nothing is left
    /// behind.
    ToMake(Make<'a>),
}

/// What makes a store.
type Make<'a> = Box<dyn FnOnce(&Tournament) -> Result<Store, Failure> + 'a>;

/// Works on a tournament to its end, or until somebody interrupts.
pub(super) fn work(
    mut tournament: Tournament,
    place: Place<'_>,
    args: &Args,
    afterwards: &Afterwards<'_>,
    stop: &Stop,
) -> Result<u8, Failure> {
    if let Place::There(store) = &place {
        tournament.check(store).map_err(Failure::other)?;
        if tournament.results(store).map_err(Failure::other)?.complete {
            return tell(&tournament, store, &Done::default(), afterwards);
        }
    }
    let log = args.log.as_deref().map(|path| {
        let failed = |error| Failure::Other(format!("cannot write `{}`: {error}", path.display()));
        TrafficLog::create(path).map_err(failed)
    });
    let log = log.transpose()?;
    if let Some(log) = &log {
        tournament.log(log);
    }
    let progress = Progress::new(if args.quiet { Style::Quiet } else { Style::fitting() });
    let watcher = args.watch.map(|watched| {
        let games = match watched {
            Watched::First => Games::First,
            Watched::All => Games::OneAtATime,
        };
        Watcher::new(games, Duration::from_millis(args.pause), |text| progress.print(text))
    });
    let observer = |tournament: &Tournament, event: Event<'_>| {
        if let Some(watcher) = &watcher {
            watcher.observe(tournament, event);
        }
        progress.observe(tournament, event);
    };

    let own = Work { concurrency: args.concurrency, lease: args.lease };
    let teller = progress.teller();
    let started = tournament.start(stop).map_err(Failure::other)?;
    let store = match place {
        Place::There(store) => store,
        Place::ToMake(make) => make(&tournament)?,
    };
    let store = store.patient(stop.clone(), move |trouble| teller.tell(trouble));
    let done = started.work(&store, &own, &observer);
    progress.close();
    let done = done.map_err(Failure::other)?;
    if let Some(error) = log.as_ref().and_then(TrafficLog::failure) {
        return Err(Failure::Other(format!("the log of the engines' traffic is not complete: {error}")));
    }

    let status = tell(&tournament, &store, &done, afterwards)?;
    // What ended without an interrupt and is not complete was told on standard error, by a worker that failed.
    Ok(if status == INTERRUPTED && !stop.finishing() { FAILED } else { status })
}

/// Tells how it stands, and what was done here.
fn tell(
    tournament: &Tournament,
    store: &Store,
    done: &Done,
    afterwards: &Afterwards<'_>,
) -> Result<u8, Failure> {
    let results = tournament.results(store).map_err(Failure::other)?;
    let mut text = format!("{}\n{}", heading(tournament), report(tournament, &results));
    if done.games > 0 {
        text += &format!("time of this process: {}\n", done.profile);
    }
    if afterwards.table {
        print(&text);
        if !matches!(store.address(), Address::Memory) {
            print(&format!("store: {}\n", store.address()));
        }
    } else {
        print(&format!("{} games played here; {} in all\n", done.games, results.summary.games));
    }
    if let Some(out) = afterwards.out {
        export::records(store, out).map_err(Failure::other)?;
        export::table(out, &text).map_err(Failure::other)?;
        print(&format!("records: {}\n", out.display()));
    }
    if !results.complete {
        return Ok(INTERRUPTED);
    }
    Ok(if results.summary.faults() > 0 { FAULTS } else { 0 })
}

/// What ends the work when somebody presses Ctrl-C: the first time it lets the running games finish, the second abandons
/// them, the third gives up waiting for engines that do not obey.
pub(super) fn interruptible() -> Result<Stop, Failure> {
    let handle = Stop::new();
    let stop = handle.clone();
    ctrlc::set_handler(move || {
        if stop.abandoned() {
            std::process::exit(i32::from(INTERRUPTED));
        } else if stop.ask() {
            eprintln!("arena: finishing the running games (Ctrl-C again abandons them)");
        } else {
            eprintln!("arena: abandoning the running games");
        }
    })
    .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(handle)
}
