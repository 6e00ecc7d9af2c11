//! The queue of results on their way into the store.
//!
//! A thread of its own stores them, so that no engine waits for the store: each transaction takes all results that are
//! in the queue. If the process is killed before a result is stored, the game is played again.

use std::sync::{Condvar, Mutex, PoisonError};

use super::{STORE_POLL, WorkerContext, lock};
use crate::store::{Delivery, Kept, Token};
use crate::tournament::{Event, FinishedGame, TournamentError};

/// Number of games in a full queue.
const MAX_GAMES: usize = 32;

/// The results of finished games, with their claims.
#[derive(Default)]
pub(super) struct ResultQueue {
    state: Mutex<State>,
    change: Condvar,
}

#[derive(Default)]
struct State {
    games: Vec<(Token, FinishedGame)>,
    closed: bool,
}

impl ResultQueue {
    /// Adds a game; waits for a while if the queue is full, so that games do not outrun a slow store.
    pub(super) fn push(&self, token: Token, finished: FinishedGame) {
        let full = |state: &mut State| state.games.len() >= MAX_GAMES;
        let waited = self.change.wait_timeout_while(lock(&self.state), STORE_POLL, full);
        waited.unwrap_or_else(PoisonError::into_inner).0.games.push((token, finished));
        self.change.notify_all();
    }

    /// No more games will be added.
    pub(super) fn close(&self) {
        lock(&self.state).closed = true;
        self.change.notify_all();
    }

    /// Waits for games and takes all of them; none if the queue is closed.
    fn take(&self) -> Vec<(Token, FinishedGame)> {
        let state = lock(&self.state);
        let waited = self.change.wait_while(state, |state| state.games.is_empty() && !state.closed);
        let games = std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).games);
        self.change.notify_all();
        games
    }
}

impl WorkerContext<'_> {
    /// Stores the results of the queue until it is closed; returns the number of results stored.
    pub(super) fn write_results(&self) -> usize {
        let mut stored = 0;
        loop {
            let games = self.queue.take();
            if games.is_empty() {
                return stored;
            }
            match self.write(&games) {
                Ok(count) => stored += count,
                Err(error) => self.fail(error),
            }
        }
    }

    fn write(&self, games: &[(Token, FinishedGame)]) -> Result<usize, TournamentError> {
        let delivery = |(token, finished): &(Token, FinishedGame)| Delivery {
            token: *token,
            result: finished.result(),
            record: self.tournament.record(finished).to_string(),
        };
        let deliveries: Vec<Delivery> = games.iter().map(delivery).collect();
        let answers = self.store.finish_all(&deliveries)?;
        for ((token, finished), answer) in games.iter().zip(&answers) {
            self.settle(*token);
            self.emit(match answer {
                Kept::Yes => Event::GameFinished(finished),
                Kept::LeaseLost => Event::LeaseLost(&finished.game),
            });
        }
        self.notify();
        self.report_standing()?;
        Ok(answers.iter().filter(|&&answer| answer == Kept::Yes).count())
    }
}
