//! The root node: its actions with their scores and principal variations.

use abstract_game::{Action as _, Position, Turn};

use super::pruning::Window;
use super::search::Line;
use super::stack::{Node, Ply};
use super::thread::SearchThread;
use crate::{MoveOrdering, Score, StaticResult, URGENT, static_turn};

/// An action of the root.
#[derive(Clone)]
pub(super) struct RootAction<A> {
    pub(super) action: A,
    is_urgent: bool,
    /// The exact score of the last iteration that searched this action with an open window;
    /// `-Score::INFINITY` before.
    pub(super) score: Score,
    /// The least that is known to be enough for this action: its last score or upper bound. A loss is a proof, and stays.
    pub(super) at_most: Score,
    pub(super) principal_variation: Vec<A>,
    /// The nodes of the current iteration below this action.
    pub(super) nodes: u64,
}

impl<A> RootAction<A> {
    fn is_won(&self) -> bool {
        (-self.score).is_loss()
    }

    /// Makes the bound the score.
    fn take_bound(&mut self) {
        if self.at_most < Score::INFINITY && self.score != self.at_most {
            self.score = self.at_most;
            self.principal_variation.truncate(1);
        }
    }
}

/// The root with its actions, the best first.
pub(super) struct Root<P: Position, K: MoveOrdering<P>> {
    pub(super) position: P,
    analysis: K::Analysis,
    pub(super) actions: Vec<RootAction<P::Action>>,
}

impl<P: Position, K: MoveOrdering<P>> Root<P, K> {
    /// The actions but those left out, in the order of their priorities.
    pub(super) fn new(position: &P, left_out: &[P::Action], knowledge: &K) -> Self {
        let mut actions = position.actions();
        if actions.iter().any(|action| !left_out.contains(action)) {
            actions.retain(|action| !left_out.contains(action));
        }
        let mut priorities = Vec::new();
        let analysis = knowledge.analyse(position);
        knowledge.priorities(position, &analysis, &actions, &mut priorities);
        let mut order: Vec<_> = priorities.into_iter().zip(actions).collect();
        order.sort_by_cached_key(|&(priority, _)| std::cmp::Reverse(priority));
        let root_action = |(priority, action)| RootAction {
            action,
            is_urgent: priority >= URGENT,
            score: -Score::INFINITY,
            at_most: Score::INFINITY,
            principal_variation: vec![action],
            nodes: 0,
        };
        let actions = order.into_iter().map(root_action).collect();
        Root { position: position.clone(), analysis, actions }
    }

