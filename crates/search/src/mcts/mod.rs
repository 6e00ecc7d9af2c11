//! Monte-Carlo tree search: a tree that grows where it looks best, judged by playouts or by evaluation.
//!
//! - Upper confidence bounds choose the way down; [`Knowledge::prior`] is a bias that fades with the
//!   visits.
//! - A solver: proved wins, losses and draws climb the tree, with their distance in turns, also where
//!   a player acts several times in a row. A proved root ends the search.
//! - The second time that a state stands at the start of a turn, in the match or on the way down, counts
//!   as a repetition. That is a value, never a proof.
//! - The tree lives on from search to search, as far as the match has followed it.
//! - All threads share one tree without locks; a playout under way counts as lost, so that they spread.
//! - The tree stays within its memory: the fuller, the later a leaf gets children, and when it is full
//!   only playouts go on.

mod memory;
mod node;
mod playout;
mod principal_variation;
mod tree;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use abstract_game::random::SplitMix64;
use abstract_game::{Action, Match, Position};
use rand::SeedableRng as _;

use self::memory::{Garbage, MemoryBudget};
use self::playout::{PlayoutThread, SearchContext};
use self::principal_variation::Line;
use self::tree::Tree;
use crate::control::SearchControl;
use crate::{Knowledge, Random, SearchLimits, SearchReport, SearchResult, Searcher, threads};

/// What a player of Monte-Carlo tree search can tune. The defaults won most in matches of Snorkels 7×7
/// with random playouts, and play any game sensibly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How much actions seldom visited are preferred: the factor of √(ln parent's visits ÷ own
    /// visits), where values go from 0 (lost) to 1 (won). 0 and up.
    pub exploration: f32,
    /// How urgent an action never visited is, on the scale of values plus exploration: from about 2 on
    /// every action is tried once before any is tried twice; less goes deeper sooner.
    pub first_play_urgency: f32,
    /// The factor of [`Knowledge::prior`] ÷ (own visits + 1), on the scale of values. 0 and up.
    pub prior_weight: f32,
    /// As how many lost playouts one under way counts where several threads search. At lower 1.
    pub virtual_loss: u32,
    /// How many playouts go through a leaf before it gets children. At lower 1; more saves memory.
    pub visits_to_expand: u32,
    /// After how many actions a playout is evaluated, whatever [`Knowledge::playout_length`] says: in
    /// a game that can go round in circles, random players would never end it.
    pub longest_playout: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            exploration: 0.7,
            first_play_urgency: 0.8,
            prior_weight: 0.5,
            virtual_loss: 2,
            visits_to_expand: 1,
            longest_playout: 1_000,
        }
    }
}

/// Monte-Carlo tree search.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use abstract_game::{Match, Position, Rules, sample::TakeTwo};
/// use search::{SearchLimits, Mcts, NoKnowledge, Searcher};
///
/// let game = Match::new(TakeTwo::default().start());
/// let mut mcts = Mcts::new(Arc::new(NoKnowledge));
/// let limits = SearchLimits { nodes: Some(10_000), ..SearchLimits::default() };
/// let answer = mcts.search(&game, &limits, &AtomicBool::new(false), &mut |report| {
///     println!("{} playouts: {}", report.nodes, report.score);
/// });
/// let mut after = game.position().clone();
/// for &action in &answer.turn {
///     after.play(action);
/// }
/// assert!(after.at_turn_start());
/// ```
pub struct Mcts<P: Position, K: Knowledge<P>> {
    knowledge: Arc<K>,
    settings: Settings,
    threads: usize,
    lines: usize,
    seed: u64,
    /// How many searches drew from the seed: each gets numbers of its own.
    searches: u64,
    memory: MemoryBudget,
    tree: Option<Tree<P>>,
    garbage: Garbage<P::Action>,
    reused_visits: u32,
}

impl<P: Position, K: Knowledge<P>> Mcts<P, K> {
    /// The memory for the tree until [`set_hash`](Searcher::set_hash) says otherwise, in MiB.
    pub const DEFAULT_HASH: usize = 64;
    /// As many playouts as a node can count, with room for those under way.
    const MOST_VISITS: u32 = u32::MAX - (1 << 24);

    /// A search with the default settings, one thread, one line, seed 0 and
    /// [`DEFAULT_HASH`](Self::DEFAULT_HASH) MiB.
    #[must_use]
    pub fn new(knowledge: Arc<K>) -> Self {
        Mcts {
            knowledge,
            settings: Settings::default(),
            threads: 1,
            lines: 1,
            seed: 0,
            searches: 0,
            memory: MemoryBudget::new(Self::DEFAULT_HASH),
            tree: None,
            garbage: Garbage::new(),
            reused_visits: 0,
        }
    }

