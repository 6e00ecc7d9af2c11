//! Monte-Carlo tree search (PUCT) with playouts or static evaluation at the leaves.
//!
//! | file | content |
//! | --- | --- |
//! | `parameters.rs` | the tunable parameters |
//! | `main_loop.rs` | the loop of the main thread: iterations, limits, reports |
//! | `playout.rs` | one iteration: selection, expansion, playout, backup |
//! | `selection.rs`, `expansion.rs` | choosing an action of a node; making a node of a position |
//! | `node.rs`, `edge.rs`, `bounds.rs` | expanded nodes; visits and values of visited actions; proved bounds |
//! | `tree.rs` | the root, and reuse of the tree |
//! | `memory.rs` | the memory limit of the tree |
//! | `principal_variation.rs` | the ranking of actions and the lines to report |
//!
//! - Selection adds to the mean value of an action a bonus for exploration, in proportion to the probability from
//!   [`MoveOrdering::priors`](crate::MoveOrdering::priors).
//! - An action gets memory for statistics, 14 bytes, at its first visit. A node, which lists the legal actions, is made at
//!   the second visit of the action that leads to it, or at the third if values come from whole playouts.
//! - A solver backs up proved wins, losses and draws with their distance in turns, also where a player acts
//!   several times in a row. A proved root ends the search. Proved losses do not count in the mean value of the node.
//! - A state that occurred before at the start of a turn on the path from the root counts as a repetition, and one of the
//!   match if the rules end the game there. That is a value and never a proof.
//! - The tree is reused by the next search as far as the match has followed it.
//! - All threads share one tree without locks, with virtual loss.
//! - The tree stays within its memory limit. When it is full, all threads pause, and the nodes with the fewest visits are removed
//!   until half of the memory is free. Their statistics stay in the node above.

mod bounds;
mod edge;
mod expansion;
mod garbage;
mod main_loop;
mod memory;
mod node;
mod parameters;
mod playout;
mod principal_variation;
mod selection;
mod tree;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use abstract_game::random::SplitMix64;
use abstract_game::{Match, Position};
use resources::threads::Helpers;

use self::expansion::Expansion;
use self::garbage::free;
use self::main_loop::Reports;
use self::memory::MemoryBudget;
use self::node::{Garbage, Node};
pub use self::parameters::MctsParameters;
use self::playout::{PlayoutThread, SearchContext};
pub use self::principal_variation::uncertainty;
use self::tree::Tree;
use crate::control::SearchControl;
use crate::{Knowledge, NoKnowledge, SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher};

/// Monte-Carlo tree search with a tree that it keeps between searches.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use abstract_game::{Match, Position, Rules, sample::TakeTwo};
/// use search::{SearchLimits, Mcts, NoKnowledge, Searcher};
///
/// let game = Match::new(TakeTwo::default().start());
/// let mut mcts = Mcts::without_knowledge();
/// let limits = SearchLimits::nodes(10_000);
/// let result = mcts.search(&game, &limits, &AtomicBool::new(false), &mut |report| {
///     println!("{} playouts: {}", report.nodes, report.score);
/// });
/// let mut after = game.position().clone();
/// for &action in &result.turn {
///     after.play(action);
/// }
/// assert!(after.at_turn_start());
/// ```
pub struct Mcts<P: Position, K: Knowledge<P>> {
    knowledge: Arc<K>,
    parameters: MctsParameters,
    settings: SearchSettings<P::Action>,
    /// The seed of the last search, and the number of searches with it; each derives its own seed.
    seeded: (u64, u64),
    memory: MemoryBudget,
    tree: Option<Tree<P>>,
    garbage: Garbage<P::Action>,
    helpers: Helpers,
}

/// What a search keeps while it makes room.
struct Progress<A> {
    /// The seed of the next thread.
    seed: u64,
    reports: Reports<A>,
    /// The maximum depth reached, in actions.
    max_depth: u32,
    /// Whether making room has freed enough memory so far.
    makes_room: bool,
    /// The visits that a node needed to stay when room was made last.
    least_visits: u32,
}

