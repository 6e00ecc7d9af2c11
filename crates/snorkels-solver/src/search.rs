//! Depth-first proof-number search.
//!
//! Values are a win or a loss of the player to place. Every placement fills a cell, so no position repeats and the value of
//! a position does not depend on how it was reached.

use std::cmp::Reverse;
use std::iter::zip;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use resources::memory::Unavailable;
use resources::threads::Helpers;
use snorkels_core::{Bitboard64, Board, Cell, Symmetry};

use crate::expansions::{Expansions, OpenChild};
use crate::lines::{BATCH, Lines, Mark};
use crate::numbers::{
    Best, INFINITE, LOSS, Numbers, WHOLE, WIN, beside_another_thread, combine, first_numbers, share_decided,
    unlikely,
};
use crate::policy::Policy;
use crate::state::{State, for_each_cell};
use crate::statics::{judge, open_answers, winning_attack};
use crate::table::{Entry, Table};

/// Positions with at most this number of snorkels have the least of their images as key.
const CANONICAL_SNORKELS: u32 = 8;

/// The second best number is exceeded by a share of 1 / `SLACK` before the search goes to the second best child.
const SLACK: u32 = 5;

/// The bounds of a search to the end.
const NO_BOUNDS: Numbers = Numbers { phi: INFINITE, delta: INFINITE };

/// The `moves` of a child that was in the table when its parent was judged, before it is visited.
const KNOWN: u64 = 0;

/// The `moves` of a child that is not in the table, before it is judged.
const NEW: u64 = u64::MAX;

/// A placement of the node in hand.
#[derive(Clone, Copy)]
struct Child {
    at: u64,
    key: [u64; 2],
    /// The placements that may win after it.
    moves: u64,
    /// For the player to place after it.
    numbers: Numbers,
    /// By the policy.
    score: i32,
    /// Whether it has been visited, by any thread.
    is_known: bool,
}

type Children = ArrayVec<Child, 64>;

/// For the player to place, by the parity of the number of snorkels: the share of wins among the last decided placements
/// on each cell, in [`WHOLE`].
type History = [[u32; 64]; 2];

/// What a thread remembers between searches, in lines of the cache that no other thread writes to.
#[derive(Clone)]
#[repr(align(128))]
struct ThreadData {
    history: History,
    expansions: Expansions,
}

/// What the threads of a search share.
pub(crate) struct Context {
    board: &'static Board,
    /// Those that map the stones onto themselves.
    symmetries: Vec<Symmetry>,
    pub(crate) table: Table,
}

/// A search with its table.
pub(crate) struct Search {
    pub(crate) context: Context,
    threads: Vec<ThreadData>,
    helpers: Helpers,
    /// The number of nodes so far: positions whose children were judged.
    pub(crate) nodes: u64,
    /// The search stops when `nodes` reaches it.
    pub(crate) limit: u64,
}

/// One thread of a search.
struct Worker<'a> {
    context: &'a Context,
    lines: &'a Lines,
    number: usize,
    data: &'a mut ThreadData,
    nodes: u64,
    limit: u64,
}

impl Search {
    /// A search on a board with these cells that are not stones.
    pub(crate) fn new(board: &'static Board, free: Bitboard64, bytes: usize) -> Result<Search, Unavailable> {
        let symmetries =
            board.symmetries().filter(|&symmetry| board.map_set(symmetry, free) == free).collect();
        let context = Context { board, symmetries, table: Table::new(bytes)? };
        let thread = ThreadData { history: [[0; 64]; 2], expansions: Expansions::new(bytes) };
        Ok(Search { context, threads: vec![thread], helpers: Helpers::new(), nodes: 0, limit: 0 })
    }

