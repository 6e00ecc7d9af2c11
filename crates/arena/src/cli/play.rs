//! The commands that create, play and show a tournament.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::counted;
use crate::engine::{Processors, TrafficLog};
use crate::interrupts::{INTERRUPTED, interruptible};
use crate::report::export::ExportError;
use crate::report::progress::{Progress, ProgressSettings};
use crate::report::{export, heading, json, line, planned_games, report};
use crate::stop::Stop;
use crate::store::{Address, GivenAddress, Store, StoreError, StoreProblem};
use crate::tournament::{Planner, Tournament, TournamentError, TournamentEvent, TrustedStores};
use crate::worker::WorkSettings;
use clap::builder::RangedU64ValueParser;

use super::flags::{TournamentFlags, even};
use super::output::{FAILED, FAULTS, Failure, guard_engines, print, tell, written};

/// The heading in the help of what remains of a tournament.
const RESULTS: &str = "Store and records";

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct New {
    /// Print the settings and the number of games, and do nothing else.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    tournament: TournamentFlags,
    /// Store of the tournament: a new file, or `postgres://...`. `arena run` resumes a tournament in a store that exists, if
    /// it is this very one, or this one with fewer `--games` [default: that of the environment variable ARENA_STORE, or a
    /// new file `<game>-<number>.arena`].
    #[arg(long, value_name = "FILE|URL", help_heading = RESULTS)]
    store: Option<GivenAddress>,
}

impl New {
    /// Finds mistakes in the settings, and does nothing else.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.tournament.tournament(&|_| ())?;
        self.address().map(drop)
    }

    /// The store of the flag, or else of the environment. (The parser would refuse an environment's store with
    /// `--no-store`.)
    fn address(&self) -> Result<Option<Address>, Failure> {
        let environment = || std::env::var("ARENA_STORE").ok().filter(|text| !text.is_empty());
        let address = match &self.store {
            Some(given) => given.get().cloned().map(Some),
            None => environment().map(|text| text.parse()).transpose(),
        };
        address.map_err(Failure::usage)
    }

    /// The tournament. Prints its settings instead, if nothing else is wanted.
    fn tournament(&self) -> Result<Option<Tournament>, Failure> {
        let tournament = self.tournament.tournament(&tell)?;
        if self.dry_run {
            print(&format!("{}\n{}", heading(&tournament), planned_games(&tournament)))?;
        }
        Ok(Some(tournament).filter(|_| !self.dry_run))
    }
}

pub(super) fn new(args: &New) -> Result<(), Failure> {
    let Some(tournament) = args.tournament()? else { return Ok(()) };
    let store = match args.address()? {
        Some(address) => tournament.create(&address)?,
        None => create_numbered(&tournament)?,
    };
    admit(&tournament, &store, true)?;
    print(&format!("{}\nstore: {}\n", heading(&tournament), store.address()))
}

#[derive(Debug, clap::Args)]
#[command(mut_arg("store", |store| store.conflicts_with("no_store")))]
#[group(skip)]
pub(super) struct Run {
    #[command(flatten)]
    new: New,
    /// Keep the tournament in memory only.
    #[arg(long, help_heading = RESULTS)]
    no_store: bool,
    #[command(flatten)]
    playing: PlayFlags,
}

impl Run {
    /// Finds mistakes in the settings, and does nothing else.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.new.check()?;
        self.playing.processors().map(drop)
    }
}

pub(super) fn run(args: &Run) -> Result<u8, Failure> {
    let Some(tournament) = args.new.tournament()? else { return Ok(0) };
    let address = if args.no_store { Some(Address::Memory) } else { args.new.address()? };
    let store = match address.as_ref().map(Store::open) {
        None | Some(Err(StoreError { problem: StoreProblem::Missing, .. })) => None,
        Some(opened) => Some(opened?),
    };
    if let Some(store) = &store {
        tournament.raise(store)?;
    }
    play(tournament, (store, address.as_ref()), true, &args.playing, &interruptible(interrupted)?)
}

fn interrupted(what: &str) {
    tell(&format!("arena: {what}"));
}

#[derive(Debug, clap::Args)]
pub(super) struct Resume {
    /// Store of the tournament: a file, or `postgres://...`. The environment variable hides a password from other
    /// users of the machine.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    /// Raise the number of games that two engines play when they meet to this even number; not in Swiss and knockout
    /// tournaments.
    #[arg(short = 'n', long, value_name = "N", value_parser = even)]
    games: Option<usize>,
    /// Start the engines of a store that was not made by you on this machine: their commands are in the store. The store
    /// is remembered.
    #[arg(long)]
    trust: bool,
    #[command(flatten)]
    playing: PlayFlags,
}

