//! All legal actions.

use alloc::vec::Vec;

use grid_topology::Cell;

use crate::army::{Army, Obstructed};
use crate::selection::connected_subsets;
use crate::{Action, Facing, PIECES, Pieces, Position};

/// One or more legal actions. Pieces are a mask of their indices in the army.
#[derive(Clone, Copy)]
enum Choice {
    Pass,
    /// To each of the three other facings.
    Rotations(u8),
    Move(u8, Facing),
    Rally(Cell, Facing),
}

impl Position {
    /// Calls `found` for the pass, then for each set of pieces its rotations and its moves clockwise from north, then for
    /// the rallies.
    #[inline]
    fn each_choice(&self, army: &Army, mut found: impl FnMut(Choice)) {
        if self.is_over() {
            return;
        }
        found(Choice::Pass);
        let city = self.city_to_act();
        let obstructed = Obstructed::of(self, army, city, army.all());
        connected_subsets(&army.next_to, army.count, |mask| {
            let lowest = mask.trailing_zeros() as usize % PIECES;
            found(Choice::Rotations(mask));
            if mask.is_power_of_two() {
                for direction in Facing::ALL {
                    if self.ahead(city, army.cells[lowest], direction).is_open() {
                        found(Choice::Move(mask, direction));
                    }
                }
            } else if obstructed.obstacle(army, mask).is_none() {
                found(Choice::Move(mask, army.facings[lowest]));
            }
        });
        for cell in self.rally_cells(city) {
            for facing in Facing::ALL {
                found(Choice::Rally(cell, facing));
            }
        }
    }

    pub(crate) fn generate_into(&self, actions: &mut Vec<Action>) {
        let army = Army::of(self, self.city_to_act());
        self.each_choice(&army, |choice| match choice {
            Choice::Pass => actions.push(Action::Pass),
            Choice::Rotations(mask) => {
                let pieces = Pieces::chosen(&army.cells, mask);
                let held = army.facings[mask.trailing_zeros() as usize % PIECES];
                let others = Facing::ALL.into_iter().filter(|&facing| facing != held);
                actions.extend(others.map(|facing| Action::Rotate { pieces, facing }));
            }
            Choice::Move(mask, direction) => {
                actions.push(Action::Move { pieces: Pieces::chosen(&army.cells, mask), direction });
            }
            Choice::Rally(cell, facing) => actions.push(Action::Rally { cell, facing }),
        });
    }

    pub(crate) fn count_all(&self) -> usize {
        let mut count = 0;
        self.each_choice(&Army::of(self, self.city_to_act()), |choice| {
            count += if matches!(choice, Choice::Rotations(_)) { 3 } else { 1 };
        });
        count
    }
}
