//! Move ordering and priors.

use abstract_game::Position as _;
use games::nika_core::{Action, BOARD, Position};
use search::Knowledge;

use super::NikaKnowledge;
use super::distance::to_victory;

const URGENT: i32 = NikaKnowledge::URGENT;
/// Per step towards the victory area.
const STEP: i32 = 40;
/// An addition per step that grows near the victory area.
const NEAR: i32 = 25;
/// Per opposing piece ahead, which is routed or pushed.
const CONTACT: i32 = 260;
const RALLY: i32 = 150;
const PASS: i32 = -400;

/// Winning steps first, then contact and advance, passing last.
pub(super) fn priority(position: &Position, action: Action) -> i32 {
    let city = position.city_to_act();
    match action {
        Action::Pass => PASS,
        Action::Rally { .. } => RALLY,
        Action::Rotate { pieces, facing } => {
            // Turning towards an opponent is often good.
            let ahead = BOARD.shift(pieces.set(), facing.direction());
            if ahead.intersects(position.team(city.player().opponent())) { CONTACT / 2 } else { -100 }
        }
        Action::Move { pieces, direction } => {
            let ahead = BOARD.shift(pieces.set(), direction.direction());
            if ahead.intersects(city.victory_area()) {
                return 2 * URGENT;
            }
            let enemies = ahead & position.team(city.player().opponent());
            let gained: i32 = pieces
                .cells()
                .filter_map(|cell| Some((cell, BOARD.step(cell, direction.direction())?)))
                .map(|(from, to)| {
                    let (before, after) = (to_victory(city, from), to_victory(city, to));
                    (before - after) * (STEP + NEAR * (10 - after).max(0) / 10)
                })
                .sum();
            CONTACT * enemies.len() as i32 + gained
        }
    }
}

/// A legal action that moves a piece of the city to act into its victory area, if there is one.
pub(super) fn winning_step(position: &Position) -> Option<Action> {
    let city = position.city_to_act();
    if !BOARD.expand(city.victory_area()).intersects(position.pieces(city)) {
        return None;
    }
    position.actions().into_iter().find(|&action| {
        matches!(action, Action::Move { pieces, direction }
            if BOARD.shift(pieces.set(), direction.direction()).intersects(city.victory_area()))
    })
}

/// The prior for Monte-Carlo tree search, in natural logarithms of odds.
pub(super) fn prior(position: &Position, action: Action) -> f32 {
    let priority = priority(position, action);
    if priority >= URGENT { 10.0 } else { priority as f32 / 250.0 }
}
