//! Monte-Carlo tree search (PUCT) with playouts or static evaluation at the leaves.
//!
//! | file | content |
//! | --- | --- |
//! | `parameters.rs` | the tunable parameters |
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
//! - The tree stays within its memory limit: the fuller it is, the more visits a leaf needs before it is
//!   expanded; a full tree only gets more playouts.

mod bounds;
mod edge;
mod expansion;
mod garbage;
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
use std::time::Duration;

use abstract_game::random::SplitMix64;
use abstract_game::{Match, Position};

use self::expansion::Expansion;
use self::garbage::{Garbage, free};
use self::memory::MemoryBudget;
use self::node::Node;
pub use self::parameters::MctsParameters;
use self::playout::{PlayoutThread, SearchContext};
pub use self::principal_variation::uncertainty;
use self::principal_variation::{Line, visits};
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
        let seed = self.settings.seed;
        self.seeded = (seed, if self.seeded.0 == seed { self.seeded.1 + 1 } else { 1 });
        let seed = self.search_seed();
        let context = SearchContext {
            tree: self.tree.as_ref().expect("`set_root` was called"),
            memory: &self.memory,
            knowledge: &*self.knowledge,
            parameters: &self.parameters,
            virtual_loss: self.virtual_loss(),
            max_depth: AtomicU32::new(0),
            control: &control,
            lines: self.settings.lines,
        };
        let mut main = PlayoutThread::new(&context, seed);
        resources::threads::run(
            1..self.settings.threads,
            || {
                let _stop_helpers = control.stop_on_drop();
                context.run(&mut main, &mut self.garbage, report);
            },
            |thread| {
                let mut helper = PlayoutThread::new(&context, seed.wrapping_add(thread as u64));
                while !control.is_stopped() && !context.is_finished() {
                    helper.run_playout();
                    control.count(1);
                }
            },
        );
        let mut lines = context.best_lines();
        let turn = principal_variation::complete_turn(context.tree, context.knowledge, &mut lines[0]);
        let report = context.send(lines, report).expect("an expanded root has a best line");
        SearchResult { turn, report }
    }
}