    /// From now on the search has this number of threads.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads.truncate(threads.max(1));
        while self.threads.len() < threads {
            self.threads.push(self.threads[0].clone());
        }
    }

    /// Searches a position until it is proved or `limit` is reached.
    pub(crate) fn run(&mut self, state: &State) -> Numbers {
        match judge(state) {
            Err(numbers) => numbers,
            Ok(moves) => match self.context.table.get(self.key(state)) {
                Some(entry) if entry.numbers.are_decided() => entry.numbers,
                _ => self.on_all_threads(|worker| worker.visit(state, moves, NO_BOUNDS)),
            },
        }
    }

    /// Runs a search on each thread, with a part of the nodes that are left, until one of them decides the position.
    fn on_all_threads(&mut self, search: impl Fn(&mut Worker<'_>) -> Numbers + Sync) -> Numbers {
        let left = self.limit.saturating_sub(self.nodes);
        let threads = left.clamp(1, self.threads.len() as u64);
        // One thread alone has them all.
        let first = if threads > 1 { BATCH.min(left / threads) } else { left };
        let lines = &Lines::new(threads as usize, left - first * threads);
        let (context, nodes) = (&self.context, AtomicU64::new(0));
        let run = |number: usize, data: &mut ThreadData| {
            let mut worker = Worker { context, lines, number, data, nodes: 0, limit: first };
            let numbers = search(&mut worker);
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
            if numbers.are_decided() {
                lines.decide(numbers);
            }
            numbers
        };
        let (first, others) =
            self.threads[..threads as usize].split_first_mut().expect("there is one thread at least");
        let numbers = self.helpers.run(
            zip(1.., others),
            || run(0, first),
            |(number, data)| {
                run(number, data);
            },
        );
        self.nodes += nodes.into_inner();
        lines.decided().unwrap_or(numbers)
    }

    /// What is known of a position without searching it.
    pub(crate) fn known(&self, state: &State) -> Numbers {
        judge(state).map_or_else(|numbers| numbers, |moves| self.context.numbers(self.key(state), moves))
    }

    /// The work below a position that the table knows; 0 if it is not there.
    pub(crate) fn work(&self, state: &State) -> u64 {
        self.context.table.get(self.key(state)).map_or(0, |entry| entry.work)
    }

    /// A placement that wins; `None` if there is none, or if none is found before `limit`. Searches only what the table does
    /// not hold.
    pub(crate) fn winning_placement(&mut self, state: &State) -> Option<u64> {
        let moves = match judge(state) {
            Err(WIN) => return winning_attack(state),
            Err(_) => return None,
            Ok(moves) => moves,
        };
        if self.known(state).delta == 0 {
            return None;
        }
        // Of several in the table the one with the least work: its proof is short.
        let mut in_table = None;
        let mut least = u64::MAX;
        for_each_cell!(at in moves, {
            let after = state.after(at);
            match judge(&after) {
                Err(WIN) => {}
                Err(_) => return Some(at),
                Ok(moves) => {
                    let work = if open_answers(&after, moves) == Err(LOSS) {
                        Some(0)
                    } else {
                        let entry = self.context.table.get(self.key(&after));
                        entry.filter(|entry| entry.numbers == LOSS).map(|entry| entry.work)
                    };
                    if let Some(work) = work.filter(|&work| work < least) {
                        (in_table, least) = (Some(at), work);
                    }
                }
            }
        });
        if in_table.is_some() {
            return in_table;
        }
        let mut children = Children::new();
        if !self.context.children(state, moves, &self.threads[0].history, &mut children) {
            return None;
        }
        let lines = &Lines::new(1, 0);
        let (context, data, limit) = (&self.context, &mut self.threads[0], self.limit);
        let mut worker = Worker { context, lines, number: 0, data, nodes: self.nodes, limit };
        worker.search_children(state, &mut children, NO_BOUNDS);
        self.nodes = worker.nodes;
        children.iter().find(|child| child.numbers.delta == 0).map(|child| child.at)
    }

    /// The positions after the placements that do not lose at once, with their first numbers; or the value, if it is
    /// known without a search. Symmetric positions are one.
    #[cfg(feature = "jobs")]
    pub(crate) fn expand(&self, state: &State) -> Result<Vec<([u64; 2], Numbers)>, Numbers> {
        let mut children = Children::new();
        let moves = judge(state)?;
        match self.context.children(state, moves, &self.threads[0].history, &mut children) {
            false => Err(WIN),
            true if children.is_empty() => Err(LOSS),
            true => Ok(children.iter().map(|child| (child.key, child.numbers)).collect()),
        }
    }

    /// The share of a position's tree that is decided, as far as the table knows it in the next plies.
    pub(crate) fn decided(&self, state: &State, plies: u32) -> f64 {
        let mut children = Children::new();
        if plies > 0
            && let Ok(moves) = judge(state)
            && (!self.context.children(state, moves, &self.threads[0].history, &mut children)
                || children.is_empty())
        {
            return 1.0;
        }
        let numbers: Vec<_> = children.iter().map(|child| child.numbers).collect();
        share_decided(self.known(state), &numbers, |child| {
            self.decided(&state.after(children[child].at), plies - 1)
        })
    }

    /// The placement in a lost position that the search spent the most work on; any placement if it knows of none.
    pub(crate) fn longest_defence(&self, state: &State) -> u64 {
        let mut longest = state.empty & state.empty.wrapping_neg();
        let mut most = 0;
        if let Ok(moves) = judge(state) {
            for_each_cell!(at in moves, {
                let work = self.work(&state.after(at));
                if work >= most {
                    (longest, most) = (at, work);
                }
            });
        }
        longest
    }

    /// The key in a table.
    pub(crate) fn key(&self, state: &State) -> [u64; 2] {
        self.context.key(state)
    }
}

