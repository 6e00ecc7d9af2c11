//! The turn that a line begins with. Where a search was stopped too early to complete it, a one-ply look at static evaluation
//! and priors chooses the other actions.

use abstract_game::{Position, Turn, Verdict};

use crate::{MoveOrdering, SearchReport};

/// The action with the best static value for the player to act: an immediate win if there is one, an
/// immediate loss only if there is nothing else, otherwise evaluation plus prior.
pub(crate) fn best_action<P: Position, K: MoveOrdering<P>>(position: &P, knowledge: &K) -> P::Action {
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

/// The turn of the best actions by static value, as a report of depth 1.
pub(crate) fn report<P: Position, K: MoveOrdering<P>>(
    position: &P,
    knowledge: &K,
) -> SearchReport<P::Action> {
    let mut line = Vec::new();
    first_of(position.clone(), &mut line, |position| best_action(position, knowledge));
    SearchReport::new(line, knowledge.static_score(position))
}

/// The first turn of a line from a position. If the line ends within the turn, `choose` completes both.
pub(crate) fn first_of<P: Position>(
    mut position: P,
    line: &mut Vec<P::Action>,
    choose: impl Fn(&P) -> P::Action,
) -> Turn<P::Action> {
    let mut turn = Turn::new();
    while turn.is_empty() || !position.at_turn_start() {
        if turn.len() == line.len() {
            line.push(choose(&position));
        }
        let action = line[turn.len()];
        position.play_unchecked(action);
        turn.push(action);
    }
    turn
}
