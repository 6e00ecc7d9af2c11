//! One iteration of the search: selection, expansion, playout, backup.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use abstract_game::{Player, Position, Reason, Verdict};

use super::memory::MemoryBudget;
use super::node::{Bounds, Node, WIN_VALUE, value_for, verdict_value};
use super::settings::MctsSettings;
use super::tree::Tree;
use crate::{Knowledge, Random, StaticResult};

/// The state that all threads of a search share.
pub(super) struct SearchContext<'a, P: Position, K> {
    pub(super) tree: &'a Tree<P>,
    pub(super) memory: &'a MemoryBudget,
    pub(super) knowledge: &'a K,
    pub(super) settings: &'a MctsSettings,
    pub(super) virtual_loss: u32,
    /// The maximum depth reached, in actions.
    pub(super) max_depth: &'a AtomicU32,
}

/// The state of one search thread.
pub(super) struct PlayoutThread<'a, P: Position, K> {
    context: &'a SearchContext<'a, P, K>,
    random: Random,
    /// Scratch space for action generation.
    actions: Vec<P::Action>,
    priors: Vec<f32>,
    /// The nodes of the current iteration, each with its parent player.
    path: Vec<(&'a Node<P::Action>, Player)>,
    /// The repetition keys at the starts of turns below the root, in games with repetition rules.
    keys: Vec<u64>,
}

impl<'a, P: Position, K: Knowledge<P>> PlayoutThread<'a, P, K> {
    pub(super) fn new(context: &'a SearchContext<'a, P, K>, random: Random) -> Self {
        PlayoutThread {
            context,
            random,
            actions: Vec::new(),
            priors: Vec::new(),
            path: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Expands the root regardless of the memory limit.
    pub(super) fn expand_root(&mut self) {
        let tree = self.context.tree;
        if tree.root.children.get().is_none() {
            self.expand(&tree.root, &tree.position, true);
            // Even without a playout the search finds an action that ends the game.
            let actor = tree.position.player_to_act();
            for child in tree.root.children.get().into_iter().flat_map(|children| children.iter()) {
                self.open(child, &tree.position.after(child.action), actor);
            }
        }
        tree.root.update_bounds(tree.parent_player);
    }

    /// Runs one iteration.
    pub(super) fn run_playout(&mut self) {
        let context = self.context;
        let tree = context.tree;
        let mut position = tree.position.clone();
        let (mut node, mut parent_player) = (&tree.root, tree.parent_player);
        self.path.clear();
        self.keys.clear();
        // The value for player 1.
        let mut value = loop {
            let visits_before = node.add_virtual_loss(context.virtual_loss);
            self.path.push((node, parent_player));
            if let Some(verdict) = node.bounds().verdict() {
                break value_for(parent_player, verdict_value(verdict));
            }
            if let Some(value) = node.repetition() {
                break value;
            }
            let children = if let Some(children) = node.children.get() {
                children
            } else {
                if visits_before == 0 && self.prove_statically(node, parent_player, &position) {
                    break value_for(parent_player, node.bounds().clamp(0));
                }
                if visits_before < self.visits_to_expand() || !self.expand(node, &position, false) {
                    break self.rollout(position);
                }
                node.update_bounds(parent_player);
                if let Some(verdict) = node.bounds().verdict() {
                    break value_for(parent_player, verdict_value(verdict));
                }
                match node.children.get() {
                    Some(children) => children,
                    None => break self.rollout(position),
                }
            };
            let actor = node.actor();
            let Some(child) = self.select(node, parent_player, children) else {
                // Another thread has proved the last child in the meantime.
                node.update_bounds(parent_player);
                break value_for(parent_player, node.bounds().clamp(node.mean()));
            };
            position.play_unchecked(child.action);
            if !child.is_open() {
                self.open(child, &position, actor);
            }
            if P::REPETITIONS.is_some() && child.ends_turn() && child.repetition().is_none() {
                self.keys.push(position.repetition_key());
            }
            (node, parent_player) = (child, actor);
        };
        context.max_depth.fetch_max(self.path.len() as u32 - 1, Relaxed);
        // Also true if the node was proved after its parent's last update.
        let mut changed = node.bounds() != Bounds::UNKNOWN;
        let leaf = self.path.len() - 1;
        for (depth, &(node, parent_player)) in self.path.iter().enumerate().rev() {
            if changed && depth < leaf {
                changed = node.update_bounds(parent_player);
            }
            // Proved bounds override the playout.
            let own = node.bounds().clamp(value_for(parent_player, value));
            node.back_up(own, context.virtual_loss);
            value = value_for(parent_player, own);
        }
    }

    /// The visits at which a leaf is expanded. They increase as the memory fills, which reserves the rest for
    /// the most visited lines.
    fn visits_to_expand(&self) -> u32 {
        let factor = match self.context.memory.hashfull() {
            0..500 => 1,
            500..750 => 4,
            750..900 => 16,
            _ => 64,
        };
        self.context.settings.visits_to_expand.saturating_mul(factor)
    }

    /// Sets the bounds of a leaf if the static result decides it. Returns whether it does.
    fn prove_statically(&mut self, node: &Node<P::Action>, parent_player: Player, position: &P) -> bool {
        let knowledge = self.context.knowledge;
        self.actions.clear();
        let bounds = match knowledge.static_result(position, &knowledge.analyse(position), &mut self.actions)
        {
            StaticResult::Win(turns) => Bounds::proved(Verdict::Win, turns),
            StaticResult::Loss(turns) => Bounds::proved(Verdict::Loss, turns),
            StaticResult::Open | StaticResult::Only => return false,
        };
        node.set_bounds(bounds.reversed_if(position.player_to_act() != parent_player));
        true
    }

    /// Expands a node. Returns `false` if there is not enough memory.
    fn expand(&mut self, node: &Node<P::Action>, position: &P, ignore_limit: bool) -> bool {
        let context = self.context;
        let analysis = context.knowledge.analyse(position);
        self.actions.clear();
        if context.knowledge.static_result(position, &analysis, &mut self.actions) != StaticResult::Only {
            self.actions.clear();
            position.generate(&mut self.actions);
        }
        let cost = MemoryBudget::cost::<P::Action>(self.actions.len());
        if ignore_limit {
            context.memory.reserve_unchecked(cost);
        } else if !context.memory.reserve(cost) {
            return false;
        }
        self.priors.clear();
        context.knowledge.priors(position, &analysis, &self.actions, &mut self.priors);
        let child = |(&action, &prior)| Node::new(action, prior);
        let children: Box<[_]> = self.actions.iter().zip(&self.priors).map(child).collect();
        if node.children.set(children).is_err() {
            // Another thread expanded the node first.
            context.memory.release(cost);
        }
        true
    }

    /// Sets the properties of a child from the position after its action. `actor` played the action.
    fn open(&self, child: &Node<P::Action>, after: &P, actor: Player) {
        let ends_turn = after.at_turn_start();
        let end = after.end();
        let bounds = end.map_or(Bounds::UNKNOWN, |end| Bounds::proved(end.verdict(actor), 0));
        let repeats = P::REPETITIONS.is_some() && end.is_none() && ends_turn && {
            let key = after.repetition_key();
            self.context.tree.history.contains(&key) || self.keys.contains(&key)
        };
        let repetition = repeats.then(|| after.settle_draw(Reason::REPETITION));
        child.open(ends_turn, after.player_to_act(), bounds, repetition);
    }

    /// Selects the child with the highest UCT value. `None` if no child can improve the proved bounds of the
    /// node.
    fn select<'t>(
        &self,
        node: &Node<P::Action>,
        parent_player: Player,
        children: &'t [Node<P::Action>],
    ) -> Option<&'t Node<P::Action>> {
        let settings = self.context.settings;
        // Skip children that cannot exceed the proved lower bound.
        let lower = node.bounds().reversed_if(node.actor() != parent_player).lower();
        let spread = settings.exploration * logarithm(node.visits()).sqrt();
        let mut best = None;
        let mut best_value = f32::NEG_INFINITY;
        for child in children {
            if child.bounds().upper() <= lower {
                continue;
            }
            let (visits, mean) = child.visits_and_mean();
            let uct = if visits == 0.0 {
                settings.first_play_urgency + settings.prior_weight * child.prior
            } else {
                mean + spread / visits.sqrt() + settings.prior_weight * child.prior / (visits + 1.0)
            };
            if uct > best_value {
                (best, best_value) = (Some(child), uct);
            }
        }
        best
    }