impl<P: Position> Mcts<P, NoKnowledge> {
    /// A search by the rules alone, with [parameters that suit it](MctsParameters::without_knowledge).
    #[must_use]
    pub fn without_knowledge() -> Self {
        Mcts::new(Arc::new(NoKnowledge)).with_parameters(MctsParameters::without_knowledge())
    }
}

impl<P: Position, K: Knowledge<P>> Mcts<P, K> {
    /// The default memory limit of the tree, in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// The maximum number of visits of the root, with room for playouts in progress.
    const MAX_VISITS: u32 = i32::MAX as u32 - (1 << 24);

    /// A search with the default parameters, one thread, one line, seed 0 and [`DEFAULT_HASH`](Self::DEFAULT_HASH) MiB.
    #[must_use]
    pub fn new(knowledge: Arc<K>) -> Self {
        Mcts {
            parameters: MctsParameters::DEFAULT,
            knowledge,
            settings: SearchSettings::default(),
            seeded: (0, 0),
            memory: MemoryBudget::new(Self::DEFAULT_HASH),
            tree: None,
            garbage: Garbage::new(),
            helpers: Helpers::new(),
        }
    }

    /// The same with the given parameters.
    #[must_use]
    pub fn with_parameters(mut self, parameters: MctsParameters) -> Self {
        self.parameters = parameters;
        self
    }

    /// The legal actions of an unfinished position with their priors, the probabilities by which it visits them first, in
    /// descending order.
    #[must_use]
    pub fn priors(&self, position: &P) -> Vec<(P::Action, f32)> {
        let root =
            Expansion::new().expand(position, None, &*self.knowledge, self.parameters.prior_weight, |_| true);
        let numbered = |root: Box<Node<_>>| {
            root.actions().enumerate().map(|(number, action)| (action, root.probability(number))).collect()
        };
        root.map_or(Vec::new(), numbered)
    }

