//! The state that the threads of a process share, and the threads beside the workers.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::progress::Progress;
use crate::openings::{Candidates, OpeningCounts};
use crate::stop::Stop;
use crate::store::{Delivery, Kept, Store, StoreError, StoreProblem, Token, Worker};
use crate::tournament::{
    Extended, FinishedGame, Observer, Plan, Tournament, TournamentError, TournamentEvent,
};

/// Maximum time between two looks at the store of a worker that waits for others.
pub(super) const STORE_POLL: Duration = Duration::from_millis(300);
/// Games are added to the schedule when no more than this number are open.
const OPEN_GAMES: usize = 128;
/// Interval between checks of the number of open games.
const OPEN_GAMES_POLL: Duration = Duration::from_millis(20);
/// Interval between two looks at openings that others make.
pub(super) const OPENINGS_POLL: Duration = Duration::from_millis(20);
/// How long a thread makes openings before it stores them: a small part of a second, so that the first game begins soon.
const PIECE_TIME: Duration = Duration::from_millis(50);
/// Longest lease of a piece of openings, which is short because others wait for the openings.
const PIECE_LEASE: Duration = Duration::from_secs(10);
/// Number of candidates for openings that a thread makes at first, and at most, before it stores them.
pub(super) const FIRST_PIECE: usize = 4;
const LARGEST_PIECE: usize = 64;
/// About the time between two writes of games in progress. One transaction takes all games with new turns, and a game that
/// ends before is never written, so that tournaments of short games are not slower.
const PROGRESS_SECONDS: u32 = 1;
/// Maximum time between two renewals of leases.
const MAX_RENEWAL: Duration = Duration::from_secs(10);

/// Number of results that may wait to be stored; a worker with another one waits, so that games do not outrun a slow
/// store.
pub(super) const MAX_WAITING: usize = 32;

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

/// A finished game with the claim of this process.
pub(super) type ClaimedResult = (Token, FinishedGame);

/// The state that the threads of a process share.
pub(super) struct WorkerContext<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) store: &'a Store,
    /// This process in the store.
    pub(super) worker: Worker,
    pub(super) settings: WorkSettings,
    pub(super) stop: &'a Stop,
    pub(super) observer: &'a Observer<'a>,
    pub(super) plan: &'a dyn Plan,
    /// The claims of this process whose results are not stored yet: their leases are renewed.
    pub(super) claims: Mutex<Vec<Token>>,
    /// The candidates for openings.
    pub(super) candidates: Candidates<'a>,
    /// Number of candidates of the next piece. Which they are does not depend on it.
    pub(super) piece: AtomicUsize,
    /// The games that this process is playing.
    pub(super) progress: Progress,
    /// Number of changes: games finished here, and games added to the schedule.
    pub(super) changes: (Mutex<u64>, Condvar),
    /// The teams with an engine that did not start in several attempts: this process plays no more of their games.
    pub(super) without: Mutex<Vec<usize>>,
    /// The error that ended the work.
    pub(super) failure: Mutex<Option<TournamentError>>,
}

