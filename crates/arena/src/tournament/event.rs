//! The events of a tournament while a process works on it.

use std::time::Duration;

use abstract_game::facade::AnyMatch;

use super::finished_game::FinishedGame;
use super::ready::Tournament;
use super::results::Results;
use crate::game::PlayedTurn;
use crate::schedule::Game;

/// An event of a tournament while this process works on it.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// A game begins.
    GameStarted(&'a Game),
    /// A turn was played.
    TurnPlayed {
        /// The game.
        game: &'a Game,
        /// The match after the turn.
        position: &'a dyn AnyMatch,
        /// The turn.
        turn: &'a PlayedTurn,
    },
    /// A game is finished, and the store has its result.
    GameFinished(&'a FinishedGame),
    /// A running game was abandoned; it is open again in the store.
    GameAbandoned(&'a Game),
    /// A game is finished, but its lease ended before: another worker owns the game, and this result is discarded.
    LeaseLost(&'a Game),
    /// The standings changed, through games of this process or of others. Sent at most a few times a second, and once
    /// at the end.
    Standing(&'a Results),
    /// There are fewer different openings than the tournament needs: this number of the openings made last are
    /// repetitions.
    OpeningsRepeat(usize),
    /// There is nothing to play until games of other workers finish or lose their leases.
    Waiting {
        /// Number of running games of other workers.
        running: usize,
        /// Time until the first of their leases ends.
        lease: Duration,
    },
}

/// Receives the events of a tournament. Several worker threads call it at the same time; a slow call delays the game,
/// but no engine's clock runs meanwhile.
pub type Observer<'a> = dyn Fn(&Tournament, TournamentEvent<'_>) + Sync + 'a;
