//! Swiss tournaments: in each round those meet who stand about equally.
//!
//! - **Ranking**: points, then Buchholz (the sum of the opponents' points), then Sonneborn-Berger, then the
//!   order of the entrants: see [`Standings`].
//! - **Bye**: of an odd number, the lowest in the ranking who has had the fewest byes rests. A bye gives the
//!   points of an encounter in which every game was won.
//! - **Pairing**: from the top of the ranking down, within groups of equal points as far as that is possible,
//!   the upper half of a group against its lower half. So the first round is the upper half of the list against
//!   the lower half.
//! - **No repetition**: an opponent is accepted only if the rest can still be paired with as few repetitions
//!   as possible, which a maximum matching decides. Where there are more rounds than half the entrants, a
//!   pairing without repetition now can make one unavoidable later; so it is also looked ahead for pairings of
//!   all the rounds to come.

mod ahead;
mod history;
mod pairing;
mod standings;
#[cfg(test)]
mod tests;

pub use history::Meeting;
pub use standings::{Standing, Standings};

use super::stage::Builder;
use super::{ScheduleError, Scheduled, Stage};
use history::History;
use pairing::Field;

/// The next round, or `None` after the last.
pub(super) fn next(
    entrants: usize,
    pairs: usize,
    rounds: usize,
    scheduled: &Scheduled,
) -> Result<Option<Stage>, ScheduleError> {
    let history = History::new(entrants, scheduled)?;
    let played = history.rounds();
    scheduled.encounters().try_for_each(super::Encounter::must_be_finished)?;
    if played >= rounds {
        return Ok(None);
    }
    let ranking = Standings::of(&history, pairs);
    let pairing = Field::new(&ranking).pair(rounds - played);
    let mut games = Builder::after(scheduled.games());
    for pair in 0..pairs {
        for &two in &pairing.pairs {
            games.pair(played + 1, played * pairs + pair, two, pair);
        }
    }
    Ok(Stage::unless_empty(games.finish(), pairing.bye.into_iter().collect()))
}
