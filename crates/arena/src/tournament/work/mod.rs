//! What one process does for a tournament: its workers claim games, play them, and put the results back, until
//! there is nothing left to play.

mod heartbeat;
mod pool;
mod profile;
mod worker;

pub use profile::Profile;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use self::heartbeat::Heartbeat;
use self::pool::Pool;
use super::stage::{self, Extended, Planner};
use super::{Observer, Results, Tournament, TournamentError, Work};
use crate::stop::Stop;
use crate::store::{Store, Token, Worker};

/// How often a process that waits for others looks whether there is something to do.
const LOOK: Duration = Duration::from_millis(300);
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
    /// Works on the tournament that `store` holds until it is over, or until somebody says `stop`. Any number of
    /// processes may do so at the same time. Every engine is started once before the first game, so that a mistake
    /// in a command line costs no game.
    ///
    /// # Errors
    /// The store is that of [another tournament](Self::check), it cannot be used any more, an engine does not
    /// start at all, or an opening cannot be found. Once games are being played, an engine's faults cost a game
    /// each and the tournament goes on.
    pub fn work<O: Observer + ?Sized>(
        &self,
        store: &Store,
        work: &Work,
        stop: &Stop,
        observer: &O,
    ) -> Result<Done, TournamentError> {
        self.check(store)?;
        let mut first_pool = match Pool::started(&self.roster, stop) {
            // Engines that were ended while they were coming up have done nothing wrong.
            Err(_) if stop.abandoned() => return Ok(Done::default()),
            started => Some(started?),
        };
        let host = gethostname::gethostname().to_string_lossy().into_owned();
        let name = store.register(&host, std::process::id())?;
        let desk = Desk::new(self, store, name, *work, stop, observer)?;
        let heartbeat = Heartbeat::default();
        let workers = work.concurrency.max(1);
        let begun = Instant::now();
        let mut done = Done::default();
        thread::scope(|scope| {
            scope.spawn(|| desk.give_signs_of_life(&heartbeat));
            let hands: Vec<_> = (0..workers)
                .map(|_| {
                    let pool = first_pool.take().unwrap_or_else(|| Pool::empty(&self.roster, stop));
                    scope.spawn(|| desk.work(pool))
                })
                .collect();
            for hand in hands {
                // A worker that panicked has been told on standard error; its games come back with its lease.
                if let Ok(part) = hand.join() {
                    done.games += part.games;
                    done.profile += part.profile;
                }
            }
            heartbeat.end();
        });
        done.profile.total = begun.elapsed().saturating_mul(u32::try_from(workers).unwrap_or(u32::MAX));
        match desk.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(failure) => Err(failure),
            None => {
                let mut results = desk.results.into_inner().unwrap_or_else(PoisonError::into_inner);
                results.read(self, store)?;
                observer.standing(self, &results);
                Ok(done)
            }
        }
    }
}

/// What the workers of a process share.
struct Desk<'a, O: ?Sized> {
    tournament: &'a Tournament,
    store: &'a Store,
    /// Who this process is in the store.
    name: Worker,
    work: Work,
    stop: &'a Stop,
    observer: &'a O,
    /// How it stands, and when that was told last.
    results: Mutex<Results>,
    told: Mutex<Option<Instant>>,
    planner: Mutex<Planner<'a>>,
    /// The games that are being played here.
    claims: Mutex<Vec<Token>>,
    /// Wakes those who wait when a game has been finished here.
    changed: (Mutex<u64>, Condvar),
    /// What made the work end.
    failure: Mutex<Option<TournamentError>>,
}

impl<'a, O: Observer + ?Sized> Desk<'a, O> {
    fn new(
        tournament: &'a Tournament,
        store: &'a Store,
        name: Worker,
        work: Work,
        stop: &'a Stop,
        observer: &'a O,
    ) -> Result<Self, TournamentError> {
        let mut results = Results::new(tournament);
        results.read(tournament, store)?;
        observer.standing(tournament, &results);
        Ok(Desk {
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
            changed: <(Mutex<u64>, Condvar)>::default(),
            failure: Mutex::default(),
        })
    }

    /// Keeps the first failure, after which nobody takes another game.
    fn fail(&self, error: TournamentError) {
        self.stop.finish();
        lock(&self.failure).get_or_insert(error);
        self.wake();
    }

    /// Adds games to the schedule, if its format has any more for now.
    fn extend(&self) -> Result<Extended, TournamentError> {
        let mut repeat = |count| self.observer.openings_repeat(self.tournament, count);
        lock(&self.planner).extend(&mut lock(&self.results), &mut repeat)
    }

    /// Looks how it stands, tells it, and ends the tournament if its test has decided; not more often than is
    /// worth it.
    fn look(&self) -> Result<(), TournamentError> {
        let test = self.tournament.settings.sprt.is_some();
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
        }
        self.observer.standing(self.tournament, &results);
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