    /// The memory that the tree uses, in bytes. At most the hash size plus the root's actions.
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.memory.used()
    }

    fn clear_tree(&mut self) {
        if let Some(tree) = self.tree.take() {
            tree.discard(&mut self.garbage);
        }
        free(&mut self.garbage, usize::MAX, &self.memory);
    }

    /// Makes the match's position the root, with the subtree that earlier searches built below it.
    fn set_root(&mut self, game: &Match<P>) {
        let reused = self.tree.take().and_then(|tree| tree.advance_to(game, &mut self.garbage));
        let mut tree = reused.unwrap_or_else(|| {
            let reserve = |bytes| {
                self.memory.reserve_unchecked(bytes);
                true
            };
            let weight = self.parameters.prior_weight;
            let root = Expansion::new().expand(game.position(), None, &*self.knowledge, weight, reserve);
            Tree::new(game, root.expect("the memory is not limited"))
        });
        tree.refute(&self.settings.left_out, &self.memory);
        tree.prove_win_in_one(&self.memory);
        self.tree = Some(tree);
        // The search frees the rest of the garbage while it runs.
        while self.memory.hashfull() > 900 && !self.garbage.is_empty() {
            free(&mut self.garbage, 1_000, &self.memory);
        }
    }

    /// Runs all threads until the search is over, and returns its result, or until it must make room.
    fn search_until_full(
        &mut self,
        control: &SearchControl<'_>,
        progress: &mut Progress<P::Action>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> Option<SearchResult<P>> {
        let context = SearchContext {
            tree: self.tree.as_ref().expect("a search has a tree"),
            memory: &self.memory,
            knowledge: &*self.knowledge,
            parameters: &self.parameters,
            virtual_loss: self.virtual_loss(),
            max_depth: AtomicU32::new(progress.max_depth),
            control,
            makes_room: progress.makes_room,
            lines: self.settings.lines,
        };
        let seed = progress.seed;
        let mut main = PlayoutThread::new(&context, seed);
        let is_over = self.helpers.run(
            1..self.settings.threads,
            || {
                let stop_helpers = control.stop_on_drop();
                let is_over = context.run(&mut main, &mut self.garbage, &mut progress.reports, report);
                if !is_over {
                    // The helpers pause by themselves: the search is not stopped.
                    stop_helpers.cancel();
                }
                is_over
            },
            |thread| {
                let mut helper = PlayoutThread::new(&context, seed.wrapping_add(thread as u64));
                while !control.is_stopped() && !context.is_finished() && !context.must_make_room() {
                    helper.run_playout();
                    control.count(1);
                }
            },
        );
        progress.seed = seed.wrapping_add(self.settings.threads as u64);
        progress.max_depth = context.max_depth.load(Ordering::Relaxed);
        is_over.then(|| {
            let mut lines = context.best_lines();
            let turn = principal_variation::complete_turn(context.tree, context.knowledge, &mut lines[0]);
            let report = context.send(lines, report).expect("an expanded root has a best line");
            SearchResult { turn, report }
        })
    }

    /// Frees what was discarded, then removes the nodes with fewer visits than `least`, twice as many and so on until half of the
    /// memory is free. Returns whether it is.
    fn make_room(&mut self, least: &mut u32, control: &SearchControl<'_>) -> bool {
        let tree = self.tree.as_mut().expect("a search has a tree");
        let enough = self.memory.limit / 2;
        let mut next = *least;
        loop {
            while !self.garbage.is_empty() && !control.check_limits() {
                free(&mut self.garbage, 1_000, &self.memory);
            }
            if self.memory.used() <= enough || next > Self::MAX_VISITS / 2 || control.is_stopped() {
                break;
            }
            *least = next;
            tree.prune(next, &mut self.garbage, || control.check_limits());
            next *= 2;
        }
        self.memory.clear_exhausted();
        self.memory.used() <= enough
    }

    /// The virtual loss of a playout in progress; none if only one thread searches.
    fn virtual_loss(&self) -> u32 {
        if self.settings.threads > 1 { self.parameters.virtual_loss.max(1) } else { 0 }
    }

    /// The seed of the first thread; those of the others follow it.
    fn search_seed(&self) -> u64 {
        let (seed, searches) = self.seeded;
        let seed = SplitMix64::new(seed).next_u64() ^ searches.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        SplitMix64::new(seed).next_u64()
    }
}

impl<P: Position, K: Knowledge<P>> Drop for Mcts<P, K> {
    fn drop(&mut self) {
        self.clear_tree();
    }
}

impl<P: Position, K: Knowledge<P>> Searcher<P> for Mcts<P, K> {
    fn new_game(&mut self) {
        self.clear_tree();
        self.seeded.1 = 0;
    }

