//! Who plays whom, on which side, from which opening.
//!
//! A [`Schedule`] is a pure function: from what was scheduled and how it came out ([`Scheduled`]) to the
//! [`Stage`] that is to be played next. It holds no state, so any process that sees the same games comes to the
//! same next games.
//!
//! Games come in pairs: the same two entrants, the same opening, the sides swapped. Whoever begins the first
//! game of one pair of an encounter begins the second game of the next one. All encounters of a round share
//! their openings.
//!
//! ```
//! use arena::schedule::{Format, Schedule, Scheduled};
//!
//! let schedule = Schedule::new(Format::Swiss { rounds: 2 }, 4, 1)?;
//! let mut scheduled = Scheduled::new();
//! while let Some(stage) = schedule.next(&scheduled)? {
//!     for game in &stage.games {
//!         // Whoever is first in the list wins.
//!         let won = game.entrants[0] < game.entrants[1];
//!         scheduled.add(game, Some(if won { [2, 0] } else { [0, 2] }));
//!     }
//! }
//! let names = ["A", "B", "C", "D"];
//! let table = schedule.table(&scheduled, &names)?.unwrap_or_default();
//! assert_eq!(table.lines().nth(1), Some("1. A       4.0       4.0  8.00  3: 2.0  2: 2.0"));
//! # Ok::<(), arena::schedule::ScheduleError>(())
//! ```

mod cycles;
mod encounter;
mod error;
mod format;
pub mod knockout;
mod plan;
mod stage;
pub mod swiss;
mod words;

use abstract_game::Player;

pub use cycles::round_robin;
pub use encounter::{Encounter, Scheduled};
pub use error::ScheduleError;
pub use format::Format;
use knockout::Bracket;
pub use stage::Stage;
use swiss::Standings;

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its number, from 1.
    pub number: usize,
    /// The round, from 1. In a round robin and a gauntlet a round is a cycle: everyone who is to meet meets
    /// in one pair of games.
    pub round: usize,
    /// The number of its pair, from 1: two games of the same two entrants from the same opening, the
    /// sides swapped. The games 2p - 1 and 2p are pair p.
    pub pair: usize,
    /// The opening, from 0; all encounters of a round share it.
    pub opening: usize,
    /// The entrants that play P1 and P2, from 0.
    pub entrants: [usize; 2],
}

impl Game {
    /// The entrant on that side.
    #[must_use]
    pub fn entrant(&self, player: Player) -> usize {
        self.entrants[player.index()]
    }

    /// The side of that entrant, if it plays in this game.
    #[must_use]
    pub fn side(&self, entrant: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.entrant(player) == entrant)
    }
}

/// A format with numbers: how many take part, and in how many pairs of games two of them meet.
///
/// ```
/// use arena::schedule::{Format, Schedule, Scheduled};
/// let schedule = Schedule::new(Format::RoundRobin, 3, 10)?;
/// assert_eq!(schedule.total(), Some(60));
/// let stage = schedule.next(&Scheduled::new())?.expect("nothing was played yet");
/// assert_eq!(stage.games[0].entrants, [1, 2]);
/// // All sixty are one batch, so nothing comes after them.
/// assert_eq!(schedule.next(&Scheduled::count(60))?, None);
/// # Ok::<(), arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    entrants: usize,
    pairs: usize,
}

impl Schedule {
    /// A tournament of `entrants` who meet in `pairs` pairs of games. In a round robin and a gauntlet the
    /// pairs are one in each cycle; in a Swiss tournament and a knockout they are one encounter.
    ///
    /// # Errors
    /// There are fewer than two entrants or no pairs, or the format's own number does not fit.
    pub fn new(format: Format, entrants: usize, pairs: usize) -> Result<Schedule, ScheduleError> {
        if entrants < 2 {
            return Err(ScheduleError::TooFew(entrants));
        }
        if pairs == 0 {
            return Err(ScheduleError::NoPairs);
        }
        match format {
            Format::Gauntlet { challengers } if challengers == 0 || challengers >= entrants => {
                Err(ScheduleError::Challengers { challengers, entrants })
            }
            Format::Swiss { rounds: 0 } => Err(ScheduleError::NoRounds),
            _ => Ok(Schedule { format, entrants, pairs }),
        }
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many take part.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// In how many pairs of games two who meet do so.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Whether later games depend on the results of earlier ones.
    #[must_use]
    pub fn needs_results(&self) -> bool {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => false,
            Format::Swiss { .. } | Format::Knockout => true,
        }
    }

    /// The number of all games. `None` in a knockout, where nobody knows how many encounters end level, and
    /// for numbers beyond `usize`.
    #[must_use]
    pub fn total(&self) -> Option<usize> {
        match self.format {
            Format::Knockout => None,
            _ => self.at_least(),
        }
    }

    /// The number of games if no encounter of a knockout has to be extended; the [total](Self::total) of
    /// other formats. `None` for numbers beyond `usize`.
    #[must_use]
    pub fn at_least(&self) -> Option<usize> {
        let encounters = match self.format {
            Format::RoundRobin => self.entrants.checked_mul(self.entrants - 1)? / 2,
            Format::Gauntlet { challengers } => challengers.checked_mul(self.entrants - challengers)?,
            Format::Swiss { rounds } => rounds.checked_mul(self.entrants / 2)?,
            Format::Knockout => self.entrants - 1,
        };
        encounters.checked_mul(self.pairs)?.checked_mul(2)
    }

