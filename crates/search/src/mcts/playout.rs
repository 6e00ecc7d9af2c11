//! One iteration of the search: selection, expansion, playout, backup.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use abstract_game::{Player, Position, Reason, Verdict};

use super::bounds::{Bounds, WIN_VALUE, value_for, verdict_value};
use super::expansion::{Expansion, Last};
use super::memory::MemoryBudget;
use super::node::{Edge, Node};
use super::parameters::MctsParameters;
use super::selection::select;
use super::tree::Tree;
use crate::control::SearchControl;
use crate::{Knowledge, Random, Score, StaticResult};

/// The state that all threads of a search share.
pub(super) struct SearchContext<'a, P: Position, K> {
    pub(super) tree: &'a Tree<P>,
    pub(super) memory: &'a MemoryBudget,
    pub(super) knowledge: &'a K,
    pub(super) parameters: &'a MctsParameters,
    /// 0 if only one thread searches.
    pub(super) virtual_loss: u32,
    /// The maximum depth reached, in actions.
    pub(super) max_depth: AtomicU32,
    pub(super) control: &'a SearchControl<'a>,
    /// Whether the search pauses to make room when the memory is exhausted.
    pub(super) makes_room: bool,
    /// The number of lines to report.
    pub(super) lines: usize,
}

/// The state of one search thread.
pub(super) struct PlayoutThread<'a, P: Position, K> {
    context: &'a SearchContext<'a, P, K>,
    random: Random,
    /// Scratch space for action generation.
    actions: Vec<P::Action>,
    expansion: Expansion<P::Action>,
    /// The edges of the current iteration, each with the player who plays it.
    path: Vec<(Edge<'a, P::Action>, Player)>,
    /// The repetition keys at the starts of turns from the root on, in games with repetition rules.
    keys: Vec<u64>,
}

