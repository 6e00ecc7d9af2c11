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
