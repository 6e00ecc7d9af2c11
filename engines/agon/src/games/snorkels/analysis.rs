//! What ordering, evaluation and static results need to know of a position.

use games::snorkels_core::air::beside_two;
use games::snorkels_core::{Action, Outcome, Position};
use grid_topology::{Bitboard64, Cell};
use search::StaticResult;

/// The groups in danger. *Own* is the colour to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The cells that are the only air of an enemy group: placing there wins.
    pub(super) captures: Bitboard64,
    /// The cells that are the only air of an own group.
    pub(super) rescues: Bitboard64,
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        let own = position.to_place();
        Analysis { captures: position.last_air(own.opponent()), rescues: position.last_air(own) }
    }

    /// The result that the last airs imply.
    pub(super) fn static_result(&self, position: &Position, actions: &mut Vec<Action>) -> StaticResult {
        if let Some(cell) = self.captures.first() {
            actions.push(Action::place(cell));
            return StaticResult::Win(1);
        }
        if position.can_swap() {
            return StaticResult::Open;
        }
        // No placement takes an enemy's last air. An own group with one air is lost unless the placement is there, and
        // with two such cells one is lost. A placement after which the group on the cell has one air loses too.
        let safe = if self.rescues.is_empty() {
            if has_open_cell(position) {
                return StaticResult::Open;
            }
            safe_cells(position, position.empty())
        } else if self.rescues.len() == 1 {
            safe_cells(position, self.rescues)
        } else {
            Bitboard64::EMPTY
        };
        actions.extend(safe.into_iter().map(Action::place));
        match safe.is_empty() {
            false => StaticResult::Only,
            true if can_continue(position) => StaticResult::Loss(2),
            true => StaticResult::Loss(1),
        }
    }
}

/// Whether an empty cell has two empty neighbours: a placement there leaves its group two airs.
fn has_open_cell(position: &Position) -> bool {
    let [empty] = position.empty().words();
    empty & beside_two(empty) != 0
}

/// The cells of `cells` on which a placement leaves its group at least two airs.
fn safe_cells(position: &Position, cells: Bitboard64) -> Bitboard64 {
    let own = position.snorkels(position.to_place());
    let air = |cell: Cell| {
        let group = position.topology().flood(cell.into(), own.with(cell));
        position.air_of(group).without(cell)
    };
    cells.into_iter().filter(|&cell| air(cell).len() >= 2).collect()
}

/// Whether a placement does not end the game. No placement captures.
fn can_continue(position: &Position) -> bool {
    let empty = position.empty();
    !position.air_of(empty).is_empty()
        || empty.into_iter().any(|cell| position.outcome_of(cell) == Outcome::Continue)
}
