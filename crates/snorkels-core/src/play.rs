//! Playing an action.

use crate::{Action, Pie, Position, zobrist};

/// Plays an action without checking it.
#[inline]
pub(crate) fn play_unchecked(position: &mut Position, action: Action) {
    let before = position.pie;
    match action.cell() {
        Some(cell) => {
            position.outcome = position.outcome_of(cell);
            position.snorkels[position.to_place.index()].insert(cell);
            position.empty.remove(cell);
            position.key ^= zobrist::placement(position.to_place, cell.index());
            position.to_place = position.to_place.opponent();
            let offers = before == Pie::Armed && !position.outcome.ends();
            position.pie = if offers { Pie::Offered } else { Pie::Off };
        }
        None => {
            position.purple_owner = position.purple_owner.opponent();
            position.key ^= zobrist::OWNERS;
            position.pie = Pie::Off;
        }
    }
    if before != position.pie {
        position.key ^= zobrist::pie(before) ^ zobrist::pie(position.pie);
    }
}
