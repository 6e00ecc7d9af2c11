//! Why a tournament cannot be held, or not go on.

use thiserror::Error;

use super::DefinitionError;
use crate::engine::contestant::Fault;
use crate::game::play::Unplayed;
use crate::openings::OpeningError;
use crate::schedule::ScheduleError;
use crate::store::StoreError;

/// Why a tournament cannot be held.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TournamentError {
    /// Nobody to play against.
    #[error("a tournament needs two entrants or more, not {0}")]
    TooFew(usize),
    /// Two entrants have the same name.
    #[error("two entrants are called `{0}`: names must differ")]
    SameName(String),
    /// A team with the wrong number of seats.
    #[error(
        "the team `{team}` has players for {given} seats, but the sides of {game} have {sides} of {seats}: \
         teams change sides, so every side must fit"
    )]
    Seats {
        /// The team.
        team: String,
        /// For how many seats it has players.
        given: usize,
        /// The game.
        game: &'static str,
        /// How many seats each side has.
        sides: String,
        /// The names of all seats.
        seats: String,
    },
    /// A test is of two.
    #[error("a sequential test is for two entrants, not {0}: leave the test out, or use another format")]
    TestOfMany(usize),
    /// No opening as it is wanted.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A schedule that cannot be, or the games of the store are not of it.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A game whose opening cannot be played.
    #[error("game {number} cannot be played: {error}")]
    Unplayable {
        /// The game.
        number: usize,
        /// Why.
        error: Unplayed,
    },
    /// The data does not describe a tournament.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store holds another tournament.
    #[error(
        "`{0}` holds another tournament: go on with it by `arena resume`, or name another store for this one"
    )]
    OtherTournament(String),
    /// The rules are not those with which the tournament began.
    #[error(
        "the rules of {0} here are another version than those with which the tournament began: games by both \
         cannot be counted together"
    )]
    OtherGame(String),
    /// An engine is not the one with which the tournament began.
    #[error(
        "the engine `{name}` here is another version than the one with which the tournament began (fingerprint \
         {here}, not {there}): games of both cannot be counted together"
    )]
    OtherEngine {
        /// The engine.
        name: String,
        /// The fingerprint in the store.
        there: String,
        /// The fingerprint of what is here.
        here: String,
    },
    /// An entrant does not start.
    #[error("engine `{name}` cannot be started: {fault}")]
    Start {
        /// The entrant.
        name: String,
        /// What happened.
        fault: Fault,
    },
}
