//! What can be wrong with a schedule.

use thiserror::Error;

/// Why there is no schedule, or no next games. Entrants are counted from 1 in the messages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a tournament needs two entrants or more, not {0}")]
    TooFew(usize),
    /// No games.
    #[error("two who meet play one pair of games or more, not 0")]
    NoPairs,
    /// Nobody challenges, or there is nobody to be challenged.
    #[error("a gauntlet of {entrants} entrants has from 1 to {} challengers, not {challengers}", .entrants - 1)]
    Challengers {
        /// How many challengers are wanted.
        challengers: usize,
        /// How many take part.
        entrants: usize,
    },
    /// A Swiss tournament without a round.
    #[error("a Swiss tournament has one round or more, not 0")]
    NoRounds,
    /// The next games depend on games that are not finished.
    #[error(
        "round {round} is not finished: entrants {} and {} have {left} half points of {} to play for",
        .entrants[0] + 1, .entrants[1] + 1, .games * 2
    )]
    Unfinished {
        /// The round, from 1.
        round: usize,
        /// Who has not finished, from 0.
        entrants: [usize; 2],
        /// How many games of the two are scheduled.
        games: usize,
        /// How many half points of these games nobody has yet.
        left: u64,
    },
    /// What was scheduled cannot have come from this schedule.
    #[error("the games of round {round} are not of this tournament: {what}")]
    Foreign {
        /// The round, from 1.
        round: usize,
        /// What does not fit.
        what: String,
    },
}

impl ScheduleError {
    /// What was scheduled for that round does not fit.
    pub(crate) fn foreign(round: usize, what: impl Into<String>) -> ScheduleError {
        ScheduleError::Foreign { round, what: what.into() }
    }
}