impl Context {
    /// The key in a table: up to symmetry while few snorkels are on the board.
    fn key(&self, state: &State) -> [u64; 2] {
        let sets = [state.own, state.enemy];
        if state.snorkels() <= CANONICAL_SNORKELS { self.canonical(sets) } else { sets }
    }

    /// The least of the images of two sets.
    fn canonical(&self, sets: [u64; 2]) -> [u64; 2] {
        let image = |symmetry, set| self.board.map_set(symmetry, Bitboard64::from_words([set])).words()[0];
        let images = self.symmetries.iter().map(|&symmetry| sets.map(|set| image(symmetry, set)));
        images.min().unwrap_or(sets)
    }

    /// The numbers in the table, or those of a new position.
    #[inline]
    fn numbers(&self, key: [u64; 2], moves: u64) -> Numbers {
        self.table.get(key).map_or_else(|| first_numbers(moves, 0), |entry| entry.numbers)
    }

    /// Adds the placements that do not lose at once; `false` if one of them wins.
    fn children(&self, state: &State, moves: u64, history: &History, children: &mut Children) -> bool {
        let history = &history[state.snorkels() as usize % 2];
        let canonical = state.snorkels() < CANONICAL_SNORKELS;
        for_each_cell!(at in moves, {
            let child = self.child(state, at, NEW, Numbers { phi: 1, delta: 1 });
            if !canonical || children.iter().all(|other| other.key != child.key) {
                children.push(child);
            }
        });
        if !self.look_up(children) {
            return false;
        }
        let mut won = false;
        let few_and_many = state.enemy_groups.few_and_many();
        let mut after = State::default();
        children.retain(|child| {
            if won || child.moves == KNOWN {
                return true;
            }
            state.after_into(child.at, few_and_many, &mut after);
            match judge(&after).and_then(|moves| open_answers(&after, moves)) {
                Ok(moves) => {
                    child.moves = moves;
                    child.numbers = first_numbers(moves, history[child.at.trailing_zeros() as usize]);
                    true
                }
                Err(numbers) => {
                    won = numbers == LOSS;
                    won
                }
            }
        });
        if !won {
            self.weigh(state, children);
        }
        !won
    }

    /// Adds the children that an earlier visit left open; `false` if one of them wins now.
    fn recall(&self, state: &State, expansion: &[OpenChild], children: &mut Children) -> bool {
        let child = |&OpenChild { cell, moves, numbers }| self.child(state, 1 << cell, moves, numbers);
        children.extend(expansion.iter().map(child));
        self.look_up(children)
    }

    /// A child, whose entry in the table starts to load.
    #[inline]
    fn child(&self, state: &State, at: u64, moves: u64, numbers: Numbers) -> Child {
        let sets = state.sets_after(at);
        let key = if state.snorkels() < CANONICAL_SNORKELS { self.canonical(sets) } else { sets };
        self.table.prefetch(key);
        Child { at, key, moves, numbers, score: 0, is_known: false }
    }

    /// Takes the numbers of the children from the table; `false` if one of them wins. Known children are not judged.
    #[inline]
    fn look_up(&self, children: &mut Children) -> bool {
        for child in children {
            if let Some(entry) = self.table.get(child.key) {
                if entry.numbers == LOSS {
                    return false;
                }
                (child.numbers, child.is_known) = (entry.numbers, true);
                child.moves = if child.moves == NEW { KNOWN } else { child.moves };
            }
        }
        true
    }

    /// Sorts the children by the policy, the likeliest first, and raises the disproof numbers of new ones.
    fn weigh(&self, state: &State, children: &mut Children) {
        if children.len() < 2 {
            return;
        }
        let policy = Policy::new(state, [self.board.width(), self.board.height()]);
        for child in &mut *children {
            child.score = policy.score(Cell::new(child.at.trailing_zeros() as u8));
        }
        children.sort_by_key(|child| Reverse(child.score));
        let best = children[0].score;
        for child in children.iter_mut().filter(|child| child.moves != KNOWN) {
            child.numbers.delta = unlikely(child.numbers.delta, best.abs_diff(child.score));
        }
    }
}

