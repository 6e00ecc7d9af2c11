//! The queue of results on their way into the store.
//!
//! A thread of its own stores them, so that no engine waits for the store: each transaction takes all results that are
//! in the queue. If the process is killed before a result is stored, the game is played again.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use super::sync::lock;
use crate::store::Token;
use crate::tournament::FinishedGame;

/// Maximum time that a worker waits while the queue is full.
const MAX_WAIT: Duration = Duration::from_millis(300);
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
        let waited = self.change.wait_timeout_while(lock(&self.state), MAX_WAIT, full);
        waited.unwrap_or_else(PoisonError::into_inner).0.games.push((token, finished));
        self.change.notify_all();
    }

    /// No more games will be added.
    pub(super) fn close(&self) {
        lock(&self.state).closed = true;
        self.change.notify_all();
    }

    /// Waits for games and takes all of them; none if the queue is closed.
    pub(super) fn take(&self) -> Vec<(Token, FinishedGame)> {
        let state = lock(&self.state);
        let waited = self.change.wait_while(state, |state| state.games.is_empty() && !state.closed);
        let games = std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).games);
        self.change.notify_all();
        games
    }
}