    /// Plays a playout from a leaf. Returns the value for player 1.
    fn rollout(&mut self, mut position: P) -> u32 {
        let knowledge = self.context.knowledge;
        let mut left = knowledge.playout_length().min(self.context.settings.max_playout_length);
        loop {
            if let Some(end) = position.end() {
                return verdict_value(end.verdict(Player::P1));
            }
            if left == 0 {
                let expectation = knowledge.static_score(&position).expectation();
                let value = (expectation * f64::from(WIN_VALUE)).round() as u32;
                return value_for(position.player_to_act(), value.min(WIN_VALUE));
            }
            left -= 1;
            let action = knowledge.playout_action(&position, &mut self.random, &mut self.actions);
            position.play_unchecked(action);
        }
    }
}

/// An approximation of the natural logarithm with an error below 0.061. Unlike the one of the platform's
/// library, it is the same on every machine.
fn logarithm(number: u32) -> f32 {
    let whole = number.max(1).ilog2();
    let rest = number.max(1) as f32 / (1_u64 << whole) as f32 - 1.0;
    std::f32::consts::LN_2 * (whole as f32 + rest)
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn the_logarithm_is_accurate_enough() {
        for number in [1, 2, 3, 5, 100, 1_000, 1_000_000, u32::MAX] {
            assert!((logarithm(number) - (number as f32).ln()).abs() < 0.061, "{number}");
        }
        assert_eq!(logarithm(0), 0.0);
    }
}
