//! Expanding a node: its legal actions with the probabilities that follow from their priors.

use abstract_game::Position;

use super::node::Node;
use crate::{Knowledge, StaticResult};

/// The last action of a line, if its turn goes on.
pub(super) struct Last<'a, P: Position> {
    /// The position before the action.
    pub(super) before: P,
    /// The node of that position.
    pub(super) node: &'a Node<P::Action>,
    pub(super) action: P::Action,
}

/// Expands nodes. Keeps its buffers.
pub(super) struct Expansion<A> {
    actions: Vec<A>,
    /// The actions before the last one in its node.
    earlier: Vec<A>,
    priors: Vec<f32>,
}

impl<A: Copy + PartialEq> Expansion<A> {
    pub(super) fn new() -> Self {
        Expansion { actions: Vec::new(), earlier: Vec::new(), priors: Vec::new() }
    }

    /// The node of an unfinished position, if `reserve` accepts the bytes that it needs. After a `last` action, those are left out
    /// that lead to the same game as another turn: of two orders the one that begins with the likelier action is searched.
    pub(super) fn expand<P: Position<Action = A>, K: Knowledge<P>>(
        &mut self,
        position: &P,
        last: Option<&Last<'_, P>>,
        knowledge: &K,
        prior_weight: f32,
        reserve: impl FnOnce(usize) -> bool,
    ) -> Option<Box<Node<A>>> {
        let analysis = knowledge.analyse(position);
        self.actions.clear();
        if knowledge.static_result(position, &analysis, &mut self.actions) != StaticResult::Only {
            self.actions.clear();
            position.actions_into(&mut self.actions);
        }
        if let Some(&Last { ref before, node, action: first }) = last {
            self.earlier.clear();
            self.earlier.extend(node.actions().take_while(|&earlier| earlier != first));
            let is_left_out = |&second: &A| {
                knowledge.is_superfluous(before, first, second)
                    || knowledge.commute(before, first, second) && self.earlier.contains(&second)
            };
            if !self.actions.iter().all(is_left_out) {
                self.actions.retain(|second| !is_left_out(second));
            }
        }
        if !reserve(Node::<A>::cost(self.actions.len())) {
            return None;
        }
        self.priors.clear();
        knowledge.priors(position, &analysis, &self.actions, &mut self.priors);
        to_probabilities(&mut self.actions, &mut self.priors, prior_weight);
        Some(Box::new(Node::new(position.player_to_act(), &self.actions, &self.priors)))
    }
}

/// Sorts actions by prior, equal ones in the order of generation, and replaces the priors by probabilities.
fn to_probabilities<A: Copy>(actions: &mut [A], priors: &mut [f32], weight: f32) {
    let Some(&first) = priors.first() else { return };
    if priors.iter().all(|&prior| prior == first) {
        priors.fill(1.0 / priors.len() as f32);
        return;
    }
    // With NaN or infinity, selection could never choose this or any other action.
    let weighted = |&prior: &f32| if prior.is_finite() { prior * weight } else { 0.0 };
    let mut moves: Vec<(A, f32)> = actions.iter().copied().zip(priors.iter().map(weighted)).collect();
    moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let greatest = moves[0].1;
    let mut sum = 0.0;
    for (((action, prior), to_action), to_prior) in moves.into_iter().zip(actions).zip(&mut *priors) {
        *to_action = action;
        *to_prior = exponential(prior - greatest);
        sum += *to_prior;
    }
    priors.iter_mut().for_each(|prior| *prior /= sum);
}

/// An approximation of the exponential function of a number that is at most 0, with a relative error below 0.0002. Unlike
/// the one of the platform's library, it is the same on every machine.
fn exponential(number: f32) -> f32 {
    let binary = (number * std::f32::consts::LOG2_E).max(-125.0);
    // Rounded down, without a call of the library.
    let whole = binary as i32 - 1;
    let rest = binary - whole as f32;
    let power = f32::from_bits(((whole + 127) as u32) << 23);
    power * (1.0 + rest * (0.695_833_6 + rest * (0.226_067_2 + rest * 0.078_024_5)))
}

#[cfg(test)]
mod tests {
    use super::{exponential, to_probabilities};

    #[test]
    fn the_exponential_is_accurate_enough() {
        for tenths in -800..=0 {
            let number = tenths as f32 / 10.0;
            let error = exponential(number) / number.exp() - 1.0;
            assert!(error.abs() < 0.000_2, "{number}: {error}");
        }
        assert!(exponential(-1e9) > 0.0);
    }

    #[test]
    fn probabilities_follow_the_odds() {
        let (mut actions, mut priors) = (['a', 'b', 'c', 'd'], [0.0, f32::NAN, 1.0, 0.0]);
        to_probabilities(&mut actions, &mut priors, 3.0_f32.ln());
        assert_eq!(actions, ['c', 'a', 'b', 'd']);
        for (probability, expected) in priors.into_iter().zip([0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]) {
            assert!((probability - expected).abs() < 0.001, "{priors:?}");
        }
        let mut priors = [2.0; 49];
        to_probabilities(&mut ['a'; 49], &mut priors, 1.0);
        assert!(priors.iter().all(|&probability| (probability * 49.0 - 1.0).abs() < 0.001));
    }
}
