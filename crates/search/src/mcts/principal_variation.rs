//! Reading the tree: which action is best, which line is expected.

use abstract_game::{Position, Turn, Verdict};

use super::node::{Node, WIN_VALUE};
use super::tree::Tree;
use crate::static_turn;
use crate::{Knowledge, Score};

/// A node's children, the best first: proved wins (the nearest first), then by visits, proved losses
/// last (the farthest first). A proved draw stands before what looks like less than a draw. Children
/// that nobody looked at are left out, unless all are such.
pub(super) fn ranking<A>(node: &Node<A>) -> Vec<&Node<A>> {
    let mut wins = Vec::new();
    let mut draws = Vec::new();
    let mut open = Vec::new();
    let mut losses = Vec::new();
    for child in node.children.get().into_iter().flat_map(|children| children.iter()) {
        match child.bounds().verdict() {
            Some(Verdict::Win) => wins.push(child),
            Some(Verdict::Draw) => draws.push(child),
            Some(Verdict::Loss) => losses.push(child),
            None => open.push(child),
        }
    }
    // All these sorts are stable: the order of generation decides between equals.
    wins.sort_by_key(|child| child.bounds_from_parent().turns());
    losses.sort_by_key(|child| std::cmp::Reverse(child.bounds_from_parent().turns()));
    open.sort_by_key(|child| std::cmp::Reverse((child.visits(), value(child))));
    let less_than_draw = open.iter().position(|child| child.visits() == 0 || value(child) <= WIN_VALUE / 2);
    let place = if draws.is_empty() { open.len() } else { less_than_draw.unwrap_or(open.len()) };
    let worse = open.split_off(place);
    wins.into_iter().chain(open).chain(draws).chain(worse).chain(losses).collect()
}

fn value<A>(node: &Node<A>) -> u32 {
    node.bounds().clamp(node.mean())
}

/// The score of a child for its parent_player.
fn score<A>(child: &Node<A>) -> Score {
    let bounds = child.bounds_from_parent();
    match bounds.verdict() {
        Some(Verdict::Win) => Score::win_in(bounds.turns()),
        Some(Verdict::Loss) => Score::loss_in(bounds.turns()),
        Some(Verdict::Draw) => Score::DRAW,
        None => Score::from_expectation(f64::from(value(child)) / f64::from(WIN_VALUE)),
    }
}

/// A line of thought: its score for the player to act at the root, and its actions.
pub(super) struct Line<A> {
    pub(super) score: Score,
    pub(super) actions: Vec<A>,
    /// How often its first action was visited.
    pub(super) visits: u32,
}

/// Whether anything is known of a node beside its place.
fn is_known<A>(node: &Node<A>) -> bool {
    node.visits() > 0 || node.bounds().verdict().is_some()
}

/// The best lines, as many as asked for, at lower one as soon as the root has children.
pub(super) fn lines<A: Copy>(root: &Node<A>, most: usize) -> Vec<Line<A>> {
    let line = |child: &Node<A>| {
        let mut actions = vec![child.action];
        follow(child, &mut actions);
        Line { score: score(child), actions, visits: child.visits() }
    };
    let ranked = ranking(root);
    let known = ranked.iter().filter(|child| is_known(child)).count();
    ranked.into_iter().take(most.min(known).max(1)).map(line).collect()
}

/// Appends the line expected below a node.
fn follow<A: Copy>(mut node: &Node<A>, actions: &mut Vec<A>) {
    while let Some(child) = ranking(node).first().copied().filter(|child| is_known(child)) {
        actions.push(child.action);
        node = child;
    }
}

/// Makes the best line begin with a whole turn, and returns that turn: the tree's as far as it goes,
/// then a guess.
pub(super) fn complete<P: Position, K: Knowledge<P>>(
    tree: &Tree<P>,
    knowledge: &K,
    line: &mut Line<P::Action>,
) -> Turn<P::Action> {
    let mut turn = Turn::new();
    let mut position = tree.position.clone();
    let anything_known = tree.root.children.get().is_some_and(|children| children.iter().any(is_known));
    let from_tree = if anything_known { line.actions.len() } else { 0 };
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

/// The number of visits and the mean value of the two best of the root's open children.
pub(super) fn rivals<A>(root: &Node<A>) -> [(u32, u32); 2] {
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

/// Whether the line through the best actions has ended where no search can prolong it.
pub(super) fn is_at_an_end<A>(root: &Node<A>) -> bool {
    let mut node = root;
    while let Some(child) = ranking(node).first().copied().filter(|child| is_known(child)) {
        node = child;
    }
    node.repetition().is_some() || node.bounds().verdict().is_some()
}
