//! Move ordering and priors.

use games::nika_core::{Action, BOARD, CellSet, City, Position};
use search::Knowledge;

use super::NikaKnowledge;
use super::distance::to_victory;
use super::settings::{
    ADVANCE, CONTACT, NEAR, NEAR_STEPS, PASS, PRIOR_UNIT, RALLY, ROTATION, TURN_TO_ENEMY, WIN_PRIOR,
};

const URGENT: i32 = NikaKnowledge::URGENT;

/// Computes the priorities of the actions of one position: winning steps first, then contact and advance, passing last.
pub(super) struct Priorities {
    city: City,
    enemies: CellSet,
}

impl Priorities {
    pub(super) fn of(position: &Position) -> Priorities {
        let city = position.city_to_act();
        Priorities { city, enemies: position.team(city.player().opponent()) }
    }

    pub(super) fn priority(&self, action: Action) -> i32 {
        match action {
            Action::Pass => PASS.get(),
            Action::Rally { .. } => RALLY.get(),
            Action::Rotate { pieces, facing } => {
                let faces_enemy = |cell| {
                    BOARD.step(cell, facing.direction()).is_some_and(|ahead| self.enemies.contains(ahead))
                };
                if pieces.cells().any(faces_enemy) { TURN_TO_ENEMY.get() } else { ROTATION.get() }
            }
            Action::Move { pieces, direction } => {
                let mut gained = 0;
                for from in pieces.cells() {
                    let Some(to) = BOARD.step(from, direction.direction()) else { continue };
                    let (before, after) = (to_victory(self.city, from), to_victory(self.city, to));
                    if after == 0 {
                        return 2 * URGENT;
                    }
                    let near = NEAR.get() * (NEAR_STEPS.get() - after).max(0) / NEAR_STEPS.get();
                    gained += (before - after) * (ADVANCE.get() + near);
                    gained += CONTACT.get() * i32::from(self.enemies.contains(to));
                }
                gained
            }
        }
    }

    /// The prior for Monte-Carlo tree search, in natural logarithms of odds.
    pub(super) fn prior(&self, action: Action) -> f32 {
        let priority = self.priority(action);
        if priority >= URGENT { WIN_PRIOR.hundredths() } else { priority as f32 / PRIOR_UNIT.get() as f32 }
    }
}

/// Whether two actions of a turn have the same result in the opposite order, which comes first: the action with the higher
/// priority, among equals the lower one.
pub(super) fn is_transposed(before: &Position, first: Action, second: Action) -> bool {
    match (first, second) {
        (_, Action::Pass) => false,
        (Action::Pass, _) => true,
        _ => {
            let ordering = Priorities::of(before);
            let rank = |action| (ordering.priority(action), std::cmp::Reverse(action));
            rank(second) > rank(first) && commute(before, first, second)
        }
    }
}

/// Whether `second`, legal after `first`, is legal before it with the same result. Some pairs that do commute are missed.
fn commute(before: &Position, first: Action, second: Action) -> bool {
    let footprint = |action| match action {
        Action::Pass => Some(CellSet::EMPTY),
        Action::Rotate { pieces, .. } => Some(pieces.set()),
        Action::Rally { cell, .. } => Some(CellSet::from_iter([cell])),
        Action::Move { pieces, direction } => {
            let set = pieces.set();
            let ahead = BOARD.shift(set, direction.direction());
            let enemies = before.team(before.city_to_act().player().opponent());
            // Pushes change more cells.
            let pushes = pieces.single().is_none() && ahead.intersects(enemies);
            (!pushes).then_some(set | ahead)
        }
    };
    match (footprint(first), footprint(second)) {
        (Some(first), Some(second)) => !first.intersects(second),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Position as _;
    use games::nika_core::Nika;
    use rand::SeedableRng as _;
    use search::{Knowledge as _, Random};

    use super::is_transposed;
    use crate::games::nika::NikaKnowledge;

    /// Of two transposed actions the opposite order is legal, has the same result and is not transposed.
    #[test]
    fn transposed_actions_are_searched_in_the_other_order() {
        let mut random = Random::seed_from_u64(1);
        let mut buffer = Vec::new();
        let mut pairs = 0;
        for _ in 0..4 {
            let mut position = Nika.start();
            for number in 0..120 {
                if position.end().is_some() {
                    break;
                }
                for first in position.actions() {
                    let between = position.after(first);
                    if number % 6 != 0 || between.at_turn_start() || between.end().is_some() {
                        continue;
                    }
                    for second in between.actions() {
                        if is_transposed(&position, first, second) {
                            assert!(position.is_legal(second), "{position}: {first}, {second}");
                            let other = position.after(second);
                            assert!(other.is_legal(first), "{position}: {first}, {second}");
                            assert!(
                                other.after(first) == between.after(second),
                                "{position}: {first}, {second}"
                            );
                            assert!(
                                !is_transposed(&position, second, first),
                                "{position}: {first}, {second}"
                            );
                            pairs += 1;
                        }
                    }
                }
                let action = NikaKnowledge.playout_action(&position, &mut random, &mut buffer);
                position.play_unchecked(action);
            }
        }
        assert!(pairs > 10_000, "{pairs} pairs");
    }
}