pub(super) fn resume(args: &Resume) -> Result<u8, Failure> {
    let stop = interruptible(interrupted)?;
    // Workers are started by machines, and a server that is down may be back in a minute.
    let store = args.store.get().map_err(Failure::usage)?;
    let store = Store::open_with_retries(store, stop.clone(), tell)?;
    let mut tournament = Tournament::of_store(&store)?;
    if let Some(games) = args.games {
        let mut definition = tournament.definition();
        let now = 2 * definition.settings.pairs;
        if games < now {
            return Err(Failure::Usage(format!(
                "two engines play {now} games when they meet: `--games` can only raise that number"
            )));
        }
        definition.settings.pairs = games / 2;
        tournament = definition.tournament()?;
        tournament.raise(&store)?;
    }
    play(tournament, (Some(store), None), args.trust, &args.playing, &stop)
}

#[derive(Debug, clap::Args)]
pub(super) struct Table {
    /// Store of the tournament: a file, or `postgres://...`.
    #[arg(value_name = "FILE|URL", env = "ARENA_STORE", hide_env_values = true)]
    store: GivenAddress,
    /// Print one line for a commit message instead: the score, Elo, pairs and test of a tournament of two.
    #[arg(long)]
    line: bool,
    /// Print the standings, the engines and the test as JSON instead.
    #[arg(long, conflicts_with = "line")]
    json: bool,
}

pub(super) fn table(args: &Table) -> Result<(), Failure> {
    let store = Store::open_read_only(args.store.get().map_err(Failure::usage)?)?;
    let tournament = Tournament::of_store(&store)?;
    let results = tournament.results(&store)?;
    if args.line {
        let none = || Failure::Other("no line: expected two engines and a finished pair of games".to_owned());
        print(&line(&tournament, &results).ok_or_else(none)?)
    } else if args.json {
        print(&json(&tournament, &results))
    } else {
        print(&format!("{}\n{}", heading(&tournament), report(&tournament, &results)))
    }
}

/// The flags of `arena run` and `arena resume`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Work")]
#[group(skip)]
struct PlayFlags {
    /// New folder for a record of each game, and the table, written at the end.
    #[arg(short, long, value_name = "DIR", help_heading = RESULTS)]
    out: Option<PathBuf>,
    /// Number of games that are played at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=4096))]
    concurrency: usize,
    /// Processors for the engines, on Linux: numbers as in `0-3,6`, or `all` that this process may use. The engines of each
    /// game that is played at the same time get an equal part.
    #[arg(long, value_name = "CPUS")]
    affinity: Option<Processors>,
    /// End the work, as by Ctrl-C, when an engine has lost this number of games through its own fault.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_faults: Option<u64>,
    /// Seconds after which a game of a worker that has died is played again by another worker. It should be about the
    /// same for all workers of a tournament.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    lease: Duration,
    /// File for a log of all lines to and from the engines of this process; an existing file is overwritten.
    #[arg(long, value_name = "FILE", help_heading = "Progress")]
    log: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Progress")]
    progress: ProgressSettings,
}

