//! What the tests of all searches share.

use std::collections::HashMap;

use abstract_game::Position;
use search::{Score, ScoreKind};

/// The exact score by looking at everything: distances in turns, shortest wins and longest losses.
pub(crate) fn brute_force<P: Position>(position: &P) -> Score {
    worth(position, &mut HashMap::new())
}

fn worth<P: Position>(position: &P, known: &mut HashMap<P, Score>) -> Score {
    let player = position.player_to_act();
    if let Some(end) = position.end() {
        return Score::from_end(end, player, 0);
    }
    if let Some(&score) = known.get(position) {
        return score;
    }
    let mut best = -Score::INFINITY;
    for action in position.actions() {
        let child = position.after(action);
        let score = worth(&child, known);
        let score = if child.player_to_act() == player { score } else { -score };
        best = best.max(later(score, u16::from(child.at_turn_start())));
    }
    known.insert(position.clone(), best);
    best
}

/// The same result so many turns later.
fn later(score: Score, turns: u16) -> Score {
    match score.kind() {
        ScoreKind::Win(n) => Score::win_in(n + turns),
        ScoreKind::Loss(n) => Score::loss_in(n + turns),
        ScoreKind::Centipawns(_) => score,
    }
}
