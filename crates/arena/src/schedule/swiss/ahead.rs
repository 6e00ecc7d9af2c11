//! Looking ahead: whether the rounds to come can all be paired without repetition.

use abstract_game::random::SplitMix64;

/// So many entrants (and a bye) can be looked ahead for: sets of them are the bits of a number.
const MOST: usize = u64::BITS as usize;

/// How often a search is begun anew, with other choices first, before it is given up.
const ATTEMPTS: u64 = 24;

/// Pairings for this round and all those to come, in which nobody meets anybody twice.
///
/// Such pairings are disjoint perfect matchings of the graph of those who have not met. Where everyone has at
/// least as many new opponents in the last of these rounds as half the entrants, there is a perfect
/// matching in every round, whatever the rounds before were (Dirac 1952: so many edges make a Hamiltonian
/// cycle), and nothing has to be looked for. That is so for tournaments of up to half as many rounds as
/// entrants. Beyond, wrong choices early on lead to repetition later: of six, after three rounds, there may be
/// two threes left of whom each has to meet the others, which is no round.
#[derive(Debug)]
pub(super) struct Ahead {
    /// Who has not met whom.
    graph: Vec<u64>,
    rounds: usize,
    /// What is decided of this round.
    fixed: Vec<[usize; 2]>,
    /// A pairing of this round with what is decided, after which the rounds to come can be paired.
    mates: Vec<usize>,
}

impl Ahead {
    /// Looks ahead for so many rounds, or as many of them as somebody has new opponents for. `None` if
    /// there is no need to, if there are too many entrants, or if no pairings were found.
    pub(super) fn new(
        entrants: usize,
        rounds: usize,
        may_meet: impl Fn(usize, usize) -> bool,
    ) -> Option<Ahead> {
        if entrants > MOST {
            return None;
        }
        let edge = |a: usize, b: usize| u64::from(may_meet(a, b)) << b;
        let graph: Vec<u64> = (0..entrants).map(|a| (0..entrants).map(|b| edge(a, b)).sum()).collect();
        let fewest = graph.iter().map(|of| of.count_ones() as usize).min()?;
        let rounds = rounds.min(fewest);
        if rounds < 2 || 2 * (fewest - rounds + 1) >= graph.len() {
            return None;
        }
        let mates = search(&graph, rounds, &[])?;
        Some(Ahead { graph, rounds, fixed: Vec::new(), mates })
    }

    /// Decides that two meet in this round, if pairings are found for that; otherwise nothing is decided.
    pub(super) fn fix(&mut self, a: usize, b: usize) -> bool {
        self.fixed.push([a, b]);
        if self.mates[a] == b {
            return true;
        }
        if self.graph[a] >> b & 1 == 1
            && let Some(mates) = search(&self.graph, self.rounds, &self.fixed)
        {
            self.mates = mates;
            return true;
        }
        self.fixed.pop();
        false
    }
}

/// Looks for disjoint perfect matchings of a graph, the first of them with the fixed edges; returns the
/// first. The search is bounded, so it may miss what exists, but is the same every time.
fn search(graph: &[u64], rounds: usize, fixed: &[[usize; 2]]) -> Option<Vec<usize>> {
    (0..ATTEMPTS).find_map(|attempt| {
        let mut search = Search {
            graph: graph.to_vec(),
            all: u64::MAX >> (MOST - graph.len()),
            mates: vec![0; graph.len()],
            random: SplitMix64::new(attempt),
            steps: 8 * rounds * graph.len(),
        };
        let mut free = search.all;
        for &[a, b] in fixed {
            search.toggle(a, b);
            search.mate(a, b);
            free &= !(1 << a | 1 << b);
        }
        search.fill(free, rounds, true).then_some(search.mates)
    })
}

struct Search {
    /// Who has not met whom, after what was chosen so far.
    graph: Vec<u64>,
    all: u64,
    /// The pairing of the first round.
    mates: Vec<usize>,
    random: SplitMix64,
    /// How many choices are left before the search is given up.
    steps: usize,
}

