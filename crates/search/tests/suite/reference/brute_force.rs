//! Minimax without pruning.

use std::collections::HashMap;

use abstract_game::Position;
use search::Score;

/// The exact score by full minimax: distances in turns, shortest wins and longest losses.
pub(crate) fn brute_force<P: Position>(position: &P) -> Score {
    value(position, &mut HashMap::new())
}

fn value<P: Position>(position: &P, known: &mut HashMap<P, Score>) -> Score {
    let player = position.player_to_act();
    if let Some(end) = position.end() {
        return Score::from_end(end, player, 0);
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for action in position.actions() {
        let child = position.after_unchecked(action);
        let score = value(&child, known);
        let score = if child.player_to_act() == player { score } else { -score };
        best = best.max(score.earlier(u16::from(child.at_turn_start())));
    }
    known.insert(position.clone(), best);
    best
}
