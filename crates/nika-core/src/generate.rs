//! Every legal action, by masks of the city's pieces.

use alloc::vec::Vec;

use grid_topology::Cell;

use crate::army::Army;
use crate::{Action, Ahead, Facing, PIECES, Pieces, Position, subsets};

/// A legal action before it is written down: pieces as a mask of their places in the army.
#[derive(Clone, Copy)]
enum Choice {
    Pass,
    /// To each of the other facings.
    Rotations(u8),
    Move(u8, Facing),
    Rally(Cell, Facing),
}

/// What keeps the pieces of an army from moving the way they face, each looked at alone.
struct Obstacles {
    /// Those with something ahead that only moves away if it is chosen too, or never.
    stopped: u8,
    /// Those that have to push.
    pushing: u8,
    /// What they have to push, where they have to.
    weights: [u8; PIECES],
}

impl Obstacles {
    #[inline]
    fn of(position: &Position, army: &Army) -> Obstacles {
        let mut obstacles = Obstacles { stopped: 0, pushing: 0, weights: [0; PIECES] };
        let city = position.city_to_act();
        for place in 0..army.count {
            let facing = army.facings[place];
            match position.ahead(city, army.cells[place], facing) {
                Ahead::Free(_) | Ahead::Exposed(_) => {}
                Ahead::Facing(front) => {
                    obstacles.pushing |= 1 << place;
                    obstacles.weights[place] = position.weight(city.enemies()[0], front, facing);
                }
                Ahead::Nothing | Ahead::Closed(_) | Ahead::Friend(_) => obstacles.stopped |= 1 << place,
            }
        }
        obstacles
    }

    /// Whether a phalanx may move.
    #[inline]
    fn allow(&self, army: &Army, phalanx: u8) -> bool {
        let mut stopped = phalanx & self.stopped;
        while stopped != 0 {
            if army.ahead[stopped.trailing_zeros() as usize % PIECES] & phalanx == 0 {
                return false;
            }
            stopped &= stopped - 1;
        }
        let mut pushing = phalanx & self.pushing;
        while pushing != 0 {
            let front = pushing.trailing_zeros() as usize % PIECES;
            let mut run = 0;
            let mut place = 1 << front;
            while place & phalanx != 0 {
                run += 1;
                place = army.behind[place.trailing_zeros() as usize % PIECES];
            }
            if run <= self.weights[front] {
                return false;
            }
            pushing &= pushing - 1;
        }
        true
    }
}

impl Position {
    /// The pass; then set by set its rotations and, if it can move, its moves, clockwise from north; then rallying.
    #[inline]
    fn each(&self, army: &Army, mut found: impl FnMut(Choice)) {
        if self.is_over() {
            return;
        }
        found(Choice::Pass);
        let city = self.city_to_act();
        let obstacles = Obstacles::of(self, army);
        subsets::connected(&army.next_to, army.count, |mask| {
            let lowest = mask.trailing_zeros() as usize % PIECES;
            found(Choice::Rotations(mask));
            if mask.is_power_of_two() {
                for direction in Facing::ALL {
                    let ahead = self.ahead(city, army.cells[lowest], direction);
                    if matches!(ahead, Ahead::Free(_) | Ahead::Exposed(_)) {
                        found(Choice::Move(mask, direction));
                    }
                }
            } else if obstacles.allow(army, mask) {
                found(Choice::Move(mask, army.facings[lowest]));
            }
        });
        if self.routed(city) > 0 {
            for cell in city.rally_area() - self.pieces(city) {
                for facing in Facing::ALL {
                    found(Choice::Rally(cell, facing));
                }
            }
        }
    }

    pub(crate) fn generate_into(&self, actions: &mut Vec<Action>) {
        let army = Army::of(self, self.city_to_act());
        self.each(&army, |choice| match choice {
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
        self.each(&Army::of(self, self.city_to_act()), |choice| {
            count += if matches!(choice, Choice::Rotations(_)) { 3 } else { 1 };
        });
        count
    }

    /// The sets of pieces that the city to act may choose for one action, whether or not they can do something with it: single
    /// pieces and phalanxes.
    ///
    /// ```
    /// use abstract_game::Rules as _;
    /// use nika_core::Nika;
    /// let sets: Vec<_> = Nika.start().selections().iter().map(ToString::to_string).collect();
    /// assert_eq!(sets, ["j4", "j4j5", "j4j5j6", "j5", "j5j6", "j6", "k4", "k4k5", "k5", "l4"]);
    /// ```
    #[must_use]
    pub fn selections(&self) -> Vec<Pieces> {
        let army = Army::of(self, self.city_to_act());
        let mut sets = Vec::new();
        subsets::connected(&army.next_to, army.count, |mask| sets.push(Pieces::chosen(&army.cells, mask)));
        sets
    }
}