impl Search {
    /// Pairs those who are free in this round, then the rounds after it.
    fn fill(&mut self, free: u64, rounds: usize, first: bool) -> bool {
        if free == 0 {
            return rounds == 1 || self.even() && self.fill(self.all, rounds - 1, false);
        }
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        // Whoever has the fewest choices chooses.
        let Some(a) = members(free).min_by_key(|&a| (self.graph[a] & free).count_ones()) else {
            return false;
        };
        let choices: Vec<usize> = members(self.graph[a] & free).collect();
        if choices.is_empty() {
            return false;
        }
        let start = self.random.below(choices.len());
        for i in 0..choices.len() {
            let b = choices[(start + i) % choices.len()];
            self.toggle(a, b);
            if first {
                self.mate(a, b);
            }
            if self.fill(free & !(1 << a | 1 << b), rounds, first) {
                return true;
            }
            self.toggle(a, b);
        }
        false
    }

    /// Whether all parts that have no edge between them have even numbers; an odd one cannot be paired.
    fn even(&self) -> bool {
        let mut rest = self.all;
        while rest != 0 {
            let (mut part, mut border) = (0, rest & rest.wrapping_neg());
            while border != 0 {
                part |= border;
                border = members(border).fold(0, |next, a| next | self.graph[a]) & !part;
            }
            if part.count_ones() % 2 == 1 {
                return false;
            }
            rest &= !part;
        }
        true
    }

    /// Removes an edge, or puts it back.
    fn toggle(&mut self, a: usize, b: usize) {
        self.graph[a] ^= 1 << b;
        self.graph[b] ^= 1 << a;
    }

    fn mate(&mut self, a: usize, b: usize) {
        self.mates[a] = b;
        self.mates[b] = a;
    }
}

/// The numbers of the bits of a set.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vertices: usize, edges: &[[usize; 2]]) -> Vec<u64> {
        let mut graph = vec![0; vertices];
        for &[a, b] in edges {
            graph[a] |= 1 << b;
            graph[b] |= 1 << a;
        }
        graph
    }

    fn complete(vertices: usize) -> Vec<u64> {
        let two = (0..vertices).flat_map(|a| (0..a).map(move |b| [a, b]));
        graph(vertices, &two.collect::<Vec<_>>())
    }

    #[test]
    fn two_threes_make_no_round_and_a_ring_of_six_makes_two() {
        let threes = graph(6, &[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
        assert_eq!(search(&threes, 1, &[]), None);
        let ring = graph(6, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
        assert_eq!(search(&ring, 2, &[[1, 2]]), Some(vec![5, 2, 1, 4, 3, 0]));
        assert_eq!(search(&ring, 3, &[]), None);
    }

    /// Petersen, Sur le théorème de Tait (1898): this graph has perfect matchings, but is not the union of
    /// three of them.
    #[test]
    fn petersens_graph_makes_one_round_but_not_three() {
        let edges = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]);
        let petersen = graph(10, &edges.collect::<Vec<_>>());
        assert!(petersen.iter().all(|of| of.count_ones() == 3));
        assert!(search(&petersen, 1, &[]).is_some());
        // Any two of its matchings have an edge in common.
        assert_eq!(search(&petersen, 2, &[]), None);
    }

    #[test]
    fn everyone_can_meet_everyone() {
        for vertices in (2..=32).step_by(2) {
            let mates = search(&complete(vertices), vertices - 1, &[[0, vertices - 1]]).unwrap();
            assert_eq!((mates[0], mates[vertices - 1]), (vertices - 1, 0));
            assert_eq!(search(&complete(vertices), vertices, &[]), None);
        }
        assert!(search(&complete(64), 63, &[]).is_some());
    }

    #[test]
    fn only_a_meeting_that_leaves_rounds_is_decided() {
        // Of six two rounds were played: the ring 0 to 5. In three more everyone is to be met. If all meet
        // their opposites now, two threes are left.
        let met = |a: usize, b: usize| (a + 1) % 6 == b || (b + 1) % 6 == a;
        let mut ahead = Ahead::new(6, 3, |a, b| a != b && !met(a, b)).unwrap();
        assert!(!ahead.fix(0, 1), "they have met");
        assert!(ahead.fix(0, 3));
        assert!(!ahead.fix(1, 4), "2 and 5 would be next");
        assert!(ahead.fix(1, 5) && ahead.fix(2, 4));
    }

    #[test]
    fn where_any_pairing_will_do_nothing_is_looked_for() {
        assert!(Ahead::new(8, 4, |a, b| a != b).is_none());
        assert!(Ahead::new(8, 5, |a, b| a != b).is_some());
        assert!(Ahead::new(66, 65, |a, b| a != b).is_none(), "too many");
    }
}
