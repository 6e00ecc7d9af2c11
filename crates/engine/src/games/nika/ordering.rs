//! Move ordering and priors.

use games::nika_core::{Action, BOARD, CellSet, Position};
use search::MoveOrdering;

use super::analysis::Analysis;
use super::parameters::NikaKnowledge;
use super::policy::Policy;

impl MoveOrdering<Position> for NikaKnowledge {
    const HAS_URGENT: bool = false;

    fn priorities(&self, position: &Position, _: &Analysis, actions: &[Action], priorities: &mut Vec<i32>) {
        let first = priorities.len();
        Policy::of(position).extend(actions, priorities);
        priorities[first..].iter_mut().for_each(|priority| *priority *= self.order_policy);
    }

    /// The logarithms of the odds by the policy.
    fn priors(&self, position: &Position, _: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        let mut scores = Vec::with_capacity(actions.len());
        Policy::of(position).extend(actions, &mut scores);
        priors.extend(scores.into_iter().map(|score| score as f32 / 1_000.0));
    }

    /// Some pairs that do commute are missed.
    fn commute(&self, before: &Position, first: Action, second: Action) -> bool {
        let footprints = [first, second].map(|action| footprint(before, action));
        matches!(footprints, [Some(first), Some(second)] if !first.intersects(second))
    }

    fn is_superfluous(&self, before: &Position, first: Action, second: Action) -> bool {
        is_undone(before, first, second)
    }
}

/// The cells that an action changes or depends on; `None` if they are not known, because it may push.
fn footprint(before: &Position, action: Action) -> Option<CellSet> {
    match action {
        Action::Pass => Some(CellSet::EMPTY),
        Action::Rotate { pieces, .. } => Some(pieces.set()),
        Action::Rally { cell, .. } => Some(CellSet::from_iter([cell])),
        Action::Move { pieces, direction } => {
            let from = pieces.set();
            let to = BOARD.shift(from, direction.direction());
            let enemies = before.team(before.city_to_act().player().opponent());
            (!to.intersects(enemies) || pieces.single().is_some()).then_some(from | to)
        }
    }
}

/// Whether `second` undoes `first`, so that the turn only waits. Two passes wait, too, and lead to the same game: this one is
/// drawn by passes only if all players go on to pass. After two turns of passes the next player could end the game.
fn is_undone(before: &Position, first: Action, second: Action) -> bool {
    let can_undo = match (first, second) {
        (Action::Rotate { pieces, .. }, Action::Rotate { pieces: again, .. }) => pieces.set() == again.set(),
        (Action::Move { direction, .. }, Action::Move { pieces, direction: back }) => {
            back == direction.opposite() && pieces.single().is_some()
        }
        _ => false,
    };
    can_undo
        && before.passed_turns() <= 1
        && before.after_unchecked(first).after_unchecked(second).has_board_of(before)
}

#[cfg(test)]
mod tests {
    use games::nika_core::{Action, Nika};
    use search::{MoveOrdering as _, Playouts as _, Random};

    use super::is_undone;
    use crate::games::nika::NikaKnowledge;
    use crate::games::tests::assert_commute;

    #[test]
    fn actions_commute_only_with_the_same_result() {
        let mut random = Random::new(1);
        let mut buffer = Vec::new();
        let mut pairs = 0;
        for _ in 0..4 {
            let mut position = Nika.start();
            for number in 0..120 {
                if position.end().is_some() {
                    break;
                }
                for first in position.actions() {
                    let between = position.after_unchecked(first);
                    if number % 6 != 0 || between.at_turn_start() || between.end().is_some() {
                        continue;
                    }
                    for second in between.actions() {
                        if NikaKnowledge::default().commute(&position, first, second) {
                            assert_commute(&position, first, second);
                            pairs += 1;
                        }
                    }
                }
                let action = NikaKnowledge::default().playout_action(&position, &mut random, &mut buffer);
                position.play_unchecked(action);
            }
        }
        assert!(pairs > 10_000, "{pairs} pairs");
    }

    /// Exactly the turns of two actions that restore the board, two passes apart.
    #[test]
    fn actions_that_undo_the_first_are_left_out() {
        let mut random = Random::new(2);
        let mut buffer = Vec::new();
        let mut pairs = 0;
        let mut position = Nika.start();
        for number in 0..200 {
            let firsts = if number % 10 == 0 { position.actions() } else { Vec::new() };
            for first in firsts {
                let between = position.after_unchecked(first);
                if between.at_turn_start() {
                    continue;
                }
                for second in between.actions() {
                    let after = between.after_unchecked(second);
                    let restored =
                        first != Action::Pass && after.has_board_of(&position) && after.end().is_none();
                    assert_eq!(is_undone(&position, first, second), restored, "{position}: {first},{second}");
                    assert!(!restored || NikaKnowledge::default().is_superfluous(&position, first, second));
                    pairs += u32::from(restored);
                }
            }
            if position.end().is_some() {
                position = Nika.start();
            }
            let action = NikaKnowledge::default().playout_action(&position, &mut random, &mut buffer);
            position.play_unchecked(action);
        }
        assert!(pairs > 100, "{pairs} pairs");
        // The next player could end the game by passes.
        let texts = ["j4wj5wj6wk4nk5nl4e/-/-/- A 2 1", "j4wj5wj6wk4nk5nl4e/-/-/- A 2 2"];
        let undone = texts.map(|text| {
            let position = Nika.read_position(text).expect("a position");
            let first = position.read_action("j4@n").expect("an action");
            let second = position.after_unchecked(first).read_action("j4@w").expect("an action");
            is_undone(&position, first, second)
        });
        assert_eq!(undone, [true, false]);
    }
}