impl PlayFlags {
    /// The processors of the engines of each game that is played at the same time; none: any.
    fn processors(&self) -> Result<Vec<Vec<usize>>, Failure> {
        let shares = self.affinity.as_ref().map(|processors| processors.shares(self.concurrency));
        Ok(shares.transpose().map_err(Failure::usage)?.unwrap_or_default())
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|&seconds: &f64| (0.1..=86_400.0).contains(&seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.1 to 86400".to_owned())
}

/// Whether a store was not created because there is a tournament.
fn exists(error: &TournamentError) -> bool {
    matches!(error, TournamentError::Store(StoreError { problem: StoreProblem::Exists, .. }))
}

/// Creates a store in the first file `<game>-<number>.arena` that does not exist.
fn create_numbered(tournament: &Tournament) -> Result<Store, Failure> {
    let file = |number| format!("{}-{number}.arena", tournament.rules().name());
    let mut created = (1_u32..).map(|number| tournament.create(&Address::Sqlite(file(number).into())));
    let created = created.find(|created| !created.as_ref().is_err_and(exists));
    Ok(created.expect("numbers do not end")?)
}

/// Creates a store for commands that the user gave, unless another process has created it meanwhile.
fn create(tournament: &Tournament, address: Option<&Address>) -> Result<Store, Failure> {
    let store = match address.map(|address| (address, tournament.create(address))) {
        None => create_numbered(tournament)?,
        Some((address, Err(error))) if exists(&error) => Store::open(address)?,
        Some((_, created)) => created?,
    };
    admit(tournament, &store, true)?;
    Ok(store)
}

/// Refuses to start commands of a store that the user neither gave nor accepted. Those that are `given` are remembered.
fn admit(tournament: &Tournament, store: &Store, given: bool) -> Result<(), Failure> {
    let engines: Vec<_> = tournament.definition().teams.into_iter().flat_map(|team| team.engines).collect();
    let trusted = TrustedStores::of_user();
    if !given {
        return Ok(trusted.check(store, &engines)?);
    }
    if let Err(error) = trusted.add(store, &engines) {
        tell(&format!("arena: {error}: `arena resume` will ask for `--trust`"));
    }
    Ok(())
}

/// Says so if the engines of the games at a time have too few processors.
fn warn_of_waiting(tournament: &Tournament, concurrency: usize, progress: &Progress) {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    // While an engine ponders, its opponent thinks.
    let pondering = (0..tournament.engines().count()).any(|engine| tournament.limits(engine).ponders());
    if concurrency * if pondering { 2 } else { 1 } > processors {
        progress.line(&format!(
            "arena: {} at a time on {}: {}engines will wait for each other",
            counted(concurrency, "game"),
            counted(processors, "processor"),
            if pondering { "a game with pondering takes two, so " } else { "" },
        ));
    }
}

/// Plays a tournament to its end, or until it is interrupted. A store that does not exist is created at its address, or in a
/// new file, once all engines have started: a tournament that cannot start leaves nothing behind. `given` is whether the
/// user gave or accepted the commands of the engines; otherwise they are those of the store, which may come from elsewhere.
fn play(
    mut tournament: Tournament,
    (store, address): (Option<Store>, Option<&Address>),
    given: bool,
    flags: &PlayFlags,
    stop: &Stop,
) -> Result<u8, Failure> {
    let out = flags.out.as_deref();
    // An error must come before the games.
    out.map_or(Ok(()), export::make_folder)?;
    if let Some(store) = &store {
        tournament.check(store)?;
        if tournament.results(store)?.complete {
            return finish(&tournament, store, out);
        }
        admit(&tournament, store, given)?;
    }
    tournament.bind_engines(flags.processors()?);
    guard_engines();
    let create_log =
        |path: &PathBuf| TrafficLog::create(path).map_err(|error| ExportError::Io(path.clone(), error));
    let log = flags.log.as_ref().map(create_log).transpose()?;
    if let Some(log) = &log {
        tournament.log_traffic(log.clone());
    }
    let progress = Arc::new(Progress::new(flags.progress));
    warn_of_waiting(&tournament, flags.concurrency, &progress);
    let observer = |tournament: &Tournament, event: TournamentEvent<'_>| {
        progress.observe(tournament, event);
        if let (TournamentEvent::Standing(results), Some(most)) = (event, flags.max_faults)
            && let Some(engine) = results.summary.engines.iter().find(|engine| engine.fault_count() >= most)
            && !stop.finishing()
        {
            stop.finish();
            let (name, faults) = (&engine.name, counted(engine.fault_count(), "fault"));
            progress.line(&format!("arena: {name} has {faults}: finishing the running games"));
        }
    };

    let started = tournament.start(stop)?;
    let store = store.map_or_else(|| create(&tournament, address), Ok)?;
    let printer = Arc::clone(&progress);
    let store = store.with_retries(stop.clone(), move |trouble| printer.line(trouble));
    let settings = WorkSettings { concurrency: flags.concurrency, lease: flags.lease };
    let worked = started.work(&Planner::new(&tournament, &store, &observer)?, &store, &settings, &observer);
    progress.close();
    worked?;
    progress.failure().map_or(Ok(()), |error| written(Err(error)))?;
    if let Some(error) = log.as_ref().and_then(TrafficLog::failure) {
        return Err(Failure::Other(format!("the log of the engines' traffic is incomplete: {error}")));
    }

    let status = finish(&tournament, &store, out)?;
    if status == INTERRUPTED && flags.max_faults.is_some() && tournament.results(&store)?.summary.faults() > 0
    {
        return Ok(FAULTS);
    }
    // Incomplete without an interrupt: a worker has failed and reported it on standard error.
    Ok(if status == INTERRUPTED && !stop.finishing() { FAILED } else { status })
}

/// Prints the results, and writes them into a folder.
fn finish(tournament: &Tournament, store: &Store, out: Option<&Path>) -> Result<u8, Failure> {
    let results = tournament.results(store)?;
    let text = format!("{}\n{}", heading(tournament), report(tournament, &results));
    print(&text)?;
    if !matches!(store.address(), Address::Memory) {
        print(&format!("store: {}\n", store.address()))?;
    }
    if let Some(out) = out {
        export::records(store, out)?;
        export::table(out, &text)?;
        print(&format!("records: {}\n", out.display()))?;
    }
    Ok(match results.complete {
        false => INTERRUPTED,
        true if results.summary.faults() > 0 => FAULTS,
        true => 0,
    })
}
