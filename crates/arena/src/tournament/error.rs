//! Errors of tournaments.

use abstract_game::OptionError;
use games::UnknownGame;
use thiserror::Error;

use crate::engine::Fault;
use crate::game::Unplayed;
use crate::openings::OpeningError;
use crate::schedule::ScheduleError;
use crate::store::StoreError;

/// Why a tournament cannot be created or continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// There are fewer than two teams.
    #[error("a tournament needs two entrants or more, not {0}")]
    TooFew(usize),
    /// Two teams or engines have the same name.
    #[error("two entrants are called `{0}`: names must differ")]
    SameName(String),
    /// In a team of this number of engines, an engine has no seat or a seat has no engine: the engine of each seat.
    #[error("the seats {1:?} do not fit a team of {0}: each engine decides for one seat or more")]
    TeamSeats(usize, Vec<usize>),
    /// A team does not fit the seats of the game.
    #[error(
        "the team `{team}` has engines for {given} seats, but the sides of {game} have {sides} of {seats}: \
         teams change sides, so every side must fit"
    )]
    Seats {
        /// The team.
        team: String,
        /// Number of seats that it has engines for.
        given: usize,
        /// The game.
        game: &'static str,
        /// Number of seats of each side.
        sides: String,
        /// The names of all seats.
        seats: String,
    },
    /// A sequential test is for two teams.
    #[error("a sequential test is for two entrants, not {0}: leave the test out, or use another format")]
    TestOfMany(usize),
    /// An opening cannot be made.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The schedule is impossible, or the games of the store do not fit it.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The opening of the game of this number cannot be played.
    #[error("game {0} cannot be played: {1}")]
    Unplayable(usize, Unplayed),
    /// Data of a store cannot be read.
    #[error("the settings cannot be read: {0}")]
    Data(String),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// An option of the rules is unknown or does not take the value.
    #[error(transparent)]
    Rule(#[from] OptionError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds another tournament.
    #[error(
        "`{0}` holds another tournament: continue it with `arena resume`, or name another store for this one"
    )]
    OtherTournament(String),
    /// The rules differ from those that the tournament began with.
    #[error(
        "the rules of {0} here are another version than those with which the tournament began: games by both \
         cannot be counted together"
    )]
    OtherGame(String),
    /// An engine differs from the one that the tournament began with.
    #[error(
        "the engine `{name}` here is another version than the one with which the tournament began (fingerprint \
         {here}, not {there}): games of both cannot be counted together"
    )]
    OtherEngine {
        /// The engine.
        name: String,
        /// The fingerprint in the store.
        there: String,
        /// The fingerprint of the engine here.
        here: String,
    },
    /// The engine of this name does not start.
    #[error("engine `{0}` cannot be started: {1}")]
    Start(String, Fault),
}
