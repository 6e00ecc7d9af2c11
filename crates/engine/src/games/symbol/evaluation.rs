//! Static evaluation.

use games::symbol_core::Position;

use super::analysis::{Analysis, threatens_king};
use super::parameters::SymbolKnowledge;
use crate::game_engine::Term;

/// The terms of the evaluation, for the player to act.
#[inline]
pub(super) fn terms(knowledge: &SymbolKnowledge, position: &Position, analysis: &Analysis) -> [Term; 4] {
    let player = position.player_to_act();
    let [own, enemy] = [player, player.opponent()].map(|player| analysis.sides[player.index()]);
    [
        Term { name: "material", centipawns: own.material - enemy.material },
        Term { name: "pieces near kings", centipawns: enemy.near_king - own.near_king },
        Term { name: "king in danger", centipawns: king_danger(knowledge, position, analysis) },
        Term { name: "tempo", centipawns: knowledge.tempo },
    ]
}

fn king_danger(knowledge: &SymbolKnowledge, position: &Position, analysis: &Analysis) -> i32 {
    let is_threatened = threatens_king(position, position.player_to_act().opponent());
    knowledge.can_capture_king * i32::from(analysis.can_capture_king)
        - knowledge.king_threatened * i32::from(is_threatened)
}
