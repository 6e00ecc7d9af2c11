//! A turn without a search, for where a search had no time.

use abstract_game::{Position, Turn, Verdict};

use crate::Knowledge;

/// The action that looks best at a glance: one that wins at once if there is one, none that loses at
/// once if there is another, otherwise by prior and evaluation.
pub(crate) fn action<P: Position, K: Knowledge<P>>(position: &P, knowledge: &K) -> P::Action {
    /// What a natural logarithm of odds is in centipawns.
    const CENTIPAWNS: f32 = 173.7;
    let actor = position.player_to_act();
    let mut best = None;
    for action in position.actions() {
        let after = position.after(action);
        let looks = match after.end().map(|end| end.verdict(actor)) {
            Some(Verdict::Win) => return action,
            Some(Verdict::Draw) => 0.0,
            Some(Verdict::Loss) => f32::MIN,
            None => {
                let worth = knowledge.evaluate(&after) as f32;
                let worth = if after.player_to_act() == actor { worth } else { -worth };
                worth + knowledge.prior(position, action) * CENTIPAWNS
            }
        };
        if best.is_none_or(|(_, most)| looks > most) {
            best = Some((action, looks));
        }
    }
    best.expect("an unfinished position has an action").0
}

/// Adds actions to an unfinished turn until it ends. `position` is the one after those it has.
pub(crate) fn finish<P: Position, K: Knowledge<P>>(
    mut position: P,
    knowledge: &K,
    turn: &mut Turn<P::Action>,
) {
    while turn.is_empty() || !position.at_turn_start() {
        let action = action(&position, knowledge);
        position.play_unchecked(action);
        turn.push(action);
    }
}
