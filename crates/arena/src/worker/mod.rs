//! What one process does for a tournament: its workers claim games, play them, and put the results back, until
//! there is nothing left to play.

mod claims;
mod heartbeat;
mod keeper;
mod play;
mod pool;
mod profile;
mod signal;

pub use profile::Profile;

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::claims::Claims;
use self::keeper::Tray;
use self::pool::RunningEngines;
use self::signal::Signal;
use crate::stop::Stop;
use crate::store::{Store, Worker};
use crate::tournament::{
    Event, Extended, Observer, Planner, Results, Tournament, TournamentError, Work, read_opening,
};

/// How often a process that waits for others looks whether there is something to do.
const LOOK: Duration = Duration::from_millis(300);
/// With no more open games than this, more are added while they are played.
const AHEAD: usize = 128;
/// How often it is looked whether there are so few.
const PLAN: Duration = Duration::from_millis(20);
/// How often the standing is told at the most, where no test has to decide at once.
const TELL: Duration = Duration::from_millis(200);

/// What a process has done for a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// How many games it has finished.
    pub games: usize,
    /// Where the time went.
    pub profile: Profile,
}

impl Tournament {
    /// Starts every engine once, before the first game and before a store is made: so that a mistake in a command
    /// line costs nothing. `stop` ends engines that hang, now and later.
    ///
    /// # Errors
    /// An engine does not start.
    pub fn start<'a>(&'a self, stop: &'a Stop) -> Result<Started<'a>, TournamentError> {
        let pool = match RunningEngines::all(self, stop) {
            // An engine that was ended while it started is not at fault.
            Err(_) if stop.abandoned() => RunningEngines::none(self, stop),
            started => started?,
        };
        Ok(Started { tournament: self, pool, stop })
    }

    /// [Starts](Self::start) the engines and [works](Started::work).
    ///
    /// # Errors
    /// Those of the two.
    pub fn work(
        &self,
        store: &Store,
        work: &Work,
        stop: &Stop,
        observer: &Observer<'_>,
    ) -> Result<Done, TournamentError> {
        self.check(store)?;
        self.start(stop)?.work(store, work, observer)
    }
}

/// A tournament whose engines have been started.
pub struct Started<'a> {
    tournament: &'a Tournament,
    pool: RunningEngines<'a>,
    stop: &'a Stop,
}

impl fmt::Debug for Started<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Started").field("tournament", &self.tournament).finish_non_exhaustive()
    }
}

impl Started<'_> {
    /// Works on the tournament that `store` holds until it is over, or until somebody says stop. Any number of
    /// processes may do so at the same time.
    ///
    /// # Errors
    /// The store is that of [another tournament](Tournament::check), it cannot be used any more, or an opening
    /// cannot be found. Once games are being played, an engine's faults cost a game each and the tournament goes on.
    pub fn work(self, store: &Store, work: &Work, observer: &Observer<'_>) -> Result<Done, TournamentError> {
        let Started { tournament, pool, stop } = self;
        tournament.check(store)?;
        let mut first_pool = Some(pool);
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let name = store.register(&host, std::process::id())?;
        let desk = WorkerContext::new(tournament, store, name, *work, stop, observer)?;
        let workers = work.concurrency.max(1);
        let begun = Instant::now();
        let mut done = Done::default();
        thread::scope(|scope| {
            let signs = scope.spawn(|| desk.give_signs_of_life());
            scope.spawn(|| desk.plan_ahead());
            let keeper = scope.spawn(|| desk.keep_results());
            let hands: Vec<_> = (0..workers)
                .map(|_| {
                    let pool = first_pool.take().unwrap_or_else(|| RunningEngines::none(tournament, stop));
                    scope.spawn(|| desk.work(pool))
                })
                .collect();
            for hand in hands {
                // A worker that panicked has been told on standard error; its games come back with its lease.
                if let Ok(profile) = hand.join() {
                    done.profile += profile;
                }
            }
            done.profile.total = begun.elapsed().saturating_mul(u32::try_from(workers).unwrap_or(u32::MAX));
            desk.over.say();
            desk.tray.end();
            done.games = keeper.join().unwrap_or_default();
            desk.kept.say();
            let _ = signs.join();
        });
        match desk.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => {
                let mut results = desk.results.into_inner().unwrap_or_else(PoisonError::into_inner);
                results.read(tournament, store)?;
                observer(tournament, Event::Standing(&results));
                Ok(done)
            }
        }
    }
}

