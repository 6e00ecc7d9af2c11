//! Playing the games of a store: the common part of `run`, `resume` and `work`.

use std::path::PathBuf;
use std::time::Duration;

use arena::engine::TrafficLog;
use arena::report::progress::{Progress, Style};
use arena::report::watch::{Games, Watcher};
use arena::report::{export, heading, report};
use arena::stop::Stop;
use arena::store::{Address, Store};
use arena::tournament::{Event, Tournament};
use arena::worker::{Done, WorkSettings};

use super::{FAILED, FAULTS, Failure, INTERRUPTED, print};

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// Number of games that are played at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = workers)]
    concurrency: usize,
    /// Seconds after which a game of a worker that has died is played again by another worker. It should be about the
    /// same for all workers of a tournament.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    lease: Duration,
    /// File for a log of all lines to and from the engines of this process; an existing file is overwritten.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Draw the boards during the games: of the first game, or of all, one game at a time.
    #[arg(short, long, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "first")]
    watch: Option<Watched>,
    /// Milliseconds that `--watch` pauses after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// Print no progress, only faults and the results.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Watched {
    First,
    All,
}

/// Machines do not have more threads and processes.
const MAX_WORKERS: usize = 4096;

fn workers(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MAX_WORKERS).contains(number));
    number.ok_or_else(|| format!("expected a whole number from 1 to {MAX_WORKERS}"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&seconds: &f64| (0.1..=86_400.0).contains(&seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.1 to 86400".to_owned())
}

/// What is printed and written at the end.
pub(super) struct Output<'a> {
    /// Whether the table is printed.
    table: bool,
    /// Folder for records and table.
    out: Option<&'a PathBuf>,
}

impl<'a> Output<'a> {
    /// Only the number of games.
    pub(super) const NO_TABLE: Output<'static> = Output { table: false, out: None };

    /// The table, and all records in the folder, which is created at once: an error must come before the games.
    pub(super) fn table(out: Option<&'a PathBuf>) -> Result<Output<'a>, Failure> {
        out.map_or(Ok(()), |out| export::make_folder(out)).map_err(Failure::other)?;
        Ok(Output { table: true, out })
    }
}

/// Where the store of a tournament comes from.
pub(super) enum StoreSource<'a> {
    /// It exists.
    Existing(Store),
    /// It is created once all engines have started, so that a tournament that cannot start leaves nothing behind.
    Create(Create<'a>),
}

/// Creates a store.
type Create<'a> = Box<dyn FnOnce(&Tournament) -> Result<Store, Failure> + 'a>;

/// Plays a tournament to its end, or until it is interrupted.
pub(super) fn play(
    mut tournament: Tournament,
    source: StoreSource<'_>,
    args: &Args,
    output: &Output<'_>,
    stop: &Stop,
) -> Result<u8, Failure> {
    if let StoreSource::Existing(store) = &source {
        tournament.check(store).map_err(Failure::other)?;
        if tournament.results(store).map_err(Failure::other)?.complete {
            return finish(&tournament, store, &Done::default(), output);
        }
    }
    let log = args.log.as_deref().map(|path| {
        let failed = |error| Failure::Other(format!("cannot write `{}`: {error}", path.display()));
        TrafficLog::create(path).map_err(failed)
    });
    let log = log.transpose()?;
    if let Some(log) = &log {
        tournament.log_traffic(log.clone());
    }
    let progress = Progress::new(if args.quiet { Style::Quiet } else { Style::fitting() });
    let watcher = args.watch.map(|watched| {
        let games = match watched {
            Watched::First => Games::First,
            Watched::All => Games::OneAtATime,
        };
        Watcher::new(games, Duration::from_millis(args.pause), |text| progress.printer().text(text))
    });
    let observer = |tournament: &Tournament, event: Event<'_>| {
        if let Some(watcher) = &watcher {
            watcher.observe(tournament, event);
        }
        progress.observe(tournament, event);
    };

    let started = tournament.start(stop).map_err(Failure::other)?;
    let store = match source {
        StoreSource::Existing(store) => store,
        StoreSource::Create(create) => create(&tournament)?,
    };
    let printer = progress.printer().clone();
    let store = store.with_retries(stop.clone(), move |trouble| printer.line(trouble));
    let settings = WorkSettings { concurrency: args.concurrency, lease: args.lease };
    let done = started.work(&store, &settings, &observer);
    progress.close();
    let done = done.map_err(Failure::other)?;
    if let Some(error) = log.as_ref().and_then(TrafficLog::failure) {
        return Err(Failure::Other(format!("the log of the engines' traffic is incomplete: {error}")));
    }

    let status = finish(&tournament, &store, &done, output)?;
    // Incomplete without an interrupt: a worker has failed and reported it on standard error.
    Ok(if status == INTERRUPTED && !stop.finishing() { FAILED } else { status })
}

/// Prints and writes the results.
fn finish(tournament: &Tournament, store: &Store, done: &Done, output: &Output<'_>) -> Result<u8, Failure> {
    let results = tournament.results(store).map_err(Failure::other)?;
    let mut text = format!("{}\n{}", heading(tournament), report(tournament, &results));
    if done.games > 0 {
        text += &format!("time of this process: {}\n", done.profile);
    }
    if output.table {
        print(&text);
        if !matches!(store.address(), Address::Memory) {
            print(&format!("store: {}\n", store.address()));
        }
    } else {
        print(&format!("{} games played here; {} in all\n", done.games, results.summary.games));
    }
    if let Some(out) = output.out {
        export::records(store, out).map_err(Failure::other)?;
        export::table(out, &text).map_err(Failure::other)?;
        print(&format!("records: {}\n", out.display()));
    }
    if !results.complete {
        return Ok(INTERRUPTED);
    }
    Ok(if results.summary.faults() > 0 { FAULTS } else { 0 })
}
