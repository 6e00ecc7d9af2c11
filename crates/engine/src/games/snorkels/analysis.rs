//! What ordering, evaluation and static results need to know of a position.

use games::snorkels_core::air::{beside, beside_two, flood};
use games::snorkels_core::{Action, Colour, Outcome, Position};
use grid_topology::{Bitboard64, Cell};
use search::StaticResult;

/// The groups in danger. *Own* is the colour to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The cells that are the only air of an enemy group: placing there wins.
    pub(super) captures: Bitboard64,
    /// The cells that are the only air of an own group.
    pub(super) rescues: Bitboard64,
    /// By colour: the cells of the groups with one air, with two and with three.
    pub(super) airs: [[u64; 3]; 2],
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        let mut airs = [[0; 3]; 2];
        for colour in Colour::BOTH {
            for group in position.groups(colour) {
                let [cells] = group.words();
                add_group(&mut airs[colour.index()], cells, position);
            }
        }
        Analysis::with(position, airs)
    }

    /// The analysis of a position after an action on `before`.
    pub(super) fn after(&self, before: &Position, action: Action, position: &Position) -> Analysis {
        let mut airs = self.airs;
        if let Some(cell) = action.cell() {
            let colour = before.to_place();
            let [placed] = Bitboard64::from(cell).words();
            let [[own], [enemy]] =
                [colour, colour.opponent()].map(|colour| position.snorkels(colour).words());
            // The enemy groups next to the cell lose an air.
            let next_to = beside(placed) & enemy;
            if next_to != 0 {
                let [one, two, three] = &mut airs[colour.opponent().index()];
                let mut more = next_to & !(*one | *two | *three);
                let (to_one, to_two) = (flood(next_to & *two, *two), flood(next_to & *three, *three));
                *one |= to_one;
                *two = *two & !to_one | to_two;
                *three &= !to_two;
                while more != 0 {
                    let group = flood(more & more.wrapping_neg(), enemy);
                    more &= !group;
                    add_group(&mut airs[colour.opponent().index()], group, position);
                }
            }
            let group = flood(placed, own);
            let of_own = &mut airs[colour.index()];
            *of_own = of_own.map(|cells| cells & !group);
            add_group(of_own, group, position);
        }
        Analysis::with(position, airs)
    }

    #[inline]
    fn with(position: &Position, airs: [[u64; 3]; 2]) -> Analysis {
        let own = position.to_place();
        let last_air = |colour: Colour| position.air_of(Bitboard64::from_words([airs[colour.index()][0]]));
        Analysis { captures: last_air(own.opponent()), rescues: last_air(own), airs }
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

/// Adds a group to the groups with as many airs, if it has at most three.
#[inline]
fn add_group(by_airs: &mut [u64; 3], group: u64, position: &Position) {
    let [empty] = position.empty().words();
    let without_lowest = |set: u64| set & set.wrapping_sub(1);
    let rest = without_lowest(beside(group) & empty);
    let further = without_lowest(rest);
    if rest == 0 {
        by_airs[0] |= group;
    } else if further == 0 {
        by_airs[1] |= group;
    } else if without_lowest(further) == 0 {
        by_airs[2] |= group;
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

#[cfg(test)]
mod tests {
    use abstract_game::random::SplitMix64;
    use games::snorkels_core::Snorkels;

    use super::Analysis;

    #[test]
    fn an_analysis_after_an_action_is_that_of_the_position() {
        let mut random = SplitMix64::new(1);
        for game in 0..200 {
            let rules = Snorkels::new().with("size", 3 + game % 6).expect("a size of the game");
            let mut position = rules.start();
            let mut analysis = Analysis::of(&position);
            loop {
                let actions = position.actions();
                let action = actions[random.below(actions.len())];
                let next = position.after_unchecked(action);
                if next.end().is_some() {
                    break;
                }
                analysis = analysis.after(&position, action, &next);
                assert_eq!(analysis, Analysis::of(&next), "{position}, {action}");
                let own = next.to_place();
                assert_eq!(analysis.captures, next.last_air(own.opponent()));
                assert_eq!(analysis.rescues, next.last_air(own));
                position = next;
            }
        }
    }
}
