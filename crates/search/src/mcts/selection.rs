//! Selecting the action of a node that an iteration follows.

use std::array;

use abstract_game::Verdict;
use wide::{CmpGt as _, CmpLt as _, f32x8, i32x8};

use super::bounds::{Bounds, WIN_VALUE};
use super::edge::{GROUP, Statistics};
use super::memory::MemoryBudget;
use super::node::{Edge, Node};
use super::parameters::MctsParameters;

/// The action with the highest value: the mean result and a bonus for exploration, which decreases with the visits. Of the
/// unvisited actions only the next one is considered: it has the highest prior. Its mean result is assumed to be that of
/// the node, less a reduction for the probability of the actions visited before.
///
/// `own` are the statistics of the node, and `lower` is what the player to act has proved: both from the view of that
/// player. `None` if no action can improve the proved bounds of the node, or there is not enough memory for the first one.
pub(super) fn select<'t, A: Copy>(
    node: &'t Node<A>,
    own: Statistics,
    lower: Verdict,
    parameters: &MctsParameters,
    memory: &MemoryBudget,
) -> Option<(A, Edge<'t, A>)> {
    const SCALE: f32 = 1.0 / WIN_VALUE as f32;
    let visited = node.visited();
    let own_visits = own.visits.max(1) as f32;
    let growth = 1.0 + parameters.exploration_growth * doublings(own_visits);
    let exploration = parameters.exploration * growth * own_visits.sqrt();
    let has_proofs = node.has_proofs();
    // For each slot of the groups.
    let mut best_values = f32x8::splat(-1.0);
    let mut best_numbers = f32x8::splat(0.0);
    let mut numbers = f32x8::from(array::from_fn(|slot| slot as f32));
    let end = f32x8::splat(visited as f32);
    for ((_, moves), group) in (0..visited).step_by(GROUP).zip(&node.moves).zip(node.groups()) {
        let (visits, means) = group.statistics();
        let visits = (i32x8::from(visits) + i32x8::splat(1)).round_float();
        let bonus = f32x8::from(moves.probabilities) * f32x8::splat(exploration) / visits;
        let mut values = i32x8::from(means).round_float() * f32x8::splat(SCALE) + bonus;
        if has_proofs {
            for (slot, value) in values.as_array_mut().iter_mut().enumerate() {
                let bounds = Edge { group, slot }.bounds();
                if bounds != Bounds::UNKNOWN && bounds.upper() <= lower {
                    *value = -1.0;
                }
            }
        }
        let is_better = values.cmp_gt(best_values) & numbers.cmp_lt(end);
        best_values = is_better.blend(values, best_values);
        best_numbers = is_better.blend(numbers, best_numbers);
        numbers += f32x8::splat(GROUP as f32);
    }
    let (mut values, mut numbers) = (best_values.to_array(), best_numbers.to_array());
    for half in [4, 2, 1] {
        for slot in 0..half {
            let other = slot + half;
            let is_better = values[other] > values[slot];
            values[slot] = if is_better { values[other] } else { values[slot] };
            numbers[slot] = if is_better { numbers[other] } else { numbers[slot] };
        }
    }
    let (best_value, best) = (values[0], numbers[0] as usize);
    if visited < node.len() {
        let mean =
            own.mean as f32 * SCALE - parameters.first_play_reduction * node.visited_probability().sqrt();
        if mean + exploration * node.probability(visited) > best_value
            && let Some(edge) = node.visit(visited, memory)
        {
            return Some((node.action(visited), edge));
        }
    }
    (best_value >= 0.0).then(|| (node.action(best), node.edge(best)))
}

/// How often the visits of a node plus 500 have doubled: interpolated linearly between the whole numbers. Unlike the logarithm of
/// the platform's library, it is the same on every machine.
#[inline]
fn doublings(visits: f32) -> f32 {
    const ONE: u32 = 1.0_f32.to_bits();
    ((1.0 + visits / 500.0).to_bits() - ONE) as f32 / (1 << 23) as f32
}

