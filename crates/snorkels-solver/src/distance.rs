//! The number of placements to the end, when the winner hurries and the loser delays.
//!
//! A question of its own, and a slower one: the search of values knows only who wins. Here the length of play is
//! limited, and the limit rises until the winner wins within it. Values leave out all placements of the winner that do not win.

use crate::numbers::{INFINITE, Numbers, WIN};
use crate::search::Search;
use crate::state::{State, for_each_cell};
use crate::table::{Entry, Table};

/// A search with a limited number of placements. Questions have no answer when the limit of nodes is reached.
pub(crate) struct Distances<'a> {
    pub(crate) search: &'a mut Search,
    /// For the player to place: `phi` is the least limit that is not known to be too short for a win, `delta` the
    /// least one that is known to suffice.
    pub(crate) table: Table,
}

impl Distances<'_> {
    /// The number of placements to the end; `None` if the limit of nodes is reached before.
    pub(crate) fn distance(&mut self, state: &State) -> Option<u32> {
        let wins = self.wins(state)?;
        for limit in 1.. {
            let ends = if wins { self.wins_within(state, limit)? } else { self.loses_within(state, limit)? };
            if ends {
                return Some(limit);
            }
        }
        None
    }

    /// Whether the player to place wins at all.
    fn wins(&mut self, state: &State) -> Option<bool> {
        let numbers = self.search.run(state);
        numbers.are_decided().then_some(numbers == WIN)
    }

    /// Whether the player to place wins with at most `limit` placements of both players.
    fn wins_within(&mut self, state: &State, limit: u32) -> Option<bool> {
        if state.enemy_groups.last != 0 {
            return Some(limit > 0);
        }
        if limit < 2 || !self.wins(state)? {
            return Some(false);
        }
        let key = self.search.key(state);
        let unknown = Numbers { phi: 2, delta: INFINITE };
        let mut entry = self.table.get(key).unwrap_or(Entry { key, numbers: unknown, work: 1 });
        if limit < entry.numbers.phi || limit >= entry.numbers.delta {
            return Some(limit >= entry.numbers.delta);
        }
        if self.search.nodes >= self.search.limit {
            return None;
        }
        self.search.nodes += 1;
        let start = self.search.nodes;
        let mut wins = false;
        // A group with one air would be captured at once, and so would one that stays in atari.
        for_each_cell!(at in state.safe(), {
            let after = state.after(at);
            if after.enemy_groups.last == 0 && !self.wins(&after)? && self.loses_within(&after, limit - 1)? {
                wins = true;
                break;
            }
        });
        if wins {
            entry.numbers.delta = limit;
        } else {
            entry.numbers.phi = limit + 1;
        }
        entry.work += self.search.nodes - start;
        self.table.put(entry);
        Some(wins)
    }

    /// Whether the player to place, who cannot capture, loses with at most `limit` placements of both players.
    fn loses_within(&mut self, state: &State, limit: u32) -> Option<bool> {
        if limit == 0 {
            return Some(false);
        }
        for_each_cell!(at in state.empty, {
            // Without air the group is captured by the placement itself.
            if state.own_groups.joined(at, state.empty) != 0 && !self.wins_within(&state.after(at), limit - 1)? {
                return Some(false);
            }
        });
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use snorkels_core::{Position, Snorkels};

    use crate::Solver;

    /// The number of placements to the end by the rules alone, positive for a win of the player to place.
    fn plain(position: &Position) -> i32 {
        let mut best = i32::MIN;
        for action in position.actions() {
            let after = position.after_unchecked(action);
            let score = match after.end() {
                Some(end) if end.winner == Some(position.player_to_act()) => return 1,
                Some(_) => -1,
                None => match plain(&after) {
                    won if won > 0 => -won - 1,
                    lost => -lost + 1,
                },
            };
            // A short win is better than a long one, and a long loss better than a short one.
            let rank = |score: i32| if score > 0 { 1_000 - score } else { -1_000 - score };
            if best == i32::MIN || rank(score) > rank(best) {
                best = score;
            }
        }
        best
    }

    #[test]
    fn distances_are_those_of_a_plain_search() {
        let mut lengths = std::collections::BTreeSet::new();
        for (width, height) in [(2, 2), (3, 2), (4, 2), (3, 3)] {
            let rules = Snorkels::new().with_pie(false).with("size", height).unwrap();
            let start = rules.with("width", width).unwrap().start();
            let mut positions = vec![start];
            while let Some(position) = positions.pop() {
                let mut solver = Solver::new(&position, 1 << 16).unwrap();
                let found = solver.distance(&position, 1 << 16, u64::MAX).unwrap();
                assert_eq!(found, Some(plain(&position).unsigned_abs()), "{position}");
                lengths.insert(found);
                let next = position.actions().into_iter().map(|action| position.after_unchecked(action));
                if position.empty().len() > 5 {
                    positions.extend(next.filter(|after| after.end().is_none()));
                }
            }
        }
        assert!(lengths.len() > 4, "{lengths:?}");
    }

    #[test]
    fn four_by_four_and_the_limit_of_nodes() {
        let start = Snorkels::new().with_pie(false).with("size", 4).unwrap().start();
        let mut solver = Solver::new(&start, 1 << 20).unwrap();
        assert_eq!(solver.distance(&start, 1 << 20, 0).unwrap(), None);
        assert_eq!(solver.distance(&start, 1 << 20, u64::MAX).unwrap(), Some(14));
        assert!(solver.nodes() < 100_000, "{}", solver.nodes());
    }
}
