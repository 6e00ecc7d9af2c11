//! One playout: down the tree, on to a result, and back up.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use abstract_game::{Player, Position, Reason};

use super::Settings;
use super::memory::MemoryBudget;
use super::node::{Bounds, Node, WIN_VALUE, value_for, verdict_value};
use super::tree::Tree;
use crate::{Knowledge, Random, Score};

/// What all threads of a search share.
pub(super) struct SearchContext<'a, P: Position, K> {
    pub(super) tree: &'a Tree<P>,
    pub(super) memory: &'a MemoryBudget,
    pub(super) knowledge: &'a K,
    pub(super) settings: &'a Settings,
    pub(super) virtual_loss: u32,
    /// The greatest depth reached, in actions.
    pub(super) max_depth: &'a AtomicU32,
}

/// What one thread needs for its playouts.
pub(super) struct PlayoutThread<'a, P: Position, K> {
    context: &'a SearchContext<'a, P, K>,
    random: Random,
    /// A place to generate into.
    actions: Vec<P::Action>,
    /// The nodes of this playout with the player whose values they hold.
    path: Vec<(&'a Node<P::Action>, Player)>,
    /// The states at the starts of turns below the root, in games in which repetition matters.
    keys: Vec<u64>,
}

impl<'a, P: Position, K: Knowledge<P>> PlayoutThread<'a, P, K> {
    pub(super) fn new(context: &'a SearchContext<'a, P, K>, random: Random) -> Self {
        PlayoutThread { context, random, actions: Vec::new(), path: Vec::new(), keys: Vec::new() }
    }

    /// Expands the root, whatever the memory says.
    pub(super) fn expand_root(&mut self) {
        let tree = self.context.tree;
        if tree.root.children.get().is_none() {
            self.expand(&tree.root, &tree.position, true);
        }
        tree.root.update_bounds(tree.parent_player);
    }

    /// One playout.
    pub(super) fn play(&mut self) {
        let context = self.context;
        let tree = context.tree;
        let mut position = tree.position.clone();
        let (mut node, mut parent_player) = (&tree.root, tree.parent_player);
        self.path.clear();
        self.keys.clear();
        // The value is player 1's until it is added to a node.
        let mut value = loop {
            let before = node.enter(context.virtual_loss);
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
                if before < self.visits_to_expand() || !self.expand(node, &position, false) {
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
                // Another thread has just proved the last child.
                node.update_bounds(parent_player);
                break value_for(parent_player, node.bounds().clamp(node.mean()));
            };
            position.play_unchecked(child.action);
            if P::REPETITIONS.is_some() && child.ends_turn() && child.repetition().is_none() {
                self.keys.push(position.repetition_key());
            }
            (node, parent_player) = (child, actor);
        };
        context.max_depth.fetch_max(self.path.len() as u32 - 1, Relaxed);
        // A node decided since its parent last looked is news as well.
        let mut news = node.bounds() != Bounds::UNKNOWN;
        let leaf = self.path.len() - 1;
        for (depth, &(node, parent_player)) in self.path.iter().enumerate().rev() {
            if news && depth < leaf {
                news = node.update_bounds(parent_player);
            }
            // What is proved is worth more than what playouts say.
            let own = node.bounds().clamp(value_for(parent_player, value));
            node.leave(own, context.virtual_loss);
            value = value_for(parent_player, own);
        }
    }

    /// After how many visits a leaf gets children: the fuller the memory, the later, so that what is
    /// left goes to the important lines.
    fn visits_to_expand(&self) -> u32 {
        let factor = match self.context.memory.hashfull() {
            0..500 => 1,
            500..750 => 4,
            750..900 => 16,
            _ => 64,
        };
        self.context.settings.visits_to_expand.saturating_mul(factor)
    }

