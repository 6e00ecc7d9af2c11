//! Static evaluation.

use games::snorkels_core::Position;
use grid_topology::Bitboard64;

use super::Analysis;
use super::parameters::SnorkelsKnowledge;
use crate::game_engine::Term;

/// The terms of the evaluation, for the colour to place.
#[inline]
pub(super) fn terms(knowledge: &SnorkelsKnowledge, position: &Position, analysis: &Analysis) -> [Term; 5] {
    let (own, enemy) =
        (position.snorkels(position.to_place()), position.snorkels(position.to_place().opponent()));
    let difference = |own: Bitboard64, enemy: Bitboard64| own.len() as i32 - enemy.len() as i32;
    let [own_reach, enemy_reach] = reach(position);
    let (own_air, enemy_air) = (position.air_of(own), position.air_of(enemy));
    // The empty cells with only snorkels of one colour, stones and the edge around them: the other colour would have
    // no air there.
    let closed = position.empty() - position.air_of(position.empty());
    let shelter = match closed.is_empty() {
        true => 0,
        false => difference(closed & (own_air - enemy_air), closed & (enemy_air - own_air)),
    };
    [
        Term { name: "reach", centipawns: knowledge.reach * difference(own_reach, enemy_reach) },
        Term { name: "air", centipawns: knowledge.air * difference(own_air, enemy_air) },
        Term { name: "shelter", centipawns: knowledge.shelter * shelter },
        Term { name: "last air", centipawns: last_air(knowledge, analysis) },
        Term { name: "tempo", centipawns: knowledge.tempo },
    ]
}

/// The empty cells that each colour reaches in fewer steps over empty cells than the other. Cells at equal distance
/// belong to neither.
#[inline]
pub(super) fn reach(position: &Position) -> [Bitboard64; 2] {
    let mut free = position.empty();
    let own = position.to_place();
    let (mut own_front, mut enemy_front) = (position.snorkels(own), position.snorkels(own.opponent()));
    let (mut own_cells, mut enemy_cells) = (Bitboard64::EMPTY, Bitboard64::EMPTY);
    loop {
        let own_next = position.air_of(own_front) & free;
        let enemy_next = position.air_of(enemy_front) & free;
        free -= own_next | enemy_next;
        own_front = own_next - enemy_next;
        enemy_front = enemy_next - own_next;
        if (own_front | enemy_front).is_empty() {
            return [own_cells, enemy_cells];
        }
        own_cells |= own_front;
        enemy_cells |= enemy_front;
    }
}

fn last_air(knowledge: &SnorkelsKnowledge, analysis: &Analysis) -> i32 {
    let &Analysis { captures, rescues, .. } = analysis;
    let capture = if captures.is_empty() { 0 } else { knowledge.can_capture };
    let fork = if rescues.is_empty() { 0 } else { knowledge.fork * (rescues.len() as i32 - 1) };
    capture - fork
}
