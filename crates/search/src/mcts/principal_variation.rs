//! Reads results from the tree: the ranking of a node's children and the principal variations.

use abstract_game::{Position, Turn, Verdict};

use super::node::{Node, WIN_VALUE};
use super::tree::Tree;
use crate::{Knowledge, Score, static_turn};

/// A node's children, the best first: proved wins (the nearest first), then by visits, then proved losses
/// (the farthest first). A proved draw ranks before unvisited children and those with a value of at most a
/// draw.
pub(super) fn ranking<A>(node: &Node<A>) -> Vec<&Node<A>> {
    let mut wins = Vec::new();
    let mut draws = Vec::new();
    let mut unproved = Vec::new();
    let mut losses = Vec::new();
    for child in node.children.get().into_iter().flat_map(|children| children.iter()) {
        match child.bounds().verdict() {
            Some(Verdict::Win) => wins.push(child),
            Some(Verdict::Draw) => draws.push(child),
            Some(Verdict::Loss) => losses.push(child),
            None => unproved.push(child),
        }
    }
    // Stable sorts: equal children stay in the order of generation.
    wins.sort_by_key(|child| child.bounds_from_parent().turns());
    losses.sort_by_key(|child| std::cmp::Reverse(child.bounds_from_parent().turns()));
    unproved.sort_by_key(|child| std::cmp::Reverse((child.visits(), value(child))));
    let at_most_draw = unproved.iter().position(|child| child.visits() == 0 || value(child) <= WIN_VALUE / 2);
    let split = if draws.is_empty() { unproved.len() } else { at_most_draw.unwrap_or(unproved.len()) };
    let worse = unproved.split_off(split);
    wins.into_iter().chain(unproved).chain(draws).chain(worse).chain(losses).collect()
}

fn value<A>(node: &Node<A>) -> u32 {
    node.bounds().clamp(node.mean())
}

/// The score of a child for its parent's player to act.
fn score<A>(child: &Node<A>) -> Score {
    let bounds = child.bounds_from_parent();
    match bounds.verdict() {
        Some(Verdict::Win) => Score::win_in(bounds.turns()),
        Some(Verdict::Loss) => Score::loss_in(bounds.turns()),
        Some(Verdict::Draw) => Score::DRAW,
        None => Score::from_expectation(f64::from(value(child)) / f64::from(WIN_VALUE)),
    }
}

/// A principal variation with its score for the player to act at the root.
pub(super) struct Line<A> {
    pub(super) score: Score,
    pub(super) actions: Vec<A>,
    /// The visits of its first action.
    pub(super) visits: u32,
}

/// Whether the node was visited or proved.
fn is_searched<A>(node: &Node<A>) -> bool {
    node.visits() > 0 || node.bounds().verdict().is_some()
}

/// The best lines of an expanded root, the best first: at most `max`, at least one.
pub(super) fn lines<A: Copy>(root: &Node<A>, max: usize) -> Vec<Line<A>> {
    let line = |child: &Node<A>| {
        let mut actions = vec![child.action];
        extend(child, &mut actions);
        Line { score: score(child), actions, visits: child.visits() }
    };
    let ranked = ranking(root);
    let searched = ranked.iter().filter(|child| is_searched(child)).count();
    ranked.into_iter().take(max.min(searched).max(1)).map(line).collect()
}

/// Appends the principal variation below a node.
fn extend<A: Copy>(mut node: &Node<A>, actions: &mut Vec<A>) {
    while let Some(child) = ranking(node).first().copied().filter(|child| is_searched(child)) {
        actions.push(child.action);
        node = child;
    }
}

/// Extends the best line to a complete turn and returns that turn: from the tree, then by
/// static evaluation.
pub(super) fn complete_turn<P: Position, K: Knowledge<P>>(
    tree: &Tree<P>,
    knowledge: &K,
    line: &mut Line<P::Action>,
) -> Turn<P::Action> {
    let mut turn = Turn::new();
    let mut position = tree.position.clone();
    let any_searched = tree.root.children.get().is_some_and(|children| children.iter().any(is_searched));
    let from_tree = if any_searched { line.actions.len() } else { 0 };
    for &action in &line.actions[..from_tree] {
        position.play_unchecked(action);
        turn.push(action);
        if position.at_turn_start() {
            return turn;
        }
    }
    static_turn::complete(position, knowledge, &mut turn);
    line.actions = turn.to_vec();
    turn
}

/// Visits and mean value of the two most visited children of the root that are not proved losses.
pub(super) fn two_most_visited<A>(root: &Node<A>) -> [(u32, u32); 2] {
    let mut best = [(0, 0); 2];
    for child in root.children.get().into_iter().flat_map(|children| children.iter()) {
        let this = (child.visits(), value(child));
        if child.bounds().verdict() == Some(Verdict::Loss) || this <= best[1] {
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
pub(super) fn is_terminal<A>(root: &Node<A>) -> bool {
    let mut node = root;
    while let Some(child) = ranking(node).first().copied().filter(|child| is_searched(child)) {
        node = child;
    }
    node.repetition().is_some() || node.bounds().verdict().is_some()
}