    /// The same with other settings.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = Settings {
            virtual_loss: settings.virtual_loss.max(1),
            visits_to_expand: settings.visits_to_expand.max(1),
            ..settings
        };
        self
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many playouts the last search found done already, by searches before it.
    #[must_use]
    pub fn reused_visits(&self) -> u32 {
        self.reused_visits
    }

    /// The memory that the tree takes now, in bytes. Never more than the hash size, apart from a
    /// root's own actions.
    #[must_use]
    pub fn memory_used(&self) -> usize {
        self.memory.used()
    }

    fn forget(&mut self) {
        if let Some(tree) = self.tree.take() {
            tree.discard(&mut self.garbage);
        }
        self.garbage.free_all(&self.memory);
    }

    /// Makes the match's position the root of the tree, with as much below it as is known.
    fn set_root(&mut self, game: &Match<P>) {
        let kept = self.tree.take().and_then(|tree| tree.follow(game, &mut self.garbage));
        self.reused_visits = kept.as_ref().map_or(0, |tree| tree.root.visits());
        self.tree = Some(kept.unwrap_or_else(|| Tree::new(game)));
        // The rest of the garbage goes while the search runs.
        while self.memory.hashfull() > 900 && !self.garbage.is_empty() {
            self.garbage.free(1_000, &self.memory);
        }
    }

    fn random(&self, thread: usize) -> Random {
        let mut mixer = SplitMix64::new(self.seed);
        let seed = mixer.next_u64() ^ self.searches.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Random::seed_from_u64(SplitMix64::new(seed).next_u64().wrapping_add(thread as u64))
    }
}

impl<P: Position, K: Knowledge<P>> Drop for Mcts<P, K> {
    fn drop(&mut self) {
        self.forget();
    }
}

impl<P: Position, K: Knowledge<P>> Searcher<P> for Mcts<P, K> {
    fn new_game(&mut self) {
        self.forget();
        self.searches = 0;
    }

    fn set_hash(&mut self, mebibytes: usize) {
        self.memory.set_limit(mebibytes);
        if self.memory.used() > self.memory.limit() {
            self.forget();
        }
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn set_multipv(&mut self, lines: usize) {
        self.lines = lines.max(1);
    }

    fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.searches = 0;
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the game is over: there is nothing to search");
        let control = SearchControl::new(*limits, stop);
        self.set_root(game);
        self.searches += 1;
        let random: Vec<Random> = (0..self.threads).map(|thread| self.random(thread)).collect();
        let tree = self.tree.as_ref().expect("the root was just set");
        let context = SearchContext {
            tree,
            memory: &self.memory,
            knowledge: &*self.knowledge,
            settings: &self.settings,
            virtual_loss: if self.threads > 1 { self.settings.virtual_loss } else { 1 },
            max_depth: &AtomicU32::new(0),
        };
        let mut main = PlayoutThread::new(&context, random[0].clone());
        main.expand_root();
        let search = Search { context: &context, control: &control, lines: self.lines };
        threads::run(
            self.threads,
            || {
                let _stop_helpers = control.stop_on_drop();
                search.run(&mut main, &mut self.garbage, report);
            },
            |thread| {
                let mut helper = PlayoutThread::new(&context, random[thread].clone());
                while !control.is_stopped() && !search.is_finished() {
                    helper.play();
                    control.count(1);
                }
            },
        );
        let mut lines = principal_variation::lines(&tree.root, self.lines);
        let turn = principal_variation::complete(tree, context.knowledge, &mut lines[0]);
        let reports = search.reports(lines);
        tell(&reports, report);
        let report = reports.into_iter().next().expect("there is a best line");
        SearchResult { turn, report }
    }
}

/// The best line last: who keeps only the last word has the one that matters.
fn tell<A: Action>(lines: &[SearchReport<A>], report: &mut dyn FnMut(&SearchReport<A>)) {
    lines.iter().rev().for_each(report);
}

/// One search, as its main thread sees it.
struct Search<'a, P: Position, K> {
    context: &'a SearchContext<'a, P, K>,
    control: &'a SearchControl<'a>,
    lines: usize,
}