    /// Gives a node its children; `false` if there is no memory for them.
    fn expand(&mut self, node: &Node<P::Action>, position: &P, by_force: bool) -> bool {
        let context = self.context;
        self.actions.clear();
        position.generate(&mut self.actions);
        let cost = MemoryBudget::cost::<P::Action>(self.actions.len());
        if by_force {
            context.memory.reserve_unchecked(cost);
        } else if !context.memory.reserve(cost) {
            return false;
        }
        let actor = position.player_to_act();
        let children: Box<[_]> =
            self.actions.iter().map(|&action| self.child(position, actor, action)).collect();
        if node.children.set(children).is_err() {
            // Another thread was faster.
            context.memory.release(cost);
        }
        true
    }

    fn child(&self, position: &P, actor: Player, action: P::Action) -> Node<P::Action> {
        let context = self.context;
        let after = position.after(action);
        let ends_turn = after.at_turn_start();
        let end = after.end();
        let bounds = end.map_or(Bounds::UNKNOWN, |end| Bounds::decided(end.verdict(actor), 0));
        let repeats = P::REPETITIONS.is_some() && end.is_none() && ends_turn && {
            let key = after.repetition_key();
            context.tree.history.contains(&key) || self.keys.contains(&key)
        };
        let repetition = repeats.then(|| after.settle_draw(Reason::REPETITION));
        let prior = context.knowledge.prior(position, action);
        Node::new(action, prior, ends_turn, after.player_to_act(), bounds, repetition)
    }

    /// The child to go on with: upper confidence bounds with the prior as a bias that fades with the
    /// visits. `None` if no child can change what is proved of the node.
    fn select<'t>(
        &self,
        node: &Node<P::Action>,
        parent_player: Player,
        children: &'t [Node<P::Action>],
    ) -> Option<&'t Node<P::Action>> {
        let settings = self.context.settings;
        // Only what may lead to more than what is proved already is of interest.
        let lower = node.bounds().reversed_if(node.actor() != parent_player).lower();
        let spread = settings.exploration * logarithm(node.visits()).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for child in children {
            if child.bounds().upper() <= lower {
                continue;
            }
            let (visits, mean) = child.visits_and_mean();
            let urgency = if visits == 0.0 {
                settings.first_play_urgency + settings.prior_weight * child.prior
            } else {
                mean + spread / visits.sqrt() + settings.prior_weight * child.prior / (visits + 1.0)
            };
            if urgency > most {
                (best, most) = (Some(child), urgency);
            }
        }
        best
    }

    /// Plays on from a leaf. Returns the value for player 1.
    fn rollout(&mut self, mut position: P) -> u32 {
        let knowledge = self.context.knowledge;
        let mut left = knowledge.playout_length().min(self.context.settings.longest_playout);
        loop {
            if let Some(end) = position.end() {
                return verdict_value(end.verdict(Player::P1));
            }
            if left == 0 {
                let expectation = Score::centipawns(knowledge.evaluate(&position)).expectation();
                let value = (expectation * f64::from(WIN_VALUE)).round() as u32;
                return value_for(position.player_to_act(), value.min(WIN_VALUE));
            }
            left -= 1;
            let action = knowledge.playout_action(&position, &mut self.random, &mut self.actions);
            position.play_unchecked(action);
        }
    }
}

/// The natural logarithm, near enough for exploring (off by less than 0.06) and, other than the one of
/// the platform's library, the same on every machine.
fn logarithm(number: u32) -> f32 {
    let whole = number.max(1).ilog2();
    let rest = number.max(1) as f32 / (1_u64 << whole) as f32 - 1.0;
    std::f32::consts::LN_2 * (whole as f32 + rest)
}

#[cfg(test)]
mod tests {
    use super::logarithm;

    #[test]
    fn the_logarithm_is_near_enough() {
        for number in [1, 2, 3, 5, 100, 1_000, 1_000_000, u32::MAX] {
            assert!((logarithm(number) - (number as f32).ln()).abs() < 0.061, "{number}");
        }
        assert_eq!(logarithm(0), 0.0);
    }
}
