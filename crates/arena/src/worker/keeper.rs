//! Puts results into the store.
//!
//! A thread of its own does that, so that no engine waits for the store: all results that have come together since it
//! looked last go there in one transaction. A game whose result has not arrived when the process is killed is played
//! again, like one that was not finished.

use std::sync::{Condvar, Mutex, PoisonError};

use super::{WorkerContext, lock};
use crate::store::{Delivery, Kept, Token};
use crate::tournament::{Event, FinishedGame, TournamentError};

/// The results that are on their way into the store.
#[derive(Default)]
pub(super) struct Tray {
    state: Mutex<State>,
    change: Condvar,
}

#[derive(Default)]
struct State {
    games: Vec<(Token, FinishedGame)>,
    /// Nothing more is coming.
    ended: bool,
}

impl Tray {
    /// Puts a game in.
    pub(super) fn put(&self, token: Token, finished: FinishedGame) {
        lock(&self.state).games.push((token, finished));
        self.change.notify_one();
    }

    /// Nothing more is put in.
    pub(super) fn end(&self) {
        lock(&self.state).ended = true;
        self.change.notify_one();
    }

    /// Waits for games and takes all of them; none when nothing more is coming.
    fn take(&self) -> Vec<(Token, FinishedGame)> {
        let state = lock(&self.state);
        let waited = self.change.wait_while(state, |state| state.games.is_empty() && !state.ended);
        std::mem::take(&mut waited.unwrap_or_else(PoisonError::into_inner).games)
    }
}

impl WorkerContext<'_> {
    /// Keeps the results of the tray until nothing more is coming; returns how many were kept.
    pub(super) fn keep_results(&self) -> usize {
        let mut kept = 0;
        loop {
            let games = self.tray.take();
            if games.is_empty() {
                return kept;
            }
            match self.keep(&games) {
                Ok(count) => kept += count,
                Err(error) => self.fail(error),
            }
        }
    }

    fn keep(&self, games: &[(Token, FinishedGame)]) -> Result<usize, TournamentError> {
        let deliver = |(token, finished): &(Token, FinishedGame)| Delivery {
            token: *token,
            result: finished.outcome().row(),
            record: self.tournament.record(finished).to_string(),
        };
        let deliveries: Vec<Delivery> = games.iter().map(deliver).collect();
        let answers = self.store.finish_all(&deliveries)?;
        {
            let mut claims = lock(&self.claims);
            games.iter().for_each(|(token, _)| claims.settled(*token));
        }
        for ((_, finished), answer) in games.iter().zip(&answers) {
            match answer {
                Kept::Yes => self.emit(Event::GameFinished(finished)),
                Kept::LeaseLost => self.emit(Event::LeaseLost(&finished.game)),
            }
        }
        self.wake();
        self.look()?;
        Ok(answers.iter().filter(|&&answer| answer == Kept::Yes).count())
    }
}