impl<P: Position, K: Knowledge<P>> Search<'_, P, K> {
    /// Lists of garbage freed for each playout; a playout makes one list at the most.
    const FREED: usize = 16;
    /// The first look at how things stand, in playouts; the others follow at growing intervals.
    const FIRST_LOOK: u64 = 256;
    /// Playouts for a score where there is nothing to choose.
    const FORCED: u64 = 32;
    /// Between two looks at whether the wanted depth is reached.
    const DEPTH_INTERVAL: u64 = 64;
    /// So many playouts without hope of the wanted depth are enough.
    const BLOCKED: u64 = 20_000;

    fn run(
        &self,
        thread: &mut PlayoutThread<'_, P, K>,
        garbage: &mut Garbage<P::Action>,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) {
        let limits = *self.control.limits();
        let is_forced = limits.time.is_some() && !limits.infinite && is_forced(&self.context.tree.position);
        let mut next_look = Self::FIRST_LOOK;
        let mut reported = (0, None);
        loop {
            let nodes = self.control.nodes();
            if self.control.check_limits() || limits.nodes.is_some_and(|most| nodes >= most) {
                return;
            }
            if self.is_finished() {
                if limits.infinite && limits.nodes.is_none() {
                    self.wait();
                }
                return;
            }
            if is_forced && nodes >= Self::FORCED || self.is_deep_enough(nodes) || self.is_clear(nodes) {
                return;
            }
            thread.play();
            self.control.count(1);
            garbage.free(Self::FREED, self.context.memory);
            // Counted in playouts and not in seconds, so that the same search reports the same.
            let nodes = self.control.nodes();
            if nodes >= next_look {
                next_look = nodes + nodes / 8;
                let lines = principal_variation::lines(&self.context.tree.root, self.lines);
                let first = lines[0].actions.first().copied();
                if nodes >= 2 * reported.0 || reported.1 != first {
                    reported = (nodes, first);
                    tell(&self.reports(lines), report);
                }
            }
        }
    }

    /// Whether nothing is left to find out.
    fn is_finished(&self) -> bool {
        let root = &self.context.tree.root;
        root.bounds().verdict().is_some() || root.visits() >= Mcts::<P, K>::MOST_VISITS
    }

    /// Waits to be stopped.
    fn wait(&self) {
        while !self.control.check_limits() {
            // Nobody could wake a target without threads.
            if cfg!(target_family = "wasm") {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the expected line is as long as the limits ask for, or cannot become so.
    fn is_deep_enough(&self, nodes: u64) -> bool {
        let Some(depth) = self.control.limits().depth else { return false };
        if !nodes.is_multiple_of(Self::DEPTH_INTERVAL) {
            return false;
        }
        let root = &self.context.tree.root;
        let line = principal_variation::lines(root, 1);
        if line[0].visits > 0 && line[0].actions.len() as u64 >= u64::from(depth) {
            return true;
        }
        nodes >= Self::BLOCKED
            && (self.context.memory.hashfull() >= 950 || principal_variation::is_at_an_end(root))
    }

    /// Whether a player on a clock should think no longer: the time is up, or no other action can
    /// become the most visited one before it is.
    fn is_clear(&self, nodes: u64) -> bool {
        let limits = self.control.limits();
        let Some(budget) = limits.time else { return false };
        // A fixed time for the turn is there to be used up.
        if limits.infinite || budget.soft == budget.hard || !nodes.is_multiple_of(16) {
            return false;
        }
        let elapsed = self.control.elapsed();
        let [(visits, value), (second_visits, second_value)] =
            principal_variation::rivals(&self.context.tree.root);
        if elapsed >= budget.soft {
            // Where the second looks better than the first, the time up to the hard limit may show it.
            return value >= second_value;
        }
        if elapsed < budget.soft / 8 {
            return false;
        }
        let still_to_come = nodes as f64 * (budget.soft - elapsed).as_secs_f64() / elapsed.as_secs_f64();
        f64::from(visits - second_visits) > still_to_come
    }

    fn reports(&self, lines: Vec<Line<P::Action>>) -> Vec<SearchReport<P::Action>> {
        let report = |(line, Line { score, actions, .. }): (usize, Line<_>)| SearchReport {
            depth: actions.len() as u32,
            selective_depth: self.context.max_depth.load(Ordering::Relaxed).max(actions.len() as u32),
            line,
            score,
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            hashfull: self.context.memory.hashfull(),
            principal_variation: actions,
        };
        (1..).zip(lines).map(report).collect()
    }
}

/// Whether the turn leaves no choice.
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
