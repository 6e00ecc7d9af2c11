//! Games and stages, and the words for them that all formats share.

use std::ops::Range;

use abstract_game::Player;

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its number, from 1 without gaps.
    pub number: usize,
    /// The round, from 1. In a round robin and a gauntlet a round is a cycle: every two entrants who are to meet play
    /// one pair of games.
    pub round: usize,
    /// The number of its pair, from 1: two games of the same two entrants from the same opening, the sides swapped. The
    /// games 2p - 1 and 2p are pair p.
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
}

/// Games that are scheduled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The games, by number; never empty.
    pub games: Vec<Game>,
    /// The entrants without an opponent: the odd one out of a Swiss round, the best seeds in the first round of a
    /// knockout.
    pub byes: Vec<usize>,
}

impl Stage {
    /// The openings of these games, from 0.
    #[must_use]
    pub fn openings(&self) -> Range<usize> {
        let openings = self.games.iter().map(|game| game.opening);
        openings.clone().min().unwrap_or(0)..openings.max().map_or(0, |last| last + 1)
    }
}

/// Numbers games as they are added.
pub(super) struct GameList {
    known: usize,
    pub(super) games: Vec<Game>,
}

impl GameList {
    /// An empty list; its first game has the number `known + 1`.
    pub(super) fn after(known: usize) -> GameList {
        GameList { known, games: Vec::new() }
    }

    /// Adds both games of a pair. `index` counts the pairs of the encounter from 0; in every second one the other
    /// entrant begins.
    pub(super) fn add_pair(&mut self, round: usize, opening: usize, [a, b]: [usize; 2], index: usize) {
        for entrants in if index.is_multiple_of(2) { [[a, b], [b, a]] } else { [[b, a], [a, b]] } {
            let number = self.known + self.games.len() + 1;
            self.games.push(Game { number, round, pair: number.div_ceil(2), opening, entrants });
        }
    }
}

/// The name of an entrant; its number if it has none.
pub(super) fn name(names: &[&str], entrant: usize) -> String {
    names.get(entrant).map_or_else(|| format!("#{}", entrant + 1), |&name| name.to_owned())
}

/// `round 3`, `rounds 1-7`.
pub(super) fn numbered(what: &str, numbers: Range<usize>) -> String {
    let (first, last) = (numbers.start, numbers.end.saturating_sub(1));
    if last <= first { format!("{what} {first}") } else { format!("{what}s {first}-{last}") }
}

/// `opening 3`, `openings 1-7`: from 1 in texts, while the range counts from 0.
pub(super) fn openings_text(openings: Range<usize>) -> String {
    numbered("opening", openings.start + 1..openings.end.saturating_add(1))
}

/// `1 pair`, `7 pairs`; `what` is the singular.
pub(super) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The line of an encounter. Its openings follow each other.
pub(super) fn encounter_line(rounds: Range<usize>, two: [String; 2], pairs: usize, opening: usize) -> String {
    let openings = openings_text(opening..opening.saturating_add(pairs));
    format!("{}: {}, {}, {openings}\n", numbered("round", rounds), two.join(" - "), counted(pairs, "pair"))
}

/// Half points as points with one decimal.
pub(super) fn points_text(half_points: u64) -> String {
    format!("{:.1}", half_points as f64 / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_tell_one_from_many() {
        let line =
            |rounds, b: &str, pairs, opening| encounter_line(rounds, ["A".into(), b.into()], pairs, opening);
        assert_eq!(
            line(1..2, "B", 1, 0) + &line(1..4, "C", 3, 4),
            "round 1: A - B, 1 pair, opening 1\nrounds 1-3: A - C, 3 pairs, openings 5-7\n"
        );
        assert_eq!((name(&["A"], 0), name(&["A"], 1)), ("A".into(), "#2".into()));
        assert_eq!([0, 1, 5, 8].map(points_text), ["0.0", "0.5", "2.5", "4.0"]);
    }
}
