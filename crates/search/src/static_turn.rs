//! Choosing actions without a search: a one-ply look at static evaluation and priors. Completes a turn
//! where a search was stopped too early to complete it.

use abstract_game::{Position, Turn, Verdict};

use crate::MoveOrdering;

/// The action with the best static value for the player to act: an immediate win if there is one, an
/// immediate loss only if there is nothing else, otherwise evaluation plus prior.
fn best_action<P: Position, K: MoveOrdering<P>>(position: &P, knowledge: &K) -> P::Action {
    /// Centipawns per natural logarithm of odds.
    const CENTIPAWNS: f32 = 173.7;
    let player = position.player_to_act();
    let actions = position.actions();
    let mut priors = Vec::new();
    knowledge.priors(position, &knowledge.analyse(position), &actions, &mut priors);
    let mut best = None;
    for (&action, prior) in actions.iter().zip(priors) {
        let child = position.after_unchecked(action);
        let value = match child.end().map(|end| end.verdict(player)) {
            Some(Verdict::Win) => return action,
            Some(Verdict::Draw) => 0.0,
            Some(Verdict::Loss) => f32::MIN,
            None => {
                let value = knowledge.evaluate(&child, &knowledge.analyse(&child)) as f32;
                let value = if child.player_to_act() == player { value } else { -value };
                value + prior * CENTIPAWNS
            }
        };
        if best.is_none_or(|(_, best_value)| value > best_value) {
            best = Some((action, value));
        }
    }
    best.expect("an unfinished position has an action").0
}

/// Appends statically best actions to an unfinished turn until the turn ends. `position` is the position
/// after the actions that `turn` already has.
pub(crate) fn complete<P: Position, K: MoveOrdering<P>>(
    mut position: P,
    knowledge: &K,
    turn: &mut Turn<P::Action>,
) {
    while turn.is_empty() || !position.at_turn_start() {
        let action = best_action(&position, knowledge);
        position.play_unchecked(action);
        turn.push(action);
    }
}