    /// Principal variation search over the actions from index `first` on. Moves the best of them to index
    /// `first` and returns its score, or `None` if the search was stopped before an action was finished.
    pub(super) fn search(
        &mut self,
        thread: &mut SearchThread<'_, P, K>,
        first: usize,
        window: Window,
    ) -> Option<Score> {
        let Window { mut alpha, beta, depth } = window;
        let mut best: Option<(usize, Score)> = None;
        let mut line = Line::new();
        thread.data.stack.forget_searched(Ply::ROOT);
        // The actions whose positions other threads are searching come again at the end.
        let mut order: Vec<_> = (first..self.actions.len()).collect();
        let count = order.len();
        let mut tried = 0;
        while let Some(&i) = order.get(tried) {
            tried += 1;
            let node = Node::root(&self.position, &self.analysis);
            let action = self.actions[i].action;
            let next = self.position.after_unchecked(action);
            if i > first && tried <= count && thread.shared.searching.contains(next.key(), depth) {
                order.push(i);
                continue;
            }
            let entry = thread.shared.searching.enter(next.key(), depth);
            let child = thread.data.stack.child(&node, action, &next);
            let nodes_before = thread.nodes();
            let open = Window { alpha, beta, depth: depth - 1 };
            let reduction = if self.actions[i].is_urgent {
                0
            } else {
                thread.parameters.root_reduction(depth, i - first)
            };
            let score = thread.search_child(&child, open, reduction, i == first, &mut line);
            drop(entry);
            thread.data.stack.add_searched(action);
            self.actions[i].nodes += thread.nodes() - nodes_before;
            if thread.control.is_stopped() {
                break;
            }
            if score < beta && (score.is_loss() || !self.actions[i].at_most.is_loss()) {
                self.actions[i].at_most = score;
            }
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((i, score));
                if score > window.alpha || i == first {
                    let entry = &mut self.actions[i];
                    entry.score = score;
                    entry.principal_variation.clear();
                    entry.principal_variation.push(entry.action);
                    entry.principal_variation.extend_from_slice(&line);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let (best, score) = best?;
        // After a fail low every score is only an upper bound, so the best action of the last iteration
        // stays first. The other actions keep their order.
        if score > window.alpha {
            self.actions[first..=best].rotate_right(1);
        }
        Some(score)
    }

    /// Puts the lines of the last complete iteration first again, the best first. What was proved since counts. Without lines
    /// nothing changes.
    pub(super) fn restore(&mut self, lines: &[RootAction<P::Action>]) {
        for (number, line) in lines.iter().enumerate() {
            let place = self.actions.iter().position(|now| now.action == line.action);
            self.actions[number..=place.expect("the actions stay the same")].rotate_right(1);
            let now = &mut self.actions[number];
            if !now.is_won() {
                *now = RootAction { at_most: now.at_most, ..line.clone() };
            }
            if now.at_most.is_loss() {
                now.take_bound();
            }
        }
        let won = self.actions.iter().position(RootAction::is_won);
        if let Some(won) = won.filter(|_| !lines.is_empty()) {
            self.actions[..=won].rotate_right(1);
        }
        self.actions[..lines.len()].sort_by_cached_key(|line| std::cmp::Reverse(line.score));
    }

    /// Where a limit has stopped an iteration after the best action was proved to lose, another action replaces it: the first
    /// that is not proved to lose, or else the one with the longest resistance.
    pub(super) fn leave_lost_action(&mut self) {
        if !self.actions[0].at_most.is_loss() {
            return;
        }
        let open = self.actions.iter().position(|action| !action.at_most.is_loss());
        // Reversed: among equals the first.
        let longest = || self.actions.iter().enumerate().rev().max_by_key(|(_, action)| action.at_most);
        let Some(number) = open.or_else(|| longest().map(|(number, _)| number)) else { return };
        self.actions[..=number].rotate_right(1);
        self.actions[0].take_bound();
    }

    /// Completes the first turn of the best principal variation and returns it. Where the variation ends within the turn, a
    /// static result, the transposition table or the static evaluation chooses the other actions.
    pub(super) fn complete_turn(&mut self, thread: &SearchThread<'_, P, K>) -> Turn<P::Action> {
        let line = &mut self.actions[0].principal_variation;
        static_turn::first_of(self.position.clone(), line, |position| next_action(position, thread))
    }
}

/// The action of a static win, otherwise the transposition table's, otherwise the one with the best static evaluation after it.
fn next_action<P: Position, K: MoveOrdering<P>>(position: &P, thread: &SearchThread<'_, P, K>) -> P::Action {
    let (knowledge, mut winning) = (thread.knowledge, Vec::new());
    let result = knowledge.static_result(position, &knowledge.analyse(position), &mut winning);
    if let (StaticResult::Win(_), Some(&action)) = (result, winning.first()) {
        return action;
    }
    let actions = position.actions();
    let table_tag = thread.shared.table.probe(position.key(), 0).and_then(|hit| hit.tag);
    let player = position.player_to_act();
    let order = |&action: &P::Action| {
        let child = position.after_unchecked(action);
        let score = match child.end() {
            Some(end) => Score::from_end(end, player, 1),
            None if child.player_to_act() == player => thread.knowledge.static_score(&child),
            None => -thread.knowledge.static_score(&child),
        };
        (table_tag == Some(action.tag()), score)
    };
    // Reversed: among equals the first generated.
    let best = actions.iter().rev().max_by_key(|action| order(action));
    *best.expect("an unfinished turn has an action")
}