impl Worker<'_> {
    /// Searches below a position until one of its numbers reaches its bound.
    fn visit(&mut self, state: &State, moves: u64, bounds: Numbers) -> Numbers {
        let start = self.nodes;
        let position = [state.own, state.enemy];
        let mut children = Children::new();
        let is_open = if let Some(expansion) = self.data.expansions.get(position) {
            self.context.recall(state, expansion, &mut children)
        } else {
            self.nodes += 1;
            self.context.children(state, moves, &self.data.history, &mut children)
        };
        let numbers = if is_open { self.search_children(state, &mut children, bounds) } else { WIN };
        if !numbers.are_decided() {
            let open = |&Child { at, moves, numbers, .. }: &Child| OpenChild {
                cell: at.trailing_zeros() as u8,
                moves,
                numbers,
            };
            self.data.expansions.put(position, children.iter().map(open));
        }
        let work = (self.nodes - start).max(1);
        self.context.table.put(Entry { key: self.context.key(state), numbers, work });
        numbers
    }

    /// The children that other threads are searching, as a set of indices.
    #[inline]
    fn shared_children(&self, snorkels: u32, children: &Children) -> u64 {
        let mut shared = 0;
        for mark in self.lines.of_others(self.number, snorkels) {
            let is_marked = |child: &Child| child.is_known && mark == Mark::of(child.key);
            shared |= children.iter().position(is_marked).map_or(0, |index| 1 << index);
        }
        shared
    }

    /// Whether all nodes are searched. Takes more of those that the threads share.
    #[inline]
    fn is_at_limit(&mut self) -> bool {
        if self.nodes >= self.limit {
            self.limit += self.lines.take_nodes();
        }
        self.nodes >= self.limit
    }

    fn search_children(&mut self, state: &State, children: &mut Children, bounds: Numbers) -> Numbers {
        let mut shared = 0;
        loop {
            let before = std::mem::replace(&mut shared, self.shared_children(state.snorkels() + 1, children));
            for_each_cell!(index in before | shared, {
                let child = &mut children[index.trailing_zeros() as usize];
                if let Some(entry) = self.context.table.get(child.key) {
                    child.numbers = entry.numbers;
                }
            });
            let mut best = combine(children.iter().map(|child| child.numbers));
            // In a lost position all placements must be refuted: there the threads part. In a won one all follow the best placement.
            if shared != 0 && best.numbers.phi > best.numbers.delta {
                best = combine(children.iter().enumerate().map(|(index, child)| match shared >> index & 1 {
                    1 => beside_another_thread(child.numbers),
                    _ => child.numbers,
                }));
            }
            let Best { index: best, second, numbers } = best;
            let is_reached = numbers.phi >= bounds.phi || numbers.delta >= bounds.delta;
            if numbers.are_decided() || is_reached || self.is_at_limit() || self.lines.decided().is_some() {
                return numbers;
            }
            let child = children[best];
            let bounds = Numbers {
                phi: if bounds.delta == INFINITE {
                    INFINITE
                } else {
                    bounds.delta - numbers.delta + child.numbers.phi
                },
                delta: bounds.phi.min(second.saturating_add(second / SLACK).saturating_add(1)),
            };
            let after = state.after(child.at);
            // The first ladder found depends on the orientation, so an image of an open position may be judged.
            let moves = match if child.moves == KNOWN { judge(&after) } else { Ok(child.moves) } {
                Ok(moves) => moves,
                Err(numbers) => {
                    children[best].numbers = numbers;
                    continue;
                }
            };
            let numbers = if child.is_known {
                let (lines, number) = (self.lines, self.number);
                lines.enter(number, after.snorkels(), Mark::of(child.key), || {
                    self.visit(&after, moves, bounds)
                })
            } else {
                // Most first visits are of one node.
                self.visit(&after, moves, bounds)
            };
            let child = &mut children[best];
            (child.moves, child.numbers, child.is_known) = (moves, numbers, true);
            let share =
                &mut self.data.history[state.snorkels() as usize % 2][child.at.trailing_zeros() as usize];
            if numbers.delta == 0 {
                *share += (WHOLE - *share) / 32;
            } else if numbers.phi == 0 {
                *share -= *share / 32;
            }
        }
    }
}