impl WorkerContext<'_> {
    pub(super) fn emit(&self, event: TournamentEvent<'_>) {
        (self.observer)(self.tournament, event);
    }

    /// Keeps the first error. No worker starts another game after it. If no result can be kept any more, running games
    /// are abandoned.
    pub(super) fn fail(&self, error: TournamentError) {
        let gone = |error: &StoreError| matches!(error.problem, StoreProblem::Gone(_));
        match &error {
            TournamentError::Store(error) if gone(error) => self.stop.abandon(),
            _ => self.stop.finish(),
        }
        self.failure.lock().get_or_insert(error);
        self.notify();
    }

    /// Removes a claim: the store has the game's result, or the game was released.
    pub(super) fn settle(&self, settled: Token) {
        self.claims.lock().retain(|&token| token != settled);
    }

    /// Stores the turns of games in progress, renews the leases of this process's games and reports the standings, until all
    /// results are stored.
    pub(super) fn renew_leases(&self, results_stored: &Receiver<()>) {
        // Two renewals may fail before a lease ends.
        let interval = (self.settings.lease / 3).min(MAX_RENEWAL);
        let steps = 1 + interval.as_secs() as u32 / PROGRESS_SECONDS;
        for step in 1.. {
            if results_stored.recv_timeout(interval / steps) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if let Err(error) = self.keep_progress().and_then(|()| match step % steps {
                0 => self.renew(),
                _ => Ok(()),
            }) {
                return self.fail(error);
            }
        }
    }

    fn renew(&self) -> Result<(), TournamentError> {
        let claims = self.claims.lock().clone();
        // A lost lease shows when the game is finished.
        self.store.renew(&self.worker, &claims, self.settings.lease)?;
        self.plan.read(false)
    }

    fn keep_progress(&self) -> Result<(), TournamentError> {
        let changed = self.progress.take_changed().into_iter();
        let records: Vec<_> =
            changed.map(|(token, game)| (token, self.tournament.record(&game).to_string())).collect();
        if records.is_empty() { Ok(()) } else { Ok(self.store.keep_progress(&records)?) }
    }

    /// Adds games to the schedule if no more than `open` games are open, or makes some of the openings that they need.
    /// [`Extended::Openings`] means that others make all of them.
    pub(super) fn extend(&self, open: usize) -> Result<Extended, TournamentError> {
        let mut extended = self.plan.extend(open)?;
        if let Extended::Openings(wanted) = extended
            && self.make_openings(wanted)?
        {
            extended = Extended::Yes;
        }
        if extended == Extended::Yes {
            self.notify();
        }
        Ok(extended)
    }

    /// Makes a piece of the candidates for this number of openings, unless all are made or being made.
    fn make_openings(&self, wanted: usize) -> Result<bool, TournamentError> {
        let (size, lease) = (self.piece.load(Ordering::Relaxed), self.settings.lease.min(PIECE_LEASE));
        let Some(candidates) = self.store.claim_openings(wanted, size, lease)? else {
            return Ok(false);
        };
        let began = Instant::now();
        let repeated = match self.make_candidates(candidates.clone(), lease) {
            Ok(Some(repeated)) => repeated,
            not_made => {
                // Others get the piece at once; if that fails, when its lease ends.
                let _ = self.store.release_openings(candidates.start);
                return not_made.map(|_| true);
            }
        };
        let share = PIECE_TIME.as_secs_f64() / began.elapsed().as_secs_f64();
        let next = (candidates.len() as f64 * share) as usize;
        self.piece.store(next.clamp(1, LARGEST_PIECE), Ordering::Relaxed);
        if repeated > 0 && !self.tournament.repeats_openings() {
            self.emit(TournamentEvent::OpeningsRepeat(repeated));
        }
        Ok(true)
    }

    /// Makes these candidates, which this process has claimed. Returns how many of the new openings are repetitions;
    /// `None` if the work is to stop.
    fn make_candidates(
        &self,
        candidates: Range<usize>,
        lease: Duration,
    ) -> Result<Option<usize>, TournamentError> {
        let (first, mut renewed) = (candidates.start, Instant::now());
        let (mut made, mut counts) = (Vec::new(), OpeningCounts::default());
        for number in candidates {
            if self.stop.finishing() {
                return Ok(None);
            }
            if renewed.elapsed() > lease / 3 {
                self.store.renew_openings(first, lease)?;
                renewed = Instant::now();
            }
            made.push(self.candidates.get(number, &mut counts)?);
        }
        Ok(Some(self.store.add_openings(first, &made, self.candidates.differ())?))
    }

    /// Adds games ahead of need, so that no worker waits for openings to be made.
    pub(super) fn plan_ahead(&self, workers_ended: &Receiver<()>) {
        while !self.stop.finishing() {
            let pause = match self.extend(OPEN_GAMES) {
                Ok(Extended::Yes) => Duration::ZERO,
                Ok(Extended::Enough) => OPEN_GAMES_POLL,
                Ok(Extended::Openings(_)) => OPENINGS_POLL,
                Ok(Extended::NotYet | Extended::Over) => return,
                Err(error) => return self.fail(error),
            };
            if workers_ended.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
                return;
            }
        }
    }

    /// Wakes the workers that wait for a change.
    fn notify(&self) {
        *self.changes.0.lock() += 1;
        self.changes.1.notify_all();
    }

    /// Waits until there are more than `seen` changes, but no longer than `timeout`: changes by other processes only
    /// show in the store.
    pub(super) fn wait_for_change(&self, seen: u64, timeout: Duration) {
        let unchanged = |count: &mut u64| *count == seen && !self.stop.finishing();
        let mut count = self.changes.0.lock();
        self.changes.1.wait_while_for(&mut count, unchanged, STORE_POLL.min(timeout));
    }

    pub(super) fn changes(&self) -> u64 {
        *self.changes.0.lock()
    }

    /// Stores results until all senders are dropped, so that no engine waits for the store.
    pub(super) fn write_results(&self, waiting: &Receiver<ClaimedResult>) {
        while let Ok(first) = waiting.recv() {
            // One transaction takes all results that are waiting.
            let games: Vec<_> = [first].into_iter().chain(waiting.try_iter().take(MAX_WAITING)).collect();
            if let Err(error) = self.write(&games) {
                self.fail(error);
            }
        }
    }

    fn write(&self, games: &[ClaimedResult]) -> Result<(), TournamentError> {
        let delivery = |(token, finished): &ClaimedResult| Delivery {
            token: *token,
            result: finished.result(),
            record: self.tournament.record(finished).to_string(),
        };
        let deliveries: Vec<Delivery> = games.iter().map(delivery).collect();
        let answers = self.store.finish(&deliveries)?;
        for ((token, finished), answer) in games.iter().zip(&answers) {
            self.settle(*token);
            self.emit(match answer {
                Kept::Yes => TournamentEvent::GameFinished(finished),
                Kept::LeaseLost => TournamentEvent::LeaseLost(&finished.game),
            });
        }
        self.notify();
        // A fault shows at once: a limit of faults may end the work.
        self.plan.read(games.iter().any(|(_, finished)| finished.played.culprit.is_some()))
    }
}
