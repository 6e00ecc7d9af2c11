//! Those who see what happens in a tournament while it happens.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use abstract_game::facade::AnyMatch;

use super::{FinishedGame, Results, Tournament};
use crate::game::play::PlayedTurn;
use crate::schedule::Game;

/// Sees what happens in a tournament while it happens. Called by the workers, several at a time: what
/// takes long here holds the game up (but no clock runs).
pub trait Observer: Sync {
    /// A game begins.
    fn game_started(&self, _tournament: &Tournament, _game: &Game) {}
    /// A turn was played; `position` is the match after it.
    fn turn_played(
        &self,
        _tournament: &Tournament,
        _game: &Game,
        _position: &dyn AnyMatch,
        _turn: &PlayedTurn,
    ) {
    }
    /// A game is over, and the store has its result.
    fn game_finished(&self, _tournament: &Tournament, _finished: &FinishedGame) {}
    /// A game was given up; somebody else may play it.
    fn game_abandoned(&self, _tournament: &Tournament, _game: &Game) {}
    /// A game is over, but the lease ended before: the game is somebody else's now, and this result is not kept.
    fn lease_lost(&self, _tournament: &Tournament, _game: &Game) {}
    /// How it stands has changed, through games played here or by other workers. Called a few times a second at
    /// the most, and once at the end.
    fn standing(&self, _tournament: &Tournament, _results: &Results) {}
    /// There are fewer different openings than the tournament needs: of those just made, so many are repetitions.
    fn openings_repeat(&self, _tournament: &Tournament, _repeated: usize) {}
    /// There is nothing to play until `running` games of other workers are over, or until the next of their
    /// leases ends.
    fn waiting(&self, _tournament: &Tournament, _running: usize, _lease: Duration) {}
}

/// Sees nothing.
impl Observer for () {}

/// Several observers, told in order.
impl Observer for [&dyn Observer] {
    fn game_started(&self, tournament: &Tournament, game: &Game) {
        self.iter().for_each(|o| o.game_started(tournament, game));
    }

    fn turn_played(&self, tournament: &Tournament, game: &Game, position: &dyn AnyMatch, turn: &PlayedTurn) {
        self.iter().for_each(|o| o.turn_played(tournament, game, position, turn));
    }

    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        self.iter().for_each(|o| o.game_finished(tournament, finished));
    }

    fn game_abandoned(&self, tournament: &Tournament, game: &Game) {
        self.iter().for_each(|o| o.game_abandoned(tournament, game));
    }

    fn lease_lost(&self, tournament: &Tournament, game: &Game) {
        self.iter().for_each(|o| o.lease_lost(tournament, game));
    }

    fn standing(&self, tournament: &Tournament, results: &Results) {
        self.iter().for_each(|o| o.standing(tournament, results));
    }

    fn openings_repeat(&self, tournament: &Tournament, repeated: usize) {
        self.iter().for_each(|o| o.openings_repeat(tournament, repeated));
    }

    fn waiting(&self, tournament: &Tournament, running: usize, lease: Duration) {
        self.iter().for_each(|o| o.waiting(tournament, running, lease));
    }
}

/// Keeps the games that are played here, turns and all, for a program that wants them.
#[derive(Debug, Default)]
pub struct Collector(Mutex<Vec<FinishedGame>>);

impl Collector {
    /// The games so far, by number.
    #[must_use]
    pub fn games(&self) -> Vec<FinishedGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        games.sort_by_key(|finished| finished.game.number);
        games
    }
}

impl Observer for Collector {
    fn game_finished(&self, _: &Tournament, finished: &FinishedGame) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(finished.clone());
    }
}
