//! Schedules: who plays whom, on which side, from which opening.
//!
//! A [`Schedule`] is a pure function from the games scheduled so far and their results ([`Scheduled`]) to the next stage:
//! games that are scheduled together. It holds no state, so all processes that see the same games compute the same next games.
//!
//! Games come in pairs: the same two entrants, the same opening, the sides swapped. The entrant who begins the first game
//! of one pair of an encounter begins the second game of the next pair. All encounters of a round share their openings.
//!
//! ```
//! use arena::schedule::{Format, Schedule, Scheduled};
//!
//! let schedule = Schedule::new(Format::Swiss { rounds: 2 }, 4, 1)?;
//! let mut scheduled = Scheduled::default();
//! while let Some(stage) = schedule.next(&scheduled)? {
//!     for game in &stage {
//!         // The entrant with the lower number wins.
//!         let won = game.entrants[0] < game.entrants[1];
//!         scheduled.add(game, Some(if won { [2, 0] } else { [0, 2] }));
//!     }
//! }
//! let names = ["A", "B", "C", "D"];
//! let (order, table) = schedule.table(&scheduled, &names)?.unwrap_or_default();
//! assert_eq!(order, [0, 1, 2, 3]);
//! assert_eq!(table.lines().nth(1), Some("1. A       4.0       4.0  8.00  3: 2.0  2: 2.0"));
//! # Ok::<(), arena::schedule::ScheduleError>(())
//! ```

mod cycles;
mod game;
mod knockout;
mod swiss;

use derive_more::Display;
use serde::{Deserialize, Serialize};

use crate::counted;
use cycles::{gauntlet, pyramid, round_robin, stage};
pub use game::{Encounter, Game, Result, ScheduleError, Scheduled};
use knockout::Bracket;
use swiss::Standings;

/// The format of a tournament: how it decides who meets whom.
///
/// As data, for example in TOML: `kind = "swiss"` and `rounds = 7`.
///
/// ```
/// use arena::schedule::Format;
/// let format: Format = toml::from_str("kind = \"gauntlet\"\nchallengers = 2")?;
/// assert_eq!(format, Format::Gauntlet { challengers: 2 });
/// assert_eq!(format.to_string(), "gauntlet of 2 challengers");
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Display, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Format {
    /// Everyone meets everyone.
    #[display("round robin")]
    RoundRobin,
    /// The first entrants meet all others, but not each other.
    #[display("gauntlet of {}", counted(challengers, "challenger"))]
    Gauntlet {
        /// The number of these first entrants, from 1.
        challengers: usize,
    },
    /// In each round entrants with about equal points meet.
    #[display("Swiss tournament of {}", counted(rounds, "round"))]
    Swiss {
        /// The number of rounds, from 1.
        rounds: usize,
    },
    /// The loser of an encounter is out.
    #[display("knockout")]
    Knockout,
    /// Everyone meets everyone; each entrant meets all before it, then the next one enters.
    #[display("pyramid")]
    Pyramid,
}

/// A format with its numbers: of entrants, and of the pairs of games of an encounter.
///
/// ```
/// use arena::schedule::{Format, Schedule, Scheduled};
/// let schedule = Schedule::new(Format::RoundRobin, 3, 10)?;
/// assert_eq!(schedule.total(), Some(60));
/// let stage = schedule.next(&Scheduled::default())?.expect("nothing was played yet");
/// assert_eq!(stage[0].entrants, [1, 2]);
/// // All sixty are one stage, so nothing comes after them.
/// assert_eq!(schedule.next(&Scheduled::count(60))?, None);
/// # Ok::<(), arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    format: Format,
    entrants: usize,
    pairs: usize,
    /// Whether the entrant with the lower number begins every game.
    no_swap: bool,
}

impl Schedule {
    /// A tournament of `entrants` who meet in `pairs` pairs of games. In a round robin and a gauntlet that is one pair
    /// in each cycle; in a Swiss tournament and a knockout the pairs are one encounter.
    ///
    /// # Errors
    /// There are fewer than two entrants or no pairs, or the format's own number is out of range.
    pub fn new(format: Format, entrants: usize, pairs: usize) -> Result<Schedule> {
        let impossible = match format {
            _ if entrants < 2 => format!("a tournament needs two entrants or more, not {entrants}"),
            _ if pairs == 0 => "two who meet play one pair of games or more, not 0".to_owned(),
            Format::Gauntlet { challengers } if !(1..entrants).contains(&challengers) => format!(
                "a gauntlet of {entrants} entrants has from 1 to {} challengers, not {challengers}",
                entrants - 1
            ),
            Format::Swiss { rounds: 0 } => "a Swiss tournament has one round or more, not 0".to_owned(),
            _ => return Ok(Schedule { format, entrants, pairs, no_swap: false }),
        };
        Err(ScheduleError::Settings(impossible))
    }

