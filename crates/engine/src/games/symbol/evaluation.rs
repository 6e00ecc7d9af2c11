//! Static evaluation.

use games::symbol_core::Position;

use super::analysis::{Analysis, threatens_king};
use super::parameters::SymbolParameters;

/// The names of the terms of the evaluation.
pub(super) const TERMS: [&str; 4] = ["material", "pieces near kings", "king in danger", "tempo"];

/// The terms of the evaluation in the order of [`TERMS`], for the player to act.
#[inline]
pub(super) fn terms(parameters: &SymbolParameters, position: &Position, analysis: &Analysis) -> [i32; 4] {
    let player = position.player_to_act();
    let [own, enemy] = [player, player.opponent()].map(|player| analysis.sides[player.index()]);
    [
        own.material - enemy.material,
        enemy.near_king - own.near_king,
        king_danger(parameters, position, analysis),
        parameters.tempo,
    ]
}

fn king_danger(parameters: &SymbolParameters, position: &Position, analysis: &Analysis) -> i32 {
    let is_threatened = threatens_king(position, position.player_to_act().opponent());
    parameters.can_capture_king * i32::from(analysis.can_capture_king)
        - parameters.king_threatened * i32::from(is_threatened)
}
