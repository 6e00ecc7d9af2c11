//! The workers of a process: they claim games, play them and store the results, until there is nothing left to play.
//!
//! Besides the workers, a process has three threads: one stores results, one renews the leases of claimed games, and
//! one adds games to the schedule ahead of need.

mod engines;
mod play;
mod profile;
mod result_queue;

pub use profile::Profile;

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::engines::RunningEngines;
use self::result_queue::ResultQueue;
use crate::stop::Stop;
use crate::store::{Address, Store, Token, Worker};
use crate::tournament::{Event, Extended, Observer, Planner, Results, Tournament, TournamentError};

/// Maximum time between two looks at the store of a worker that waits for others.
const STORE_POLL: Duration = Duration::from_millis(300);
/// Games are added to the schedule when no more than this number are open.
const OPEN_GAMES: usize = 128;
/// Interval between checks of the number of open games.
const OPEN_GAMES_POLL: Duration = Duration::from_millis(20);
/// Minimum time between two reports of the standings, unless a sequential test has to decide.
const STANDING_INTERVAL: Duration = Duration::from_millis(200);
/// Maximum time between two renewals of leases.
const MAX_RENEWAL: Duration = Duration::from_secs(10);

/// How a process works on a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkSettings {
    /// Number of games that it plays at the same time; 0 counts as 1.
    pub concurrency: usize,
    /// Time until a claimed game returns to the other workers unless its lease is renewed. Leases are renewed three
    /// times as often.
    pub lease: Duration,
}

impl Default for WorkSettings {
    /// One game at a time, a lease of 30 seconds.
    fn default() -> Self {
        WorkSettings { concurrency: 1, lease: Duration::from_secs(30) }
    }
}

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

/// The state that the threads of a process share.
struct WorkerContext<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    /// This process in the store.
    worker: Worker,
    settings: WorkSettings,
    stop: &'a Stop,
    observer: &'a Observer<'a>,
    results: Mutex<Results>,
    /// When the standings were reported last.
    reported: Mutex<Option<Instant>>,
    planner: Mutex<Planner<'a>>,
    /// The claims of this process whose results are not stored yet: their leases are renewed.
    claims: Mutex<Vec<Token>>,
    queue: ResultQueue,
    /// Number of changes: games finished here, and games added to the schedule.
    changes: (Mutex<u64>, Condvar),
    workers_ended: Flag,
    results_stored: Flag,
    /// The error that ended the work.
    failure: Mutex<Option<TournamentError>>,
}

impl<'a> WorkerContext<'a> {
    fn new(
        tournament: &'a Tournament,
        store: &'a Store,
        worker: Worker,
        settings: WorkSettings,
        stop: &'a Stop,
        observer: &'a Observer<'a>,
    ) -> Result<Self, TournamentError> {
        let mut results = Results::new(tournament);
        results.read(tournament, store)?;
        observer(tournament, Event::Standing(&results));
        Ok(WorkerContext {
            tournament,
            store,
            worker,
            settings,
            stop,
            observer,
            results: Mutex::new(results),
            reported: Mutex::default(),
            planner: Mutex::new(Planner::new(tournament, store)),
            claims: Mutex::default(),
            queue: ResultQueue::default(),
            changes: <(Mutex<u64>, Condvar)>::default(),
            workers_ended: Flag::default(),
            results_stored: Flag::default(),
            failure: Mutex::default(),
        })
    }

    fn emit(&self, event: Event<'_>) {
        (self.observer)(self.tournament, event);
    }

    /// Keeps the first error. No worker starts another game after it.
    fn fail(&self, error: TournamentError) {
        self.stop.finish();
        lock(&self.failure).get_or_insert(error);
        self.notify();
    }

    /// Removes a claim: the store has the game's result, or the game was released.
    fn settle(&self, settled: Token) {
        lock(&self.claims).retain(|&token| token != settled);
    }

    /// Renews the leases of this process's games until all results are stored, and reports the standings.
    fn renew_leases(&self) {
        // Two renewals may fail before a lease ends.
        let interval = (self.settings.lease / 3).min(MAX_RENEWAL);
        while !self.results_stored.wait(interval) {
            let claims = lock(&self.claims).clone();
            // A lost lease shows when the game is finished.
            let renewed = self.store.renew(&self.worker, &claims, self.settings.lease).map_err(Into::into);
            if let Err(error) = renewed.and_then(|_| self.report_standing()) {
                self.fail(error);
                return;
            }
        }
    }

    /// Adds games to the schedule if no more than `open` games are open.
    fn extend(&self, open: usize) -> Result<Extended, TournamentError> {
        let mut repeat = |count| self.emit(Event::OpeningsRepeat(count));
        let extended = lock(&self.planner).extend(open, &self.results, &mut repeat)?;
        if extended == Extended::Yes {
            self.notify();
        }
        Ok(extended)
    }

    /// Adds games ahead of need, so that no worker waits for openings to be made.
    fn plan_ahead(&self) {
        if self.tournament.schedule().needs_results() {
            return;
        }
        while !self.stop.finishing() && !self.workers_ended.wait(Duration::ZERO) {
            match self.extend(OPEN_GAMES) {
                Ok(Extended::Yes) => {}
                Ok(Extended::Enough) if self.workers_ended.wait(OPEN_GAMES_POLL) => return,
                Ok(Extended::Enough) => {}
                Ok(Extended::NotYet | Extended::Over) => return,
                Err(error) => self.fail(error),
            }
        }
    }

    /// Reads and reports the standings, and ends the tournament if its test has decided. Without a test, does nothing
    /// if the last report is recent.
    fn report_standing(&self) -> Result<(), TournamentError> {
        let test = self.tournament.settings().sprt.is_some();
        {
            let mut reported = lock(&self.reported);
            if !test && reported.is_some_and(|last| last.elapsed() < STANDING_INTERVAL) {
                return Ok(());
            }
            *reported = Some(Instant::now());
        }
        let mut results = lock(&self.results);
        results.read(self.tournament, self.store)?;
        if let Some(verdict) = results.decision() {
            self.store.close(&verdict)?;
            results.read(self.tournament, self.store)?;
        }
        self.emit(Event::Standing(&results));
        Ok(())
    }

    /// Wakes the workers that wait for a change.
    fn notify(&self) {
        *lock(&self.changes.0) += 1;
        self.changes.1.notify_all();
    }

    /// Waits until there are more than `seen` changes, but no longer than `timeout`: changes by other processes only
    /// show in the store.
    fn wait_for_change(&self, seen: u64, timeout: Duration) {
        let count = lock(&self.changes.0);
        let unchanged = |count: &mut u64| *count == seen && !self.stop.finishing();
        drop(self.changes.1.wait_timeout_while(count, STORE_POLL.min(timeout), unchanged));
    }

    fn changes(&self) -> u64 {
        *lock(&self.changes.0)
    }
}

/// A flag that is set once and can be waited for.
#[derive(Default)]
struct Flag(Mutex<bool>, Condvar);

impl Flag {
    fn set(&self) {
        *lock(&self.0) = true;
        self.1.notify_all();
    }

    /// Waits for the flag, but no longer than `timeout`. Returns whether it is set.
    fn wait(&self, timeout: Duration) -> bool {
        let waited = self.1.wait_timeout_while(lock(&self.0), timeout, |set| !*set);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