    /// Never fails: the tree takes its memory while it grows.
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), TryReserveError> {
        self.memory.set_limit(mebibytes);
        if self.memory.used() > self.memory.limit {
            self.clear_tree();
        }
        Ok(())
    }

    fn settings(&mut self) -> &mut SearchSettings<P::Action> {
        &mut self.settings
    }

    fn static_line(&self, position: &P) -> Option<SearchReport<P::Action>> {
        Some(crate::static_turn::report(position, &*self.knowledge))
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let control = SearchControl::new(*limits, stop).with_first_result();
        self.set_root(game);
        self.memory.clear_exhausted();
        let seed = self.settings.seed;
        self.seeded = (seed, if self.seeded.0 == seed { self.seeded.1 + 1 } else { 1 });
        let mut progress = Progress {
            seed: self.search_seed(),
            reports: Reports::new(),
            max_depth: 0,
            makes_room: true,
            least_visits: 2,
        };
        loop {
            if let Some(result) = self.search_until_full(&control, &mut progress, report) {
                return result;
            }
            progress.makes_room = self.make_room(&mut progress.least_visits, &control);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32};

    use abstract_game::sample::{Heaps, TakeTwo};
    use abstract_game::{Match, Rules as _};

    use super::{Mcts, MctsParameters, PlayoutThread, SearchContext, Tree};
    use crate::control::SearchControl;
    use crate::{NoKnowledge, SearchLimits, Searcher as _};

    /// The playouts through the action with the most visits, while another thread's playout through it is in progress.
    fn playouts_beside_another(threads: usize, virtual_loss: u32) -> u32 {
        let game = Match::new(TakeTwo::default().read_position("9,9,9,9 1 2").expect("a position"));
        let parameters = MctsParameters { virtual_loss, exploration_growth: 0.0, ..MctsParameters::DEFAULT };
        let mut mcts = Mcts::without_knowledge().with_parameters(parameters);
        mcts.settings().threads = threads;
        mcts.set_root(&game);
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(SearchLimits::default(), &stop);
        let context = SearchContext {
            tree: mcts.tree.as_ref().expect("it was made"),
            memory: &mcts.memory,
            knowledge: &NoKnowledge,
            parameters: &mcts.parameters,
            virtual_loss: mcts.virtual_loss(),
            max_depth: AtomicU32::new(0),
            control: &control,
            makes_room: true,
            lines: 1,
        };
        let mut thread = PlayoutThread::new(&context, mcts.search_seed());
        (0..200).for_each(|_| thread.run_playout());
        let edges = context.tree.root_node().edges();
        let edge = edges.max_by_key(|edge| edge.visits()).expect("a visited action");
        edge.add_virtual_loss(context.virtual_loss);
        let before = edge.visits();
        (0..10).for_each(|_| thread.run_playout());
        edge.visits() - before
    }

    #[test]
    fn a_playout_in_progress_counts_as_lost_ones() {
        let [none, one, many] = [(1, 20), (2, 1), (2, 20)]
            .map(|(threads, virtual_loss)| playouts_beside_another(threads, virtual_loss));
        assert!(none >= one && one > many, "{none} {one} {many}");
    }

    /// The visits of all nodes below the root.
    fn visits_of_nodes(tree: &Tree<Heaps>) -> Vec<u32> {
        let mut visits = Vec::new();
        let mut nodes = vec![tree.root_node()];
        while let Some(node) = nodes.pop() {
            for (edge, child) in node.edges().filter_map(|edge| Some((edge, edge.node()?))) {
                visits.push(edge.visits());
                nodes.push(child);
            }
        }
        visits.sort_unstable_by(|a, b| b.cmp(a));
        visits
    }

    #[test]
    fn room_is_made_from_the_nodes_with_the_fewest_visits() {
        let game = Match::new(TakeTwo::default().read_position("9,9,9,9,9,9 1 2").expect("a position"));
        let mut mcts = Mcts::without_knowledge();
        mcts.set_hash(1).expect("it never fails");
        let stop = AtomicBool::new(false);
        while mcts.memory.used() < mcts.memory.limit / 4 * 3 {
            mcts.search(&game, &SearchLimits::nodes(500), &stop, &mut |_| ());
        }
        let control = SearchControl::new(SearchLimits::default(), &stop);
        let edges = |mcts: &Mcts<_, _>| {
            let root: &Tree<Heaps> = mcts.tree.as_ref().expect("it was made");
            root.root_node().edges().map(|edge| edge.statistics()).collect::<Vec<_>>()
        };
        let (before, root_before) = (visits_of_nodes(mcts.tree.as_ref().expect("it was made")), edges(&mcts));
        let mut least = 2;
        assert!(mcts.make_room(&mut least, &control));
        assert!(mcts.memory.used() <= mcts.memory.limit / 2);
        let after = visits_of_nodes(mcts.tree.as_ref().expect("it was made"));
        assert!(!after.is_empty() && after.len() < before.len());
        assert_eq!(after, before[..after.len()]);
        assert!(before[after.len()] < least && least <= after[after.len() - 1]);
        assert_eq!(edges(&mcts), root_before);
        // Without enough to remove the search goes on with playouts only.
        mcts.memory.limit = 1_000;
        assert!(!mcts.make_room(&mut least, &control));
        assert_eq!(visits_of_nodes(mcts.tree.as_ref().expect("it was made")), []);
        let report = mcts.search(&game, &SearchLimits::nodes(1_000), &stop, &mut |_| ()).report;
        assert_eq!(report.nodes, 1_000);
    }
}