    /// The games that come after those already scheduled, or `None` when the tournament is over.
    ///
    /// For a round robin and a gauntlet only the number of scheduled games counts. The stage is a whole
    /// number of cycles, of 64 games or more if there are so many left. For a Swiss tournament the
    /// stage is a round; for a knockout it is a round, or one more pair for each encounter of the round that
    /// is level. These can be told only when all the games before are finished.
    ///
    /// # Errors
    /// Games are unfinished whose results are needed, or what was scheduled is not of this tournament.
    pub fn next(&self, scheduled: &Scheduled) -> Result<Option<Stage>, ScheduleError> {
        scheduled.check(self.entrants)?;
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => Ok(Stage::unless_empty(
                cycles::batch(&self.pairings(), self.pairs, scheduled.games()),
                vec![],
            )),
            Format::Swiss { rounds } => swiss::next(self.entrants, self.pairs, rounds, scheduled),
            Format::Knockout => Bracket::new(self.entrants, self.pairs, scheduled)?.next(scheduled),
        }
    }

    /// How it stands, as text: the table of a Swiss tournament, the bracket and the placing of a knockout. `None`
    /// for the other formats, where the usual standings say everything.
    ///
    /// # Errors
    /// What was scheduled is not of this tournament.
    pub fn table<S: AsRef<str>>(
        &self,
        scheduled: &Scheduled,
        names: &[S],
    ) -> Result<Option<String>, ScheduleError> {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } => Ok(None),
            Format::Swiss { .. } => {
                Ok(Some(Standings::new(self.entrants, self.pairs, scheduled)?.to_text(names)))
            }
            Format::Knockout => Ok(Some(Bracket::new(self.entrants, self.pairs, scheduled)?.to_text(names))),
        }
    }

    /// Who meets whom in each cycle of a round robin or a gauntlet; nobody in other formats.
    fn pairings(&self) -> Vec<[usize; 2]> {
        match self.format {
            Format::RoundRobin => cycles::everyone(self.entrants),
            Format::Gauntlet { challengers } => cycles::gauntlet(self.entrants, challengers),
            Format::Swiss { .. } | Format::Knockout => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_held_is_refused() {
        let error = |format, entrants, pairs| Schedule::new(format, entrants, pairs).unwrap_err().to_string();
        assert_eq!(error(Format::Knockout, 1, 1), "a tournament needs two entrants or more, not 1");
        assert_eq!(error(Format::RoundRobin, 2, 0), "two who meet play one pair of games or more, not 0");
        assert_eq!(
            error(Format::Gauntlet { challengers: 3 }, 3, 1),
            "a gauntlet of 3 entrants has from 1 to 2 challengers, not 3"
        );
        assert_eq!(error(Format::Gauntlet { challengers: 0 }, 2, 1).split(", ").nth(1), Some("not 0"));
        assert_eq!(
            error(Format::Swiss { rounds: 0 }, 2, 1),
            "a Swiss tournament has one round or more, not 0"
        );
    }

    #[test]
    fn totals_are_known_but_for_knockouts() {
        let numbers = |format, entrants, pairs| {
            let schedule = Schedule::new(format, entrants, pairs).unwrap();
            (schedule.total(), schedule.at_least(), schedule.needs_results())
        };
        assert_eq!(numbers(Format::RoundRobin, 5, 3), (Some(60), Some(60), false));
        assert_eq!(numbers(Format::Gauntlet { challengers: 2 }, 5, 3), (Some(36), Some(36), false));
        assert_eq!(numbers(Format::Swiss { rounds: 4 }, 5, 3), (Some(48), Some(48), true));
        assert_eq!(numbers(Format::Knockout, 5, 3), (None, Some(24), true));
        assert_eq!(numbers(Format::RoundRobin, 2, usize::MAX), (None, None, false));
    }

    #[test]
    fn what_is_not_of_this_tournament_is_told() {
        let schedule = Schedule::new(Format::Swiss { rounds: 3 }, 4, 1).unwrap();
        let encounter = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
        let error = |encounters: &[Encounter]| {
            schedule.next(&encounters.iter().copied().collect()).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[encounter(1, [0, 7], [4, 0])]),
            "the games of round 1 are not of this tournament: entrant 8 of 4 plays in them"
        );
        assert!(error(&[encounter(1, [1, 1], [4, 0])]).ends_with("entrant 2 meets itself"));
        assert!(error(&[encounter(1, [0, 2], [4, 1])]).ends_with("2 games gave 5 half points"));
        assert!(error(&[encounter(2, [0, 2], [4, 0])]).ends_with("round 1 is missing"));
        assert!(error(&[encounter(1, [0, 2], [4, 0])]).ends_with("2 entrants have no opponent"));
        assert!(
            error(&[encounter(1, [0, 2], [4, 0]), encounter(1, [1, 2], [4, 0])])
                .ends_with("entrant 3 has two opponents")
        );
        assert_eq!(
            error(&[encounter(1, [0, 2], [4, 0]), encounter(1, [1, 3], [2, 0])]),
            "round 1 is not finished: entrants 2 and 4 have 2 half points of 4 to play for"
        );
        let knockout = Schedule::new(Format::Knockout, 4, 1).unwrap();
        let foreign = knockout.next(&[encounter(1, [0, 1], [4, 0])].into_iter().collect());
        assert!(foreign.unwrap_err().to_string().ends_with("entrants 1 and 2 do not meet there"));
    }
}