/// The loop of the main thread: playouts, limits and reports.
impl<P: Position, K: Knowledge<P>> SearchContext<'_, P, K> {
    /// The discarded nodes freed per playout. A playout makes at most one node.
    const NODES_FREED: usize = 16;
    /// The number of playouts before the first report; intervals grow by an eighth.
    const FIRST_REPORT: u64 = 256;
    /// The number of playouts between two checks of the depth limit.
    const DEPTH_CHECK_INTERVAL: u64 = 64;
    /// The number of playouts after which a search whose line cannot become longer ends.
    const MIN_PLAYOUTS_WITHOUT_DEPTH: u64 = 20_000;

    fn run(
        &self,
        thread: &mut PlayoutThread<'_, P, K>,
        garbage: &mut Garbage<P::Action>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) {
        let limits = self.control.limits;
        let is_forced = limits.is_timed() && !limits.infinite && is_forced(&self.tree.position);
        let mut next_report = Self::FIRST_REPORT;
        let mut reported = (0, None);
        loop {
            let nodes = self.control.nodes();
            if self.control.check_limits() || limits.nodes.is_some_and(|max| nodes >= max) {
                return;
            }
            if self.is_finished() {
                if limits.infinite && limits.nodes.is_none() {
                    // The result is known now; the stop request may come much later.
                    self.send(self.best_lines(), report);
                    self.wait();
                }
                return;
            }
            if is_forced && nodes >= u64::from(self.parameters.forced_playouts)
                || self.is_deep_enough(nodes)
                || self.is_out_of_time(nodes)
            {
                return;
            }
            thread.run_playout();
            self.control.count(1);
            self.control.begin();
            free(garbage, Self::NODES_FREED, self.memory);
            // Intervals in playouts, not in seconds: the same search sends the same reports.
            let nodes = self.control.nodes();
            if nodes >= next_report {
                next_report = nodes + nodes / 8;
                let lines = self.best_lines();
                let first = lines[0].actions.first().copied();
                if nodes >= 2 * reported.0 || reported.1 != first {
                    reported = (nodes, first);
                    self.send(lines, report);
                }
            }
        }
    }

    /// Whether the root is proved or its visit counter is full.
    fn is_finished(&self) -> bool {
        let root = self.tree.root();
        root.bounds().verdict().is_some() || root.visits() >= Mcts::<P, K>::MAX_VISITS
    }

    /// Waits for a stop request or the time limit.
    fn wait(&self) {
        while !self.control.check_limits() {
            // Without threads nothing could set the stop flag.
            if cfg!(target_family = "wasm") {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the principal variation has the length of the depth limit, or cannot reach it.
    fn is_deep_enough(&self, nodes: u64) -> bool {
        let Some(depth) = self.control.limits.depth else { return false };
        if !nodes.is_multiple_of(Self::DEPTH_CHECK_INTERVAL) {
            return false;
        }
        let line = principal_variation::lines(self.tree.root_node(), 1);
        if line[0].visits > 0 && line[0].actions.len() as u64 >= u64::from(depth) {
            return true;
        }
        nodes >= Self::MIN_PLAYOUTS_WITHOUT_DEPTH
            && (self.memory.hashfull() >= 950 || principal_variation::is_terminal(self.tree.root()))
    }

    /// Time management with a game clock: whether the soft limit is reached, or the second most visited
    /// action cannot overtake the first before it is.
    fn is_out_of_time(&self, nodes: u64) -> bool {
        let limits = &self.control.limits;
        let Some(budget) = limits.time else { return false };
        if limits.infinite || budget.is_fixed() || !nodes.is_multiple_of(16) {
            return false;
        }
        let elapsed = self.control.elapsed();
        let [(visits, value), (second_visits, second_value)] =
            principal_variation::two_most_visited(self.tree.root_node());
        if elapsed >= budget.soft {
            // If the second has the better value, continue up to the hard limit.
            return value >= second_value;
        }
        if elapsed < budget.soft.mul_f32(self.parameters.time_before_early_end) {
            return false;
        }
        let playouts_left = nodes as f64 * (budget.soft - elapsed).as_secs_f64() / elapsed.as_secs_f64();
        f64::from(visits - second_visits) > playouts_left
    }

    fn best_lines(&self) -> Vec<Line<P::Action>> {
        principal_variation::lines(self.tree.root_node(), self.lines)
    }

    /// Reports lines, the best one first: its length is the depth of all. Returns the report of the best line.
    fn send(
        &self,
        lines: Vec<Line<P::Action>>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> Option<SearchReport<P::Action>> {
        let (nodes, time) = (self.control.nodes(), self.control.elapsed());
        let longest = lines.iter().map(|line| line.actions.len()).max()? as u32;
        let (depth, hashfull) = (lines[0].actions.len() as u32, self.memory.hashfull());
        let selective_depth = self.max_depth.load(Ordering::Relaxed).max(longest);
        let report_of = |(multipv, Line { score, actions, .. }): (usize, Line<_>)| {
            let visits = if multipv == 1 { visits(self.tree.root_node()) } else { Vec::new() };
            let line = SearchReport::new(actions, score);
            SearchReport { depth, selective_depth, multipv, nodes, time, hashfull, visits, ..line }
        };
        let reports: Vec<_> = (1..).zip(lines).map(report_of).collect();
        reports.iter().for_each(report);
        reports.into_iter().next()
    }
}

/// Whether every action up to the end of the turn is forced.
fn is_forced<P: Position>(position: &P) -> bool {
    let mut position = position.clone();
    loop {
        let actions = position.actions();
        let &[action] = actions.as_slice() else { return false };
        position.play_unchecked(action);
        if position.at_turn_start() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU32};

    use abstract_game::sample::TakeTwo;
    use abstract_game::{Match, Rules as _};

    use super::{Mcts, MctsParameters, PlayoutThread, SearchContext};
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
}