impl<'a, P: Position, K: Knowledge<P>> PlayoutThread<'a, P, K> {
    pub(super) fn new(context: &'a SearchContext<'a, P, K>, seed: u64) -> Self {
        PlayoutThread {
            context,
            random: Random::new(seed),
            actions: Vec::new(),
            expansion: Expansion::new(),
            path: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Runs one iteration.
    pub(super) fn run_playout(&mut self) {
        let context = self.context;
        let tree = context.tree;
        let mut position = tree.position.clone();
        let (mut edge, mut player) = (tree.root(), tree.parent_player);
        self.path.clear();
        self.keys.clear();
        if P::REPETITIONS.is_some() && position.at_turn_start() {
            self.keys.push(position.repetition_key());
        }
        let mut last = None;
        // The value for player 1.
        let value = loop {
            let before = edge.add_virtual_loss(context.virtual_loss);
            self.path.push((edge, player));
            let bounds = edge.bounds();
            if let Some(verdict) = bounds.verdict() {
                break value_for(player, verdict_value(verdict));
            }
            if let Some(value) = edge.repetition() {
                break value;
            }
            let node = match edge.node() {
                Some(node) => node,
                None if before.visits < self.visits_to_expand() => {
                    let analysis = context.knowledge.analyse(&position);
                    if before.visits == 0 && self.prove_statically(edge, player, &position, &analysis) {
                        break value_for(player, edge.value());
                    }
                    break self.leaf_value(position, analysis);
                }
                None => match self.expand(edge, &position, last.as_ref()) {
                    Some(node) => node,
                    None => break self.rollout(position),
                },
            };
            let actor = node.actor;
            let is_opponent = actor != player;
            let own = before.reversed_if(is_opponent);
            let lower = if is_opponent { bounds.upper().reversed() } else { bounds.lower() };
            let Some((action, next)) = select(node, own, lower, context.parameters, context.memory) else {
                // Another thread has proved the last action in the meantime, or the memory is full.
                edge.tighten(node.bounds().reversed_if(is_opponent));
                match edge.bounds().verdict() {
                    Some(verdict) => break value_for(player, verdict_value(verdict)),
                    None => break self.rollout(position),
                }
            };
            let after = position.after_unchecked(action);
            let before = std::mem::replace(&mut position, after);
            last = (!position.at_turn_start()).then_some(Last { before, node, action });
            if !next.is_open() {
                self.open(next, &position, actor);
            }
            if P::REPETITIONS.is_some() && next.ends_turn() && next.repetition().is_none() {
                self.keys.push(position.repetition_key());
            }
            (edge, player) = (next, actor);
        };
        self.back_up(value);
    }

    /// Adds a playout to the actions of the path. `value` is its value for player 1.
    fn back_up(&mut self, value: u32) {
        let context = self.context;
        let depth = self.path.len() as u32 - 1;
        if context.max_depth.load(Relaxed) < depth {
            context.max_depth.fetch_max(depth, Relaxed);
        }
        let mut path = self.path.iter().rev();
        let &(mut edge, mut player) = path.next().expect("the path begins with the root");
        // The view of `player`.
        let mut value = edge.bounds().clamp(value_for(player, value));
        // Also if the action was proved after its parent's last update.
        let mut is_proof = edge.bounds() != Bounds::UNKNOWN;
        // What the removal of refuted actions adds to the sum of the values of earlier playouts.
        let mut change = 0;
        edge.back_up(value, 0, context.virtual_loss);
        for &(parent, parent_player) in path {
            let is_opponent = parent_player != player;
            if is_opponent {
                (value, change) = (WIN_VALUE - value, -change);
            }
            if is_proof && let Some(node) = parent.node() {
                is_proof = parent.tighten(node.bounds().reversed_if(is_opponent));
                // The player would not play a refuted action again: only the others count.
                if edge.bounds().upper() == Verdict::Loss
                    && let Some(mean) = node.mean_without_losses()
                {
                    value = if is_opponent { WIN_VALUE - mean } else { mean };
                    let old = parent.statistics();
                    change = i64::from(old.visits) * (i64::from(value) - i64::from(old.mean));
                }
            }
            // Proved bounds override the playout.
            value = parent.bounds().clamp(value);
            parent.back_up(value, change, context.virtual_loss);
            (edge, player) = (parent, parent_player);
        }
    }

    /// The visits at which a leaf is expanded.
    fn visits_to_expand(&self) -> u32 {
        let SearchContext { knowledge, parameters, .. } = *self.context;
        let is_whole = knowledge.playout_length() == u32::MAX;
        if is_whole { parameters.playouts_to_expand } else { parameters.visits_to_expand }
    }

    /// Sets the bounds of a leaf if the static or the forced result decides it. Returns whether one does.
    fn prove_statically(
        &mut self,
        edge: Edge<'_, P::Action>,
        player: Player,
        position: &P,
        analysis: &K::Analysis,
    ) -> bool {
        let knowledge = self.context.knowledge;
        self.actions.clear();
        let result = match knowledge.static_result(position, analysis, &mut self.actions) {
            StaticResult::Win(turns) => Some((Verdict::Win, turns)),
            StaticResult::Loss(turns) => Some((Verdict::Loss, turns)),
            StaticResult::Open | StaticResult::Only => knowledge.forced_result(position, analysis),
        };
        let Some((verdict, turns)) = result else { return false };
        let bounds = Bounds::proved(verdict, turns);
        edge.tighten(bounds.reversed_if(position.player_to_act() != player));
        true
    }

    /// Expands a leaf. `None` if there is not enough memory.
    fn expand(
        &mut self,
        edge: Edge<'a, P::Action>,
        position: &P,
        last: Option<&Last<'_, P>>,
    ) -> Option<&'a Node<P::Action>> {
        let SearchContext { memory, knowledge, parameters, .. } = *self.context;
        let (list_cost, mut node_cost) = (edge.list_cost(), 0);
        let reserve = |bytes| {
            node_cost = bytes;
            memory.reserve(list_cost + bytes)
        };
        let node = self.expansion.expand(position, last, knowledge, parameters.prior_weight, reserve)?;
        // Another thread may be faster.
        if !edge.make_list() {
            memory.release(list_cost);
        }
        if edge.set_node(node) {
            memory.release(node_cost);
        }
        edge.node()
    }

    /// Sets the properties of an action from the position after it. `actor` played it.
    fn open(&self, edge: Edge<'_, P::Action>, after: &P, actor: Player) {
        let ends_turn = after.at_turn_start();
        let end = after.end();
        let bounds = end.map_or(Bounds::UNKNOWN, |end| Bounds::proved(end.verdict(actor), 0));
        let repeats = ends_turn && end.is_none() && self.repeats(after);
        edge.open(ends_turn, bounds, repeats.then(|| after.settle_draw(Reason::REPETITION)));
    }

    /// Whether the game ends at the start of a turn by repetition. One repetition from the root on is enough: whoever
    /// repeats once can repeat again.
    fn repeats(&self, position: &P) -> bool {
        P::REPETITIONS.is_some_and(|limit| {
            let key = position.repetition_key();
            let occurrences = self.context.tree.history.get(&key).copied().unwrap_or(0);
            self.keys.contains(&key) || occurrences + 1 >= limit
        })
    }

    /// The value of a leaf for player 1.
    fn rollout(&mut self, position: P) -> u32 {
        let analysis = self.context.knowledge.analyse(&position);
        self.leaf_value(position, analysis)
    }

    /// The value of a leaf for player 1: by its evaluation, or by that of the position after a playout.
    fn leaf_value(&mut self, mut position: P, mut analysis: K::Analysis) -> u32 {
        let knowledge = self.context.knowledge;
        let limit = knowledge.playout_length().min(self.context.parameters.max_playout_length);
        if limit > 0 {
            knowledge.play_out(&mut position, limit, &mut self.random, &mut self.actions);
            if let Some(end) = position.end() {
                return verdict_value(end.verdict(Player::P1));
            }
            analysis = knowledge.analyse(&position);
        }
        let expectation = Score::centipawns(knowledge.evaluate(&position, &analysis)).expectation();
        let value = (expectation * f64::from(WIN_VALUE)).round() as u32;
        value_for(position.player_to_act(), value.min(WIN_VALUE))
    }
}
