//! A round of a Swiss tournament: who meets whom.

use std::cmp::Reverse;

use petgraph::algo::maximum_matching;
use petgraph::graph::{NodeIndex, UnGraph};

use super::ahead::Ahead;
use super::standings::{Standing, Standings};

/// Who meets whom, the higher in the ranking first, and who rests. Entrants, from 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    pub(super) pairs: Vec<[usize; 2]>,
    pub(super) bye: Option<usize>,
}

/// What a pairing depends on. Here entrants are called by their ranks, from 0.
#[derive(Debug)]
pub(super) struct Field {
    entrants: Vec<usize>,
    half_points: Vec<u64>,
    /// How often each two have met.
    met: Vec<Vec<usize>>,
    byes: Vec<usize>,
    /// How often those two have met who have met least often.
    least: usize,
}

impl Field {
    pub(super) fn new(standings: &Standings) -> Field {
        let rows = &standings.rows;
        let entrants: Vec<usize> = rows.iter().map(|row| row.entrant).collect();
        let met_by = |row: &Standing| {
            let mut met = vec![0; rows.len()];
            row.rounds.iter().flatten().for_each(|meeting| met[meeting.opponent] += 1);
            entrants.iter().map(|&entrant| met[entrant]).collect::<Vec<usize>>()
        };
        let met: Vec<Vec<usize>> = rows.iter().map(met_by).collect();
        let two = met.iter().enumerate().flat_map(|(a, of_a)| of_a.iter().skip(a + 1));
        Field {
            half_points: rows.iter().map(|row| row.half_points).collect(),
            byes: rows
                .iter()
                .map(|row| row.rounds.iter().filter(|meeting| meeting.is_none()).count())
                .collect(),
            least: two.min().copied().unwrap_or(0),
            met,
            entrants,
        }
    }

    /// Pairs this round; it and those after it are `rounds`.
    pub(super) fn pair(&self, rounds: usize) -> Pairing {
        let mut ahead =
            Ahead::new(self.entrants.len().next_multiple_of(2), rounds, |a, b| self.may_meet(a, b));
        let mut left: Vec<usize> = (0..self.entrants.len()).collect();
        let bye = if left.len() % 2 == 1 { self.bye(&left, &mut ahead) } else { None };
        left.retain(|&a| Some(a) != bye);
        let mut pairs = Vec::with_capacity(left.len() / 2);
        while let Some((&a, others)) = left.split_first() {
            let b = self.opponent(a, others, &mut ahead);
            pairs.push([self.entrants[a], self.entrants[b]]);
            left.retain(|&c| c != a && c != b);
        }
        Pairing { pairs, bye: bye.map(|a| self.entrants[a]) }
    }

    /// Whether the two have met less often than others, so that meeting now repeats nothing.
    fn fresh(&self, a: usize, b: usize) -> bool {
        self.met[a][b] == self.least
    }

    /// Those who may rest: whoever has rested least often.
    fn may_rest(&self) -> impl DoubleEndedIterator<Item = usize> {
        let fewest = self.byes.iter().min().copied();
        (0..self.byes.len()).filter(move |&a| Some(self.byes[a]) == fewest)
    }

    /// Whether two may be paired without repetition. An odd one out has the bye as its opponent, numbered
    /// after all entrants.
    fn may_meet(&self, a: usize, b: usize) -> bool {
        let bye = self.entrants.len();
        match (a.min(b), a.max(b)) {
            (resting, highest) if highest == bye => self.may_rest().any(|a| a == resting),
            (low, high) => low != high && self.fresh(low, high),
        }
    }

    /// How many of them can be paired without repetition: the number of pairs.
    fn pairable(&self, ranks: impl IntoIterator<Item = usize>) -> usize {
        let ranks: Vec<usize> = ranks.into_iter().collect();
        let mut graph: UnGraph<(), ()> = UnGraph::default();
        let nodes: Vec<NodeIndex> = ranks.iter().map(|_| graph.add_node(())).collect();
        for (i, &a) in ranks.iter().enumerate() {
            for (j, &b) in ranks.iter().enumerate().skip(i + 1) {
                if self.fresh(a, b) {
                    graph.add_edge(nodes[i], nodes[j], ());
                }
            }
        }
        maximum_matching(&graph).len()
    }

    /// Who rests: the lowest who may, if the others can then be paired as well as possible. Nobody only if
    /// there is nobody.
    fn bye(&self, all: &[usize], ahead: &mut Option<Ahead>) -> Option<usize> {
        let pairable = |bye: usize| self.pairable(all.iter().copied().filter(|&a| a != bye));
        let mut best = 0;
        for bye in self.may_rest().rev() {
            best = best.max(pairable(bye));
            if best == all.len() / 2 {
                break;
            }
        }
        // Looking ahead may refuse some of them, but not the one that it has found a way for.
        self.may_rest().rev().find(|&bye| pairable(bye) == best && accepts(ahead, bye, all.len()))
    }