    /// The same schedule without swapped sides, if `no_swap`: the entrant with the lower number is P1 in every game, and
    /// each game has an opening of its own, as the second game of a pair would often repeat the first.
    #[must_use]
    pub fn without_swap(self, no_swap: bool) -> Schedule {
        Schedule { no_swap, ..self }
    }

    /// Whether later games depend on the results of earlier ones.
    pub fn needs_results(&self) -> bool {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } | Format::Pyramid => false,
            Format::Swiss { .. } | Format::Knockout => true,
        }
    }

    /// Whether the games of a round are possible only with the results of the rounds before: the loser of an encounter
    /// of a knockout plays no more.
    pub fn needs_same_results(&self) -> bool {
        match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } | Format::Pyramid | Format::Swiss { .. } => false,
            Format::Knockout => true,
        }
    }

    /// The number of all games. `None` in a knockout, where drawn encounters are extended, and for numbers beyond
    /// `usize`.
    pub fn total(&self) -> Option<usize> {
        self.at_least().filter(|_| self.format != Format::Knockout)
    }

    /// The number of games if no encounter of a knockout is extended; the [total](Self::total) of other formats. `None`
    /// for numbers beyond `usize`.
    pub fn at_least(&self) -> Option<usize> {
        let encounters = match self.format {
            Format::RoundRobin | Format::Pyramid => self.entrants.checked_mul(self.entrants - 1)? / 2,
            Format::Gauntlet { challengers } => challengers.checked_mul(self.entrants - challengers)?,
            Format::Swiss { rounds } => rounds.checked_mul(self.entrants / 2)?,
            Format::Knockout => self.entrants - 1,
        };
        encounters.checked_mul(self.pairs)?.checked_mul(2)
    }

    /// The number of openings if no encounter of a knockout is extended.
    pub fn openings(&self) -> usize {
        let rounds = match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } | Format::Pyramid => 1,
            Format::Swiss { rounds } => rounds,
            Format::Knockout => self.entrants.next_power_of_two().ilog2() as usize,
        };
        rounds.saturating_mul(self.pairs).saturating_mul(if self.no_swap { 2 } else { 1 })
    }

    /// The games after those already scheduled, or `None` at the end of the tournament.
    ///
    /// A round robin, a gauntlet and a pyramid depend only on the number of scheduled games. Their stage is a whole number of
    /// cycles with 64 games or more, if that many are left. The stage of a Swiss tournament is a round. The stage of a
    /// knockout is a round, or one more pair for each drawn encounter of the round. These need the results of all games
    /// before.
    ///
    /// # Errors
    /// Games whose results are needed are not finished, or the scheduled games are not of this tournament.
    ///
    /// # Panics
    /// If an entrant of a scheduled game does not exist.
    pub fn next(&self, scheduled: &Scheduled) -> Result<Option<Vec<Game>>> {
        let mut next = self.with_swap(scheduled)?;
        for game in next.iter_mut().flatten().filter(|_| self.no_swap) {
            game.entrants.sort_unstable();
            game.opening = 2 * game.opening + usize::from(game.number.is_multiple_of(2));
        }
        Ok(next)
    }

    /// The next games, with swapped sides.
    fn with_swap(&self, scheduled: &Scheduled) -> Result<Option<Vec<Game>>> {
        let (entrants, pairs, known) = (self.entrants, self.pairs, scheduled.games());
        match self.format {
            Format::RoundRobin => Ok(stage([round_robin(entrants)], pairs, known)),
            Format::Gauntlet { challengers } => Ok(stage([gauntlet(challengers, entrants)], pairs, known)),
            Format::Pyramid => Ok(stage(pyramid(entrants), pairs, known)),
            Format::Swiss { rounds } => Standings::new(entrants, pairs, scheduled)?.next(rounds, scheduled),
            Format::Knockout => Bracket::new(entrants, pairs, scheduled)?.next(scheduled),
        }
    }

    /// The order of the entrants, the best first, and the rounds as text, if the format has more to show than the usual
    /// standings. A Swiss tournament orders by points, those of byes included, and tie-breaks, and has a table; a knockout
    /// orders by places, and has a bracket. `None` for the other formats.
    ///
    /// # Errors
    /// The scheduled games are not of this tournament.
    ///
    /// # Panics
    /// If an entrant does not exist or has no name.
    pub fn table(&self, scheduled: &Scheduled, names: &[&str]) -> Result<Option<(Vec<usize>, String)>> {
        Ok(match self.format {
            Format::RoundRobin | Format::Gauntlet { .. } | Format::Pyramid => None,
            Format::Swiss { .. } => {
                let standings = Standings::new(self.entrants, self.pairs, scheduled)?;
                Some((standings.entrants().collect(), standings.to_text(names)))
            }
            Format::Knockout => {
                let bracket = Bracket::new(self.entrants, self.pairs, scheduled)?;
                Some((bracket.ranking(), bracket.to_text(names)))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_settings_are_refused() {
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
    fn totals_are_known_except_for_knockouts() {
        let numbers = |format, entrants, pairs| {
            let schedule = Schedule::new(format, entrants, pairs).unwrap();
            (schedule.total(), schedule.at_least(), schedule.openings(), schedule.needs_results())
        };
        assert_eq!(numbers(Format::RoundRobin, 5, 3), (Some(60), Some(60), 3, false));
        assert_eq!(numbers(Format::Pyramid, 5, 3), (Some(60), Some(60), 3, false));
        assert_eq!(numbers(Format::Gauntlet { challengers: 2 }, 5, 3), (Some(36), Some(36), 3, false));
        assert_eq!(numbers(Format::Swiss { rounds: 4 }, 5, 3), (Some(48), Some(48), 12, true));
        assert_eq!(numbers(Format::Knockout, 5, 3), (None, Some(24), 9, true));
        assert_eq!(numbers(Format::RoundRobin, 2, usize::MAX), (None, None, usize::MAX, false));
    }

    #[test]
    fn only_later_rounds_of_a_knockout_need_the_same_results() {
        let same = |format| Schedule::new(format, 4, 1).unwrap().needs_same_results();
        let formats = [Format::RoundRobin, Format::Gauntlet { challengers: 1 }, Format::Pyramid];
        assert_eq!(formats.map(same), [false; 3]);
        assert_eq!([Format::Swiss { rounds: 2 }, Format::Knockout].map(same), [false, true]);
    }

    #[test]
    fn games_of_another_tournament_are_refused() {
        let schedule = Schedule::new(Format::Swiss { rounds: 3 }, 4, 1).unwrap();
        let encounter = |round, entrants, half_points| Encounter { round, entrants, games: 2, half_points };
        let error = |encounters: &[Encounter]| {
            schedule.next(&encounters.iter().copied().collect()).unwrap_err().to_string()
        };
        assert_eq!(
            error(&[encounter(2, [0, 2], [4, 0])]),
            "the games of round 2 are not of this tournament: round 1 is missing"
        );
        assert!(error(&[encounter(1, [1, 1], [4, 0])]).ends_with("entrant 2 has two opponents"));
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

    #[test]
    fn every_format_survives_json() {
        for (format, json) in [
            (Format::RoundRobin, r#"{"kind":"round-robin"}"#),
            (Format::Gauntlet { challengers: 1 }, r#"{"kind":"gauntlet","challengers":1}"#),
            (Format::Swiss { rounds: 7 }, r#"{"kind":"swiss","rounds":7}"#),
            (Format::Knockout, r#"{"kind":"knockout"}"#),
            (Format::Pyramid, r#"{"kind":"pyramid"}"#),
        ] {
            assert_eq!(serde_json::to_string(&format).unwrap(), json);
            assert_eq!(serde_json::from_str::<Format>(json).unwrap(), format);
        }
        assert!(serde_json::from_str::<Format>(r#"{"kind":"swiss"}"#).is_err());
        assert!(serde_json::from_str::<Format>(r#"{"kind":"swiss","rounds":7,"turns":7}"#).is_err());
    }
}
