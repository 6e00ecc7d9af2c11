//! The workers of a process: they claim games, play them and store the results, until there is nothing left to play.
//!
//! Besides the workers, a process has three threads: one stores results, one renews the leases of claimed games, and
//! one adds games to the schedule ahead of need.

mod context;
mod engines;
mod play;
mod profile;
mod result_queue;
mod sync;

pub use context::WorkSettings;
pub use profile::Profile;

use std::fmt;
use std::sync::PoisonError;
use std::thread;
use std::time::Instant;

use self::context::WorkerContext;
use self::engines::RunningEngines;
use crate::stop::Stop;
use crate::store::{Address, Store};
use crate::tournament::{Event, Observer, Results, Tournament, TournamentError};

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
        let engines = match RunningEngines::all(self, stop) {
            // An engine that was ended while it started is not at fault.
            Err(_) if stop.abandoned() => RunningEngines::none(self, stop),
            started => started?,
        };
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
    engines: RunningEngines<'a>,
    stop: &'a Stop,
}

impl fmt::Debug for Started<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").field("tournament", &self.tournament).finish_non_exhaustive()
    }
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
        let mut started = Some(engines);
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let worker = store.register(&host, std::process::id())?;
        let context = WorkerContext::new(tournament, store, worker, *settings, stop, observer)?;
        let count = settings.concurrency.max(1);
        let began = Instant::now();
        let mut done = Done::default();
        thread::scope(|scope| {
            let lease_renewal = scope.spawn(|| context.renew_leases());
            scope.spawn(|| context.plan_ahead());
            let result_writer = scope.spawn(|| context.write_results());
            let spawn_worker = |_| {
                let engines = started.take().unwrap_or_else(|| RunningEngines::none(tournament, stop));
                scope.spawn(|| context.play_games(engines))
            };
            let workers: Vec<_> = (0..count).map(spawn_worker).collect();
            for worker in workers {
                // Panics are already reported on stderr; the worker's game returns when its lease ends.
                if let Ok(profile) = worker.join() {
                    done.profile += profile;
                }
            }
            done.profile.total = began.elapsed().saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
            context.workers_ended.set();
            context.queue.close();
            done.games = result_writer.join().unwrap_or_default();
            context.results_stored.set();
            let _ = lease_renewal.join();
        });
        match context.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => {
                let mut results = context.results.into_inner().unwrap_or_else(PoisonError::into_inner);
                results.read(tournament, store)?;
                observer(tournament, Event::Standing(&results));
                Ok(done)
            }
        }
    }
}
