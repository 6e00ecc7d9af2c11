//! All legal actions.

use alloc::vec::Vec;

use grid_topology::Cell;

use crate::army::{Army, Obstructed, is_open};
use crate::selection::connected_subsets;
use crate::{Action, Facing, PIECES, Pieces, Position};

/// One or more legal actions.
enum Choice {
    Pass,
    /// Rotations to each of the three other facings and moves in some directions. Pieces are a mask of their indices in the
    /// army, directions one of [`Facing::index`].
    Pieces {
        mask: u8,
        directions: u8,
    },
    /// Rallies with each of the four facings.
    Rallies(Cell),
}

/// By [`Facing::index`]: the other facings.
static OTHERS: [[Facing; 3]; 4] = {
    use Facing::{East, North, South, West};
    [[East, South, West], [North, South, West], [North, East, West], [North, East, South]]
};

impl Position {
    /// Calls `found` for the pass, then for each set of pieces, then for the cells of the rallies.
    #[inline]
    fn each_choice(&self, army: &Army, mut found: impl FnMut(Choice)) {
        if self.is_over() {
            return;
        }
        found(Choice::Pass);
        let city = self.city_to_act();
        let open_ahead = self.open_ahead(city);
        let obstructed = Obstructed::of(self, army, city, army.all(), &open_ahead);
        connected_subsets(&army.next_to, army.count, |mask| {
            let lowest = mask.trailing_zeros() as usize % PIECES;
            let mut directions = 0;
            if mask.is_power_of_two() {
                for direction in Facing::ALL {
                    let open = is_open(&open_ahead, army.cells[lowest], direction);
                    directions |= u8::from(open) << direction.index();
                }
            } else if obstructed.obstacle(army, mask).is_none() {
                directions = 1 << army.facings[lowest].index();
            }
            found(Choice::Pieces { mask, directions });
        });
        self.rally_cells(city).into_iter().for_each(|cell| found(Choice::Rallies(cell)));
    }
}

/// Appends the pass, then for each set of pieces its rotations and its moves clockwise from north, then the rallies.
pub(crate) fn actions_into(position: &Position, actions: &mut Vec<Action>) {
    let army = Army::of(position, position.city_to_act());
    actions.reserve(TYPICAL);
    position.each_choice(&army, |choice| match choice {
        Choice::Pass => actions.push(Action::Pass),
        Choice::Pieces { mask, directions } => {
            let pieces = Pieces::chosen(&army.cells, mask);
            let held = army.facings[mask.trailing_zeros() as usize % PIECES];
            actions.extend(OTHERS[held.index()].map(|facing| Action::Rotate { pieces, facing }));
            for direction in Facing::ALL {
                if directions >> direction.index() & 1 == 1 {
                    actions.push(Action::Move { pieces, direction });
                }
            }
        }
        Choice::Rallies(cell) => {
            actions.extend(Facing::ALL.map(|facing| Action::Rally { cell, facing }));
        }
    });
}

pub(crate) fn count_actions(position: &Position) -> usize {
    let mut count = 0;
    position.each_choice(&Army::of(position, position.city_to_act()), |choice| {
        count += match choice {
            Choice::Pass => 1,
            Choice::Pieces { directions, .. } => 3 + directions.count_ones() as usize,
            Choice::Rallies(_) => 4,
        };
    });
    count
}

/// Few positions have more actions.
const TYPICAL: usize = 96;
