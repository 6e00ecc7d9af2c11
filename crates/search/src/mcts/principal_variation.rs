//! Reads results from the tree: the ranking of a node's children and the principal variations.

use std::cmp::Reverse;

use abstract_game::{Position, Turn, Verdict};

use super::bounds::WIN_VALUE;
use super::node::{Edge, Node};
use super::tree::Tree;
use crate::{Knowledge, Score, static_turn};

/// How far the lower bound of an action's value is below its mean result after one visit. It approaches the mean with the
/// square root of the visits.
const UNCERTAINTY: f64 = 0.5;
/// The least visits, as a share of the most visits of an action, with which a lower bound counts.
const LEAST_SHARE: f64 = 0.1;

/// How far the bound by which Monte-Carlo tree search ranks an action is below its expected result, which is from 0 to 1, after
/// this number of visits, at least 1.
///
/// ```
/// assert_eq!(search::uncertainty(100), 0.05);
/// ```
#[must_use]
pub fn uncertainty(visits: u32) -> f64 {
    UNCERTAINTY / f64::from(visits).sqrt()
}

/// The rank of an action whose result is not proved. `most` are the most visits of such an action.
///
/// By visits alone a better action that was found late would come second until it has overtaken the first.
fn rank<A>(edge: Edge<'_, A>, most: u32) -> (bool, i64, u32) {
    let (visits, value) = (edge.visits(), edge.value());
    if visits == 0 || f64::from(visits) < LEAST_SHARE * f64::from(most) {
        return (false, i64::from(visits), value);
    }
    let margin = uncertainty(visits) * f64::from(WIN_VALUE);
    (true, i64::from(value) - margin as i64, visits)
}

/// The visited actions of a node, the best first: proved wins (the nearest first), then by the lower bound of the value, those
/// with few visits by visits, then proved losses (the farthest first). A proved draw ranks before those without visits and
/// those with a value of at most a draw.
pub(super) fn ranking<A: Copy>(node: &Node<A>) -> Vec<(A, Edge<'_, A>)> {
    let mut wins = Vec::new();
    let mut draws = Vec::new();
    let mut unproved = Vec::new();
    let mut losses = Vec::new();
    for (action, edge) in node.children() {
        match edge.bounds().verdict() {
            Some(Verdict::Win) => &mut wins,
            Some(Verdict::Draw) => &mut draws,
            Some(Verdict::Loss) => &mut losses,
            None => &mut unproved,
        }
        .push((action, edge));
    }
    // Stable sorts: equal actions stay in the order of their priors. Other threads change the edges meanwhile, so each key is
    // read once.
    wins.sort_by_cached_key(|(_, edge)| edge.bounds_from_parent().turns());
    losses.sort_by_cached_key(|(_, edge)| Reverse(edge.bounds_from_parent().turns()));
    let most = unproved.iter().map(|(_, edge)| edge.visits()).max().unwrap_or(0);
    unproved.sort_by_cached_key(|&(_, edge)| Reverse(rank(edge, most)));
    let at_most_draw =
        unproved.iter().position(|(_, edge)| edge.visits() == 0 || edge.value() <= WIN_VALUE / 2);
    let split = if draws.is_empty() { unproved.len() } else { at_most_draw.unwrap_or(unproved.len()) };
    let worse = unproved.split_off(split);
    wins.into_iter().chain(unproved).chain(draws).chain(worse).chain(losses).collect()
}

/// The best action of a node, if it was searched.
fn best<A: Copy>(node: &Node<A>) -> Option<(A, Edge<'_, A>)> {
    ranking(node).first().copied().filter(|(_, edge)| edge.is_searched())
}

/// The score of an action for the player to act.
fn score<A>(edge: Edge<'_, A>) -> Score {
    let bounds = edge.bounds_from_parent();
    match bounds.verdict() {
        Some(Verdict::Win) => Score::win_in(bounds.turns()),
        Some(Verdict::Loss) => Score::loss_in(bounds.turns()),
        Some(Verdict::Draw) => Score::DRAW,
        None => Score::from_expectation(f64::from(edge.value()) / f64::from(WIN_VALUE)),
    }
}

/// A principal variation with its score for the player to act at the root.
pub(super) struct Line<A> {
    pub(super) score: Score,
    pub(super) actions: Vec<A>,
    /// The visits of its first action.
    pub(super) visits: u32,
}

/// The best lines of the root, the best first: at most `max`, at least one.
pub(super) fn lines<A: Copy>(root: &Node<A>, max: usize) -> Vec<Line<A>> {
    let line = |(action, edge): (A, Edge<'_, A>)| {
        let mut actions = vec![action];
        extend(edge, &mut actions);
        Line { score: score(edge), actions, visits: edge.visits() }
    };
    let (searched, opened): (Vec<_>, Vec<_>) =
        ranking(root).into_iter().partition(|(_, edge)| edge.is_searched());
    let mut lines: Vec<_> = searched.into_iter().take(max.max(1)).map(line).collect();
    // An action that is not searched is better than one that is proved to lose.
    let unsearched = opened.first().map(|&(action, _)| action);
    let unsearched = unsearched.or_else(|| root.actions().nth(root.visited()));
    if lines.first().is_none_or(|line| line.score.is_loss())
        && let Some(action) = unsearched
    {
        lines.insert(0, Line { score: Score::DRAW, actions: vec![action], visits: 0 });
        lines.truncate(max.max(1));
    }
    lines
}

