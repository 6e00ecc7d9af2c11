//! A position as the search sees it: sets of cells and the air of each group, kept incrementally.

use arrayvec::ArrayVec;

use snorkels_core::air::{beside, beside_two, flood};

/// The maximum number of groups of one colour: no two cells of one colour in a checkerboard touch.
const MAX_GROUPS: usize = 32;

/// The groups of one colour: the air of each, in no particular order.
///
/// The cells of a group are not needed: a placement joins exactly the groups whose air it takes.
#[derive(Clone, Default)]
pub(crate) struct Groups {
    airs: ArrayVec<u64, MAX_GROUPS>,
    /// The cells that are the only air of a group.
    pub(crate) last: u64,
    /// The airs of the groups with exactly two.
    pub(crate) two: u64,
}

impl Groups {
    /// The groups of `colour` on a board with these empty cells.
    fn new(colour: u64, empty: u64) -> Groups {
        let mut groups = Groups::default();
        let mut left = colour;
        while left != 0 {
            let group = flood(left & left.wrapping_neg(), left);
            left &= !group;
            groups.push(beside(group) & empty);
        }
        groups
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.airs.clear();
        (self.last, self.two) = (0, 0);
    }

    #[inline]
    pub(crate) fn push(&mut self, air: u64) {
        let second = without_lowest(air);
        self.last |= if second == 0 { air } else { 0 };
        self.two |= if second != 0 && !several(second) { air } else { 0 };
        self.airs.push(air);
    }

    #[inline]
    pub(crate) fn airs(&self) -> &[u64] {
        &self.airs
    }

    /// The air of the group that a placement on `at` makes, when the cells of `empty` are.
    #[inline]
    pub(crate) fn joined(&self, at: u64, empty: u64) -> u64 {
        let mut joined = beside(at) & empty;
        for &air in self.airs() {
            joined |= if air & at != 0 { air } else { 0 };
        }
        joined & !at
    }
}

#[inline]
const fn without_lowest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Whether the set has two or more members.
#[inline]
pub(crate) const fn several(set: u64) -> bool {
    without_lowest(set) != 0
}

/// Whether a set has exactly two members.
#[inline]
pub(crate) const fn is_two(set: u64) -> bool {
    let rest = without_lowest(set);
    rest != 0 && !several(rest)
}

/// Calls a function with each member of a set, as a set of one.
macro_rules! for_each_cell {
    ($cell:ident in $set:expr, $body:block) => {
        let mut left: u64 = $set;
        while left != 0 {
            let $cell = left & left.wrapping_neg();
            left ^= $cell;
            $body
        }
    };
}
pub(crate) use for_each_cell;

/// A position in which every group has air: the sets of the player to place first, and the groups.
#[derive(Clone, Default)]
pub(crate) struct State {
    /// The snorkels of the player to place.
    pub(crate) own: u64,
    /// The snorkels of the opponent.
    pub(crate) enemy: u64,
    pub(crate) empty: u64,
    pub(crate) own_groups: Groups,
    pub(crate) enemy_groups: Groups,
}

impl State {
    pub(crate) fn new(own: u64, enemy: u64, empty: u64) -> State {
        State {
            own,
            enemy,
            empty,
            own_groups: Groups::new(own, empty),
            enemy_groups: Groups::new(enemy, empty),
        }
    }

    /// The number of snorkels.
    #[inline]
    pub(crate) fn snorkels(&self) -> u32 {
        (self.own | self.enemy).count_ones()
    }

    /// The sets after a placement, the player to place first.
    #[inline]
    pub(crate) fn sets_after(&self, at: u64) -> [u64; 2] {
        [self.enemy, self.own | at]
    }

    /// The position after a placement by which no group loses its last air.
    pub(crate) fn after(&self, at: u64) -> State {
        let mut after = State::default();
        self.after_into(at, &mut after);
        after
    }

    /// [`after`](Self::after), written over another state: nothing is copied twice.
    #[inline]
    pub(crate) fn after_into(&self, at: u64, after: &mut State) {
        [after.own, after.enemy] = self.sets_after(at);
        after.empty = self.empty & !at;
        after.own_groups.clear();
        for &air in self.enemy_groups.airs() {
            after.own_groups.push(air & !at);
        }
        after.enemy_groups.clear();
        let mut joined = beside(at) & self.empty;
        for &air in self.own_groups.airs() {
            if air & at != 0 {
                joined |= air & !at;
            } else {
                after.enemy_groups.push(air);
            }
        }
        after.enemy_groups.push(joined);
    }

    #[inline]
    pub(crate) fn view(&self) -> View<'_> {
        View { own: &self.own_groups, enemy: &self.enemy_groups, empty: self.empty }
    }
}

/// What the tests without a search need of a position.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The groups of the player to place.
    pub(crate) own: &'a Groups,
    pub(crate) enemy: &'a Groups,
    pub(crate) empty: u64,
}

impl<'a> View<'a> {
    /// The same board with the other player to place.
    #[inline]
    pub(crate) fn passed(self) -> View<'a> {
        View { own: self.enemy, enemy: self.own, empty: self.empty }
    }

    /// The cells on which a placement makes a group with two or more airs.
    #[inline]
    pub(crate) fn safe(self) -> u64 {
        let mut safe = self.empty & beside_two(self.empty);
        for &air in self.own.airs() {
            // One air less leaves two at least.
            safe |= if several(without_lowest(air)) { air } else { 0 };
        }
        // Elsewhere at most one air comes from the cell; the rest has to come from groups with two airs.
        safe | self.safe_among(self.own.two & !safe)
    }

    /// Those of `cells` on which a placement makes a group with two or more airs.
    #[inline]
    pub(crate) fn safe_among(self, cells: u64) -> u64 {
        let mut safe = 0;
        for_each_cell!(at in cells, {
            if several(self.own.joined(at, self.empty)) {
                safe |= at;
            }
        });
        safe
    }
}
