//! The workers of a process: they claim games, play them and store the results, until there is nothing left to play.
//!
//! Besides the workers, a process has three threads: one stores results, one renews the leases of claimed games, and
//! one adds games to the schedule ahead of need.

mod context;
mod play;

pub use context::{Profile, WorkSettings};

use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Instant;

use self::context::{MAX_WAITING, WorkerContext};
use self::play::WorkerEngine;
use crate::lock;
use crate::stop::Stop;
use crate::store::{Address, Store};
use crate::tournament::{Observer, Planner, Results, Tournament, TournamentError, TournamentEvent};

/// What a process has done for a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Number of finished games.
    pub games: usize,
    /// Where the time went.
    pub profile: Profile,
}

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
        let mut engines = WorkerEngine::all(self, stop);
        for (number, engine) in engines.iter_mut().enumerate() {
            match engine.running() {
                Ok(_) => {}
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
    ) -> Result<Done, TournamentError> {
        self.check(store)?;
        self.start(stop)?.work(store, settings, observer)
    }
}

/// A tournament with started engines.
pub struct Started<'a> {
    tournament: &'a Tournament,
    engines: Vec<WorkerEngine<'a>>,
    stop: &'a Stop,
}

impl Started<'_> {
    /// Works on the tournament in `store` until it is complete or stopped. Any number of processes may work on it at
    /// the same time.
    ///
    /// # Errors
    /// The store holds [another tournament](Tournament::check), it fails, or an opening cannot be made. A fault of an
    /// engine costs it a game and does not end the tournament.
    pub fn work(
        self,
        store: &Store,
        settings: &WorkSettings,
        observer: &Observer<'_>,
    ) -> Result<Done, TournamentError> {
        let Started { tournament, engines, stop } = self;
        tournament.check(store)?;
        let mut results = Results::new(tournament);
        results.read(tournament, store)?;
        observer(tournament, TournamentEvent::Standing(&results));
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let context = &WorkerContext {
            tournament,
            store,
            worker: store.register(&host, std::process::id())?,
            settings: *settings,
            stop,
            observer,
            results: Mutex::new(results),
            reported: Mutex::default(),
            planner: Mutex::new(Planner::new(tournament, store)),
            claims: Mutex::default(),
            changes: <(Mutex<u64>, Condvar)>::default(),
            profile: Mutex::default(),
            failure: Mutex::default(),
        };
        let count = settings.concurrency.max(1);
        let mut started = Some(engines);
        let began = Instant::now();
        let games = thread::scope(|scope| {
            // The end of each channel tells its receiver to end.
            let (queue, waiting) = sync_channel(MAX_WAITING);
            let (working, workers_ended) = channel();
            let (storing, results_stored) = channel();
            let lease_renewal = scope.spawn(move || context.renew_leases(&results_stored));
            scope.spawn(move || context.plan_ahead(&workers_ended));
            let result_writer = scope.spawn(move || context.write_results(&waiting));
            let spawn_worker = |_| {
                let engines = started.take().unwrap_or_else(|| WorkerEngine::all(tournament, stop));
                let queue = queue.clone();
                scope.spawn(move || context.play_games(engines, &queue))
            };
            let workers: Vec<_> = (0..count).map(spawn_worker).collect();
            drop(queue);
            for worker in workers {
                // Panics are already reported on stderr; the worker's game returns when its lease ends.
                let _ = worker.join();
            }
            let total = began.elapsed().saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
            lock(&context.profile).total = total;
            drop(working);
            let games = result_writer.join().unwrap_or_default();
            drop(storing);
            let _ = lease_renewal.join();
            games
        });
        if let Some(failure) = lock(&context.failure).take() {
            return Err(failure);
        }
        let mut results = lock(&context.results);
        results.read(tournament, store)?;
        observer(tournament, TournamentEvent::Standing(&results));
        Ok(Done { games, profile: *lock(&context.profile) })
    }
}