    /// Whom the highest of those left meets.
    fn opponent(&self, a: usize, others: &[usize], ahead: &mut Option<Ahead>) -> usize {
        let equals = others.iter().take_while(|&&b| self.half_points[b] == self.half_points[a]).count();
        let preferred = by_preference(others, equals);
        let rest = |b: usize| self.pairable(others.iter().copied().filter(|&c| c != b));
        let possible = self.pairable(std::iter::once(a).chain(others.iter().copied()));
        let keeps = |b: usize| 1 + rest(b) == possible;
        let fresh: Vec<usize> = preferred.iter().copied().filter(|&b| self.fresh(a, b)).collect();
        // First those who leave as many pairs of equals as there can be, then anyone.
        let group = &others[..equals];
        let in_group = self.pairable(std::iter::once(a).chain(group.iter().copied()));
        let keeps_group = |b: usize| {
            group.contains(&b) && 1 + self.pairable(group.iter().copied().filter(|&c| c != b)) == in_group
        };
        let first = fresh.iter().copied().filter(|&b| keeps_group(b));
        for b in first.chain(fresh.iter().copied()) {
            if keeps(b) && accepts(ahead, a, b) {
                return b;
            }
        }
        // Everyone left has been met. Of those who spare the others a repetition, the one met least often.
        let mut repeated = preferred;
        repeated.sort_by_key(|&b| (Reverse(rest(b)), self.met[a][b]));
        repeated[0]
    }
}

/// Whether the rounds to come stand nothing against this meeting; if so, it is made.
fn accepts(ahead: &mut Option<Ahead>, a: usize, b: usize) -> bool {
    ahead.as_mut().is_none_or(|ahead| ahead.fix(a, b))
}

/// The opponents of whoever ranks just before `others`, the most wanted first; the first `equals` have its
/// points. With them it is the first of a group: its upper half meets the lower half in order. If that is
/// not possible, those below are next, then the upper half from its end, then the other groups.
fn by_preference(others: &[usize], equals: usize) -> Vec<usize> {
    let half = equals.div_ceil(2).saturating_sub(1);
    let (upper, lower) = others[..equals].split_at(half);
    lower.iter().chain(upper.iter().rev()).chain(&others[equals..]).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairing of so many with these half points, of whom some have met.
    fn pairs(half_points: &[u64], have_met: &[[usize; 2]]) -> Vec<[usize; 2]> {
        let n = half_points.len();
        let mut met = vec![vec![0; n]; n];
        for &[a, b] in have_met {
            met[a][b] += 1;
            met[b][a] += 1;
        }
        let entrants = (0..n).collect();
        Field { entrants, half_points: half_points.to_vec(), met, byes: vec![0; n], least: 0 }.pair(1).pairs
    }

    #[test]
    fn a_group_is_kept_together_where_it_can_be() {
        let group = [6, 6, 6, 6, 0, 0];
        // 0 would rather meet 3, but then 1 and 2, who have met, would have to leave their group.
        assert_eq!(pairs(&group, &[[0, 2], [1, 2]]), [[0, 1], [2, 3], [4, 5]]);
        // 0 has met all equals: it meets the best of the others, and the last of its group the rest of them.
        assert_eq!(pairs(&group, &[[0, 1], [0, 2], [0, 3]]), [[0, 4], [1, 2], [3, 5]]);
        // Keeping the group together must not make 4 and 5 meet again.
        assert_eq!(pairs(&group, &[[4, 5]]), [[0, 2], [1, 4], [3, 5]]);
    }

    #[test]
    fn where_all_have_met_the_rarest_meeting_is_repeated() {
        let often = [[0, 1], [0, 1], [0, 2], [0, 2], [1, 2], [1, 3], [2, 3], [0, 3]];
        assert_eq!(pairs(&[0, 0, 0, 0], &often), [[0, 3], [1, 2]]);
        // Two of three rest in turn, so the third does now.
        let field = Field {
            entrants: vec![7, 8, 9],
            half_points: vec![4, 2, 2],
            met: vec![vec![0; 3]; 3],
            byes: vec![0, 1, 1],
            least: 0,
        };
        assert_eq!(field.pair(1), Pairing { pairs: vec![[8, 9]], bye: Some(7) });
    }

    #[test]
    fn the_upper_half_prefers_the_lower_half_in_order() {
        assert_eq!(by_preference(&[1, 2, 3, 4, 5], 3), [2, 3, 1, 4, 5]);
        assert_eq!(by_preference(&[1, 2, 3, 4, 5, 6], 5), [3, 4, 5, 2, 1, 6]);
        assert_eq!(by_preference(&[1, 2], 0), [1, 2]);
        assert_eq!(by_preference(&[1], 1), [1]);
    }
}