/// Appends the principal variation after an action. Returns its last edge.
fn extend<'t, A: Copy>(mut edge: Edge<'t, A>, actions: &mut Vec<A>) -> Edge<'t, A> {
    while let Some((action, next)) = edge.node().and_then(best) {
        actions.push(action);
        edge = next;
    }
    edge
}

/// Extends the best line to a complete turn and returns that turn: from the tree, then by
/// static evaluation.
pub(super) fn complete_turn<P: Position, K: Knowledge<P>>(
    tree: &Tree<P>,
    knowledge: &K,
    line: &mut Line<P::Action>,
) -> Turn<P::Action> {
    if !tree.root_node().edges().any(Edge::is_searched) {
        line.actions.clear();
    }
    let choose = |position: &P| static_turn::best_action(position, knowledge);
    static_turn::first_of(tree.position.clone(), &mut line.actions, choose)
}

/// The visited actions of a node with their visits.
pub(super) fn visits<A: Copy>(node: &Node<A>) -> Vec<(A, u32)> {
    let visits = node.children().map(|(action, edge)| (action, edge.visits()));
    visits.filter(|&(_, visits)| visits > 0).collect()
}

/// Visits and mean value of the two most visited actions of the root that are not proved losses.
pub(super) fn two_most_visited<A>(root: &Node<A>) -> [(u32, u32); 2] {
    let mut best = [(0, 0); 2];
    for edge in root.edges() {
        let this = (edge.visits(), edge.value());
        if edge.bounds().verdict() == Some(Verdict::Loss) || this <= best[1] {
            continue;
        }
        best[1] = this;
        if best[1] > best[0] {
            best.swap(0, 1);
        }
    }
    best
}

/// Whether the principal variation ends in a repetition or a proved result, so that it cannot become longer.
pub(super) fn is_terminal<A: Copy>(root: Edge<'_, A>) -> bool {
    let last = extend(root, &mut Vec::new());
    last.repetition().is_some() || last.bounds().verdict().is_some()
}

#[cfg(test)]
mod tests {
    use abstract_game::{Player, Verdict};

    use super::ranking;
    use crate::mcts::bounds::{Bounds, WIN_VALUE};
    use crate::mcts::memory::MemoryBudget;
    use crate::mcts::node::Node;

    #[test]
    fn the_best_action_has_the_greatest_lower_bound_of_those_with_enough_visits() {
        // The visits and values of actions, and the order.
        for (actions, order) in [
            (&[(1_000, 0.5), (400, 0.6), (99, 0.9), (98, 1.0)][..], &[1, 0, 2, 3][..]),
            (&[(1_000, 0.5), (400, 0.505), (100, 0.9)], &[2, 0, 1]),
            (&[(0, 0.0), (1, 0.2), (4, 0.1)], &[2, 1, 0]),
            (&[(1, 0.0), (1, 0.1)], &[1, 0]),
        ] {
            let numbers: Vec<_> = (0..actions.len()).collect();
            let node = Node::new(Player::P1, &numbers, &vec![0.1; actions.len()]);
            let memory = MemoryBudget::new(1);
            for (number, &(visits, value)) in actions.iter().enumerate() {
                let edge = node.visit(number, &memory).expect("enough memory");
                edge.open(true, Bounds::UNKNOWN, None);
                (0..visits).for_each(|_| edge.back_up((value * f64::from(WIN_VALUE)) as u32, 0, 0));
            }
            let ranked = || ranking(&node).into_iter().map(|(action, _)| action).collect::<Vec<_>>();
            assert_eq!(ranked(), order, "{actions:?}");
            // Proofs decide before values.
            node.edge(actions.len() - 1).tighten(Bounds::proved(Verdict::Win, 3));
            assert_eq!(ranked()[0], actions.len() - 1);
        }
    }

    #[test]
    fn a_ranking_is_made_while_another_thread_changes_the_edges() {
        const ACTIONS: usize = 60;
        let actions: Vec<_> = (0..ACTIONS).collect();
        let node = Node::new(Player::P1, &actions, &[0.1; ACTIONS]);
        let memory = MemoryBudget::new(1_000);
        for &number in &actions {
            node.visit(number, &memory).expect("enough memory").open(true, Bounds::UNKNOWN, None);
        }
        std::thread::scope(|scope| {
            let playouts = scope.spawn(|| {
                for round in 0..1_000_000 {
                    node.edge(round * 7 % ACTIONS).add_virtual_loss(1);
                }
            });
            while !playouts.is_finished() {
                assert_eq!(ranking(&node).len(), ACTIONS);
            }
        });
    }
}
