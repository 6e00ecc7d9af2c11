//! The playing of games, as `arena run`, `arena resume` and `arena work` do it.

use std::path::PathBuf;
use std::time::Duration;

use arena::engine::TrafficLog;
use arena::report::progress::{Progress, Style};
use arena::report::watch::{Games, Watcher};
use arena::report::{export, heading, report};
use arena::stop::Stop;
use arena::store::{Address, Store, StoreError, StoreProblem};
use arena::tournament::{Tournament, TournamentError, TournamentEvent};
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
    watch: Option<Games>,
    /// Milliseconds that `--watch` pauses after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pause: u64,
    /// Print no progress, only faults and the results.
    #[arg(short, long)]
    quiet: bool,
}

/// Opens a store, with its tournament.
pub(super) fn open(address: &Address) -> Result<(Store, Tournament), Failure> {
    let store = Store::open(address)?;
    let tournament = Tournament::of_store(&store)?;
    Ok((store, tournament))
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
pub(super) struct FinalOutput<'a> {
    /// Whether the table is printed.
    table: bool,
    /// Folder for records and table.
    out: Option<&'a PathBuf>,
}

impl<'a> FinalOutput<'a> {
    /// Only the number of games.
    pub(super) const NO_TABLE: FinalOutput<'static> = FinalOutput { table: false, out: None };

    /// The table, and all records in the folder, which is created at once: an error must come before the games.
    pub(super) fn table(out: Option<&'a PathBuf>) -> Result<FinalOutput<'a>, Failure> {
        out.map_or(Ok(()), |out| export::make_folder(out))?;
        Ok(FinalOutput { table: true, out })
    }
}

/// Where the store of a tournament comes from.
pub(super) enum StoreSource {
    /// It exists.
    Existing(Store),
    /// It is created, in a new file if there is no address, once all engines have started, so that a tournament that
    /// cannot start leaves nothing behind.
    Create(Option<Address>),
}

/// Creates a store in the first file `<game>-<number>.arena` that does not exist.
pub(super) fn create_numbered(tournament: &Tournament) -> Result<Store, Failure> {
    let game = tournament.rules().name();
    let mut number = 1_u32;
    loop {
        match tournament.create(&Address::Sqlite(format!("{game}-{number}.arena").into())) {
            Err(error) if exists(&error) => number += 1,
            created => return Ok(created?),
        }
    }
}

/// Whether a store cannot be created because it exists.
fn exists(error: &TournamentError) -> bool {
    matches!(error, TournamentError::Store(StoreError { problem: StoreProblem::Exists, .. }))
}

/// Creates a store, or opens the one that another process has created meanwhile.
fn create_or_open(tournament: &Tournament, address: &Address) -> Result<Store, Failure> {
    match tournament.create(address) {
        Err(error) if exists(&error) => Ok(Store::open(address)?),
        created => Ok(created?),
    }
}

/// Plays a tournament to its end, or until it is interrupted.
pub(super) fn play(
    mut tournament: Tournament,
    source: StoreSource,
    args: &Args,
    output: &FinalOutput<'_>,
    stop: &Stop,
) -> Result<u8, Failure> {
    if let StoreSource::Existing(store) = &source {
        tournament.check(store)?;
        if tournament.results(store)?.complete {
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
    let watcher = args.watch.map(|games| {
        Watcher::new(games, Duration::from_millis(args.pause), |text| progress.printer().text(text))
    });
    let observer = |tournament: &Tournament, event: TournamentEvent<'_>| {
        if let Some(watcher) = &watcher {
            watcher.observe(tournament, event);
        }
        progress.observe(tournament, event);
    };

    let started = tournament.start(stop)?;
    let store = match source {
        StoreSource::Existing(store) => store,
        StoreSource::Create(Some(address)) => create_or_open(&tournament, &address)?,
        StoreSource::Create(None) => create_numbered(&tournament)?,
    };
    let printer = progress.printer().clone();
    let store = store.with_retries(stop.clone(), move |trouble| printer.line(trouble));
    let settings = WorkSettings { concurrency: args.concurrency, lease: args.lease };
    let done = started.work(&store, &settings, &observer);
    progress.close();
    let done = done?;
    if let Some(error) = log.as_ref().and_then(TrafficLog::failure) {
        return Err(Failure::Other(format!("the log of the engines' traffic is incomplete: {error}")));
    }

    let status = finish(&tournament, &store, &done, output)?;
    // Incomplete without an interrupt: a worker has failed and reported it on standard error.
    Ok(if status == INTERRUPTED && !stop.finishing() { FAILED } else { status })
}

/// Prints and writes the results.
fn finish(
    tournament: &Tournament,
    store: &Store,
    done: &Done,
    output: &FinalOutput<'_>,
) -> Result<u8, Failure> {
    let results = tournament.results(store)?;
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
        export::records(store, out)?;
        export::table(out, &text)?;
        print(&format!("records: {}\n", out.display()));
    }
    if !results.complete {
        return Ok(INTERRUPTED);
    }
    Ok(if results.summary.faults() > 0 { FAULTS } else { 0 })
}
