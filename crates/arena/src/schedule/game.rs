//! The games that are to be played next.

use std::ops::Range;

use super::words::{self, name};
use super::{Encounter, Game, Scheduled};

/// Games that are scheduled together.
///
/// ```
/// use arena::schedule::{Format, Schedule, Scheduled};
/// let schedule = Schedule::new(Format::Swiss { rounds: 3 }, 3, 2)?;
/// let stage = schedule.next(&Scheduled::new())?.expect("nothing was played yet");
/// assert_eq!(
///     stage.to_text(&["A", "B", "C"]),
///     "round 1: A - B, 2 pairs, openings 1-2\n\
///      round 1: C has no opponent\n"
/// );
/// # Ok::<(), arena::schedule::ScheduleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The games, by number; never empty.
    pub games: Vec<Game>,
    /// Who goes on without a game: the odd one out of a Swiss round, the best seeds in the first round of
    /// a knockout.
    pub byes: Vec<usize>,
}

impl Stage {
    /// These games, or `None` if there are none.
    pub(super) fn unless_empty(games: Vec<Game>, byes: Vec<usize>) -> Option<Stage> {
        if games.is_empty() { None } else { Some(Stage { games, byes }) }
    }

    /// The openings of these games, counted from 0.
    #[must_use]
    pub fn openings(&self) -> Range<usize> {
        let openings = self.games.iter().map(|game| game.opening);
        openings.clone().min().unwrap_or(0)..openings.max().map_or(0, |last| last + 1)
    }

    /// A line for each encounter: `round 1: A - B, 2 pairs, openings 1-2`.
    #[must_use]
    pub fn to_text<S: AsRef<str>>(&self, names: &[S]) -> String {
        let mut text = String::new();
        let mut round = 0;
        // In order of their first games; the openings of an encounter follow each other.
        let mut met: Scheduled = Scheduled::new();
        let mut order: Vec<(Encounter, usize)> = Vec::new();
        for game in &self.games {
            round = game.round;
            if met.encounter(game.round, game.entrants).is_none() {
                let Game { round, entrants, .. } = *game;
                order.push((Encounter { round, entrants, games: 0, half_points: [0, 0] }, game.opening));
            }
            met.add(game, None);
        }
        for (first, opening) in order {
            let pairs = met.encounter(first.round, first.entrants).map_or(0, Encounter::pairs);
            text += &words::encounter(
                first.round..first.round + 1,
                first.entrants.map(|entrant| name(names, entrant)),
                pairs,
                opening..opening + pairs,
            );
        }
        for &entrant in &self.byes {
            text += &format!("round {round}: {} has no opponent\n", name(names, entrant));
        }
        text
    }
}

/// Numbers games as they are added.
#[derive(Debug)]
pub(super) struct Builder {
    games: Vec<Game>,
    number: usize,
}

impl Builder {
    /// The first game comes after so many others.
    pub(super) fn after(number: usize) -> Builder {
        Builder { games: Vec::new(), number }
    }

    /// Adds both games of a pair. `index` counts the pairs of the encounter from 0: in every second one
    /// the other entrant begins.
    pub(super) fn pair(&mut self, round: usize, opening: usize, [a, b]: [usize; 2], index: usize) {
        let first = if index.is_multiple_of(2) { [a, b] } else { [b, a] };
        for entrants in [first, [first[1], first[0]]] {
            self.number += 1;
            let (number, pair) = (self.number, self.number.div_ceil(2));
            self.games.push(Game { number, round, pair, opening, entrants });
        }
    }

    pub(super) fn finish(self) -> Vec<Game> {
        self.games
    }
}
