//! Which colour reaches a cell first.

use games::snorkels_core::Position;
use grid_topology::Bitboard64;

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
