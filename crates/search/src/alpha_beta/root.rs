//! The actions of the root, each with what is known of it.

use abstract_game::{Position, Turn};

use super::search::{Line, Ply, SearchThread};
use crate::{Knowledge, Score};

/// An action of the root.
pub(super) struct RootAction<A> {
    pub(super) action: A,
    /// The worth found in the latest round in which this action was searched exactly.
    pub(super) score: Score,
    pub(super) line: Vec<A>,
}

/// All of them, the best first.
pub(super) struct Root<P: Position> {
    pub(super) position: P,
    pub(super) actions: Vec<RootAction<P::Action>>,
}

impl<P: Position> Root<P> {
    /// In the order of priority, which is all that is known before the first round.
    pub(super) fn new<K: Knowledge<P>>(position: &P, knowledge: &K) -> Self {
        let mut actions: Vec<_> = position
            .actions()
            .into_iter()
            .map(|action| RootAction { action, score: -Score::INFINITY, line: vec![action] })
            .collect();
        actions.sort_by_key(|a| std::cmp::Reverse(knowledge.priority(position, a.action)));
        Root { position: position.clone(), actions }
    }

    /// Searches the actions from number `first` on within a window and puts the best of them there.
    /// Returns its score, or `None` when the control stopped before any action was searched.
    pub(super) fn search<K: Knowledge<P>>(
        &mut self,
        thread: &mut SearchThread<'_, P, K>,
        first: usize,
        window: (Score, Score),
        depth: u32,
    ) -> Option<Score> {
        let (mut alpha, beta) = window;
        let mut best: Option<(usize, Score)> = None;
        let mut line = Line::new();
        for i in first..self.actions.len() {
            let child = self.position.after(self.actions[i].action);
            let mut search =
                |window| thread.search_for(&self.position, &child, window, depth - 1, Ply::ROOT, &mut line);
            let mut score = search(if i == first { (alpha, beta) } else { (alpha, alpha.offset(1)) });
            if i != first && score > alpha && score < beta {
                score = search((alpha, beta));
            }
            if thread.control.is_stopped() {
                break;
            }
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((i, score));
                if score > window.0 || i == first {
                    let entry = &mut self.actions[i];
                    entry.score = score;
                    entry.line.clear();
                    entry.line.push(entry.action);
                    entry.line.extend_from_slice(&line);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let (best, score) = best?;
        // The others keep their order. Below the window nothing is known but that all are worse than
        // expected, so the best of the round before stays in front.
        if score > window.0 {
            self.actions[first..=best].rotate_right(1);
        }
        Some(score)
    }

    /// The whole turn that begins with the best line. Where the line ends within the turn, the table's
    /// action or the one that looks best at once goes on.
    pub(super) fn turn<K: Knowledge<P>>(&self, thread: &SearchThread<'_, P, K>) -> Turn<P::Action> {
        let mut turn = Turn::new();
        let mut position = self.position.clone();
        let mut line = self.actions[0].line.iter().copied();
        loop {
            let action = line.next().unwrap_or_else(|| next_action(&position, thread));
            position.play_unchecked(action);
            turn.push(action);
            if position.at_turn_start() {
                return turn;
            }
        }
    }
}

fn next_action<P: Position, K: Knowledge<P>>(position: &P, thread: &SearchThread<'_, P, K>) -> P::Action {
    use abstract_game::Action;
    let actions = position.actions();
    let known = thread.table.probe(position.key(), 0).and_then(|hit| hit.tag);
    let player = position.player_to_act();
    let worth = |&action: &P::Action| {
        let child = position.after(action);
        let score = match child.end() {
            Some(end) => Score::from_end(end, player, 1),
            None if child.player_to_act() == player => Score::centipawns(thread.knowledge.evaluate(&child)),
            None => -Score::centipawns(thread.knowledge.evaluate(&child)),
        };
        (known == Some(action.tag()), score)
    };
    // The first of the best.
    let best = actions.iter().rev().max_by_key(|action| worth(action));
    *best.expect("a turn that is not finished has an action")
}