#[cfg(test)]
mod tests {
    use abstract_game::{Player, Verdict};

    use super::{doublings, select};
    use crate::mcts::bounds::{Bounds, WIN_VALUE};
    use crate::mcts::edge::Statistics;
    use crate::mcts::memory::MemoryBudget;
    use crate::mcts::node::Node;
    use crate::mcts::parameters::MctsParameters;

    const PARAMETERS: MctsParameters =
        MctsParameters { exploration: 1.0, first_play_reduction: 0.2, ..MctsParameters::DEFAULT };

    /// Runs iterations on a node whose actions have constant values. Returns the visits of the visited actions.
    fn visits(
        values: &[f64],
        probabilities: &[f32],
        bounds: impl Fn(u32) -> Bounds,
        iterations: u32,
    ) -> Vec<u32> {
        let memory = MemoryBudget::new(1);
        let actions: Vec<u32> = (0..values.len() as u32).collect();
        let node = Node::new(Player::P1, &actions, probabilities);
        let mut sum = 0.0;
        for done in 0..iterations {
            let own = Statistics { visits: done + 1, mean: (sum / f64::from(done.max(1))) as u32 };
            let lower = node.bounds().lower();
            let Some((action, edge)) = select(&node, own, lower, &PARAMETERS, &memory) else { break };
            edge.open(true, bounds(action), None);
            let value = values[action as usize] * f64::from(WIN_VALUE);
            edge.back_up(value as u32, 0, 0);
            sum += value;
        }
        node.children().map(|(_, edge)| edge.visits()).collect()
    }

    fn unknown(_: u32) -> Bounds {
        Bounds::UNKNOWN
    }

    #[test]
    fn doublings_follow_the_logarithm() {
        for (visits, expected) in
            [(0.0, 0.0), (500.0, 1.0), (1_500.0, 2.0), (7_500.0, 4.0), (511_500.0, 10.0)]
        {
            assert_eq!(doublings(visits), expected);
        }
        for visits in (0..100_000).step_by(37).map(|visits| visits as f32) {
            assert!((doublings(visits) - (1.0 + visits / 500.0).log2()).abs() < 0.09, "{visits}");
        }
    }

    #[test]
    fn the_best_action_gets_the_most_visits() {
        let mut values = [0.3; 50];
        values[37] = 0.8;
        let visits = visits(&values, &[0.02; 50], unknown, 5_000);
        assert_eq!(visits.len(), 50);
        assert_eq!(visits.iter().sum::<u32>(), 5_000);
        assert!(visits[37] > 4_000, "{visits:?}");
    }

    #[test]
    fn equal_actions_get_visits_in_proportion_to_their_probability() {
        let visits = visits(&[0.5; 3], &[0.5, 0.3, 0.2], unknown, 10_000);
        for (visits, expected) in visits.into_iter().zip([5_000, 3_000, 2_000_u32]) {
            assert!(visits.abs_diff(expected) < 100, "{visits} {expected}");
        }
    }

    #[test]
    fn a_lost_node_does_not_try_all_actions_first() {
        let visits = visits(&[0.1; 100], &[0.01; 100], unknown, 50);
        assert!(visits.len() < 50, "{visits:?}");
        assert!(visits[0] > 1);
    }

    #[test]
    fn actions_that_cannot_improve_the_bounds_are_not_selected() {
        let loss = |action| if action == 1 { Bounds::UNKNOWN } else { Bounds::proved(Verdict::Loss, 3) };
        assert_eq!(visits(&[0.0; 3], &[0.4, 0.3, 0.3], loss, 10), [1, 8, 1]);
        let draw = |action| Bounds::proved(if action == 0 { Verdict::Draw } else { Verdict::Loss }, 3);
        assert_eq!(visits(&[0.5; 3], &[0.4, 0.3, 0.3], draw, 10), [1, 1, 1]);
    }
}
