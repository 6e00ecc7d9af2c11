//! The workers of a process: they claim games, play them and store the results, until there is nothing left to play.
//!
//! Besides the workers, a process has three threads: one stores results, one renews the leases of claimed games and stores
//! the turns of those in progress, and one adds games to the schedule ahead of need.

mod context;
mod play;
mod progress;

pub use context::WorkSettings;

use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{channel, sync_channel};
use std::thread::{self, Scope, ScopedJoinHandle};

use parking_lot::{Condvar, Mutex};

use self::context::{FIRST_PIECE, MAX_WAITING, WorkerContext};
use self::play::WorkerEngines;
use self::progress::Progress;
use crate::counted;
use crate::engine::allow_open_files;
use crate::stop::Stop;
use crate::store::{Address, Store};
use crate::tournament::{Observer, Plan, Planner, Results, Tournament, TournamentError};

impl Tournament {
    /// Plays the whole tournament with a store in memory.
    ///
    /// # Errors
    /// Those of [`work`](Self::work).
    pub fn run(
        &self,
        settings: &WorkSettings,
        stop: &Stop,
        observer: &Observer<'_>,
    ) -> Result<Results, TournamentError> {
        let store = self.create(&Address::Memory)?;
        self.work(&store, settings, stop, observer)?;
        self.results(&store)
    }

    /// Starts each engine once, so that a mistake in a command line shows before a store is created. `stop` ends
    /// engines that hang, now and later.
    ///
    /// # Errors
    /// An engine does not start.
    pub fn start<'a>(&'a self, stop: &'a Stop) -> Result<Started<'a>, TournamentError> {
        let mut engines = WorkerEngines::new(0, self.engines().count());
        allow_open_files(open_files(engines.running.len()));
        for (number, engine) in engines.running.iter_mut().enumerate() {
            match self.launch(number, 0, stop) {
                Ok(launched) => *engine = Some(launched),
                // An engine that was ended while it started is not at fault.
                Err(_) if stop.abandoned() => break,
                Err(fault) => return Err(TournamentError::Start(self.engine(number).to_owned(), fault)),
            }
        }
        Ok(Started { tournament: self, engines, stop })
    }

    /// [Starts](Self::start) the engines and [works](Started::work).
    ///
    /// # Errors
    /// Those of the two.
    pub fn work(
        &self,
        store: &Store,
        settings: &WorkSettings,
        stop: &Stop,
        observer: &Observer<'_>,
    ) -> Result<(), TournamentError> {
        let plan = Planner::new(self, store, observer)?;
        self.start(stop)?.work(&plan, store, settings, observer)
    }
}

/// The number of files that this number of engines needs, and the rest of the process with them.
fn open_files(engines: usize) -> u64 {
    64 + 4 * engines as u64
}

/// This machine in words: its name, processors and system.
fn machine() -> String {
    let name = gethostname::gethostname().to_string_lossy().into_owned();
    // Only Linux has this file, and on some machines it names no model.
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let number = thread::available_parallelism().map_or(1, usize::from);
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let parts = [Some(&*counted(number, "processor")), model.map(|(_, model)| model.trim()), Some(&system)];
    format!("{name}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn spawn<'s>(
    scope: &'s Scope<'s, '_>,
    context: &WorkerContext<'_>,
    work: impl FnOnce() + Send + 's,
) -> Option<ScopedJoinHandle<'s, ()>> {
    let failed = |error| context.fail(TournamentError::Machine(format!("cannot start a thread: {error}")));
    thread::Builder::new().spawn_scoped(scope, work).map_err(failed).ok()
}

/// A tournament with started engines.
pub struct Started<'a> {
    tournament: &'a Tournament,
    engines: WorkerEngines,
    stop: &'a Stop,
}

impl Started<'_> {
    /// Plays the games of the plan in `store` until it is complete or stopped. Any number of processes may work on it at
    /// the same time.
    ///
    /// # Errors
    /// The store fails, or the plan does. A fault of an engine costs it a game and does not end the work.
    pub fn work(
        self,
        plan: &dyn Plan,
        store: &Store,
        settings: &WorkSettings,
        observer: &Observer<'_>,
    ) -> Result<(), TournamentError> {
        let Started { tournament, engines, stop } = self;
        plan.read(true)?;
        let context = &WorkerContext {
            tournament,
            store,
            worker: store.register(&machine(), std::process::id())?,
            settings: *settings,
            stop,
            observer,
            plan,
            claims: Mutex::default(),
            candidates: tournament.candidates()?,
            piece: AtomicUsize::new(FIRST_PIECE),
            progress: Progress::default(),
            changes: <(Mutex<u64>, Condvar)>::default(),
            without: Mutex::default(),
            failure: Mutex::default(),
        };
        let (count, engines_each) = (settings.concurrency.max(1), engines.running.len());
        allow_open_files(open_files(count * engines_each));
        let mut started = Some(engines);
        thread::scope(|scope| {
            // The end of each channel tells its receiver to end.
            let (queue, waiting) = sync_channel(MAX_WAITING);
            let (working, workers_ended) = channel();
            let (storing, results_stored) = channel();
            let lease_renewal = spawn(scope, context, move || context.renew_leases(&results_stored));
            let planner = spawn(scope, context, move || context.plan_ahead(&workers_ended));
            let result_writer = spawn(scope, context, move || context.write_results(&waiting));
            let spawn_worker = |worker| {
                let engines = started.take().unwrap_or_else(|| WorkerEngines::new(worker, engines_each));
                let queue = queue.clone();
                spawn(scope, context, move || context.play_games(engines, &queue))
            };
            let complete = [&lease_renewal, &planner, &result_writer].into_iter().all(Option::is_some);
            let workers: Vec<_> = (0..count).filter(|_| complete).map_while(spawn_worker).collect();
            drop(queue);
            for worker in workers {
                // Panics are already reported on stderr; the worker's game returns when its lease ends.
                let _ = worker.join();
            }
            drop(working);
            let _ = result_writer.map(ScopedJoinHandle::join);
            drop(storing);
            let _ = lease_renewal.map(ScopedJoinHandle::join);
        });
        context.failure.lock().take().map_or_else(|| plan.read(true), Err)
    }
}