/// What the workers of a process share.
struct WorkerContext<'a> {
    tournament: &'a Tournament,
    store: &'a Store,
    /// Who this process is in the store.
    name: Worker,
    work: Work,
    stop: &'a Stop,
    observer: &'a Observer<'a>,
    /// How it stands, and when that was told last.
    results: Mutex<Results>,
    told: Mutex<Option<Instant>>,
    planner: Mutex<Planner<'a>>,
    claims: Mutex<Claims>,
    tray: Tray,
    /// Wakes those who wait when a game has been finished here.
    changed: (Mutex<u64>, Condvar),
    /// Whether the workers have ended.
    over: Signal,
    /// Whether all results are kept.
    kept: Signal,
    /// What made the work end.
    failure: Mutex<Option<TournamentError>>,
}

impl<'a> WorkerContext<'a> {
    fn new(
        tournament: &'a Tournament,
        store: &'a Store,
        name: Worker,
        work: Work,
        stop: &'a Stop,
        observer: &'a Observer<'a>,
    ) -> Result<Self, TournamentError> {
        let mut results = Results::new(tournament);
        results.read(tournament, store)?;
        observer(tournament, Event::Standing(&results));
        Ok(WorkerContext {
            tournament,
            store,
            name,
            work,
            stop,
            observer,
            results: Mutex::new(results),
            told: Mutex::default(),
            planner: Mutex::new(Planner::new(tournament, store)),
            claims: Mutex::default(),
            tray: Tray::default(),
            changed: <(Mutex<u64>, Condvar)>::default(),
            over: Signal::default(),
            kept: Signal::default(),
            failure: Mutex::default(),
        })
    }

    fn emit(&self, event: Event<'_>) {
        (self.observer)(self.tournament, event);
    }

    /// Keeps the first failure, after which nobody takes another game.
    fn fail(&self, error: TournamentError) {
        self.stop.finish();
        lock(&self.failure).get_or_insert(error);
        self.wake();
    }

    /// Adds games to the schedule, if its format has any more for now.
    fn extend(&self, ahead: usize) -> Result<Extended, TournamentError> {
        let mut repeat = |count| self.emit(Event::OpeningsRepeat(count));
        let extended = lock(&self.planner).extend(ahead, &self.results, &mut repeat)?;
        if extended == Extended::Yes {
            self.wake();
        }
        Ok(extended)
    }

    /// Keeps some games in store while others are played, so that nobody has to wait for openings to be made; until
    /// there are no more, or the work is over.
    fn plan_ahead(&self) {
        if self.tournament.schedule().needs_results() {
            return;
        }
        while !self.stop.finishing() && !self.over.within(Duration::ZERO) {
            match self.extend(AHEAD) {
                Ok(Extended::Yes) => {}
                Ok(Extended::Enough) if self.over.within(PLAN) => return,
                Ok(Extended::Enough) => {}
                Ok(Extended::NotYet | Extended::Over) => return,
                Err(error) => self.fail(error),
            }
        }
    }

    /// Looks how it stands, tells it, and ends the tournament if its test has decided; not more often than is
    /// worth it.
    fn look(&self) -> Result<(), TournamentError> {
        let test = self.tournament.settings().sprt.is_some();
        {
            let mut told = lock(&self.told);
            if !test && told.is_some_and(|last| last.elapsed() < TELL) {
                return Ok(());
            }
            *told = Some(Instant::now());
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

    /// Wakes those who wait for a change.
    fn wake(&self) {
        *lock(&self.changed.0) += 1;
        self.changed.1.notify_all();
    }

    /// Waits for a change: a game finished here, or something done elsewhere that shows after a while.
    fn wait(&self, seen: u64, at_most: Duration) {
        let count = lock(&self.changed.0);
        let waiting = |count: &mut u64| *count == seen && !self.stop.finishing();
        drop(self.changed.1.wait_timeout_while(count, LOOK.min(at_most), waiting));
    }

    fn changes(&self) -> u64 {
        *lock(&self.changed.0)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
