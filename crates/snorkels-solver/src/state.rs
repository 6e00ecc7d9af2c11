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
    pub(crate) airs: ArrayVec<u64, MAX_GROUPS>,
    /// The cells that are the only air of a group.
    pub(crate) last: u64,
    /// The airs of the groups with exactly two.
    pub(crate) two: u64,
    /// Those of them that two groups with exactly two have, or more.
    pub(crate) shared: u64,
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
        (self.last, self.two, self.shared) = (0, 0, 0);
    }

    #[inline]
    pub(crate) fn push(&mut self, air: u64) {
        let second = without_lowest(air);
        self.last |= if second == 0 { air } else { 0 };
        let pair = if second != 0 && !several(second) { air } else { 0 };
        self.shared |= self.two & pair;
        self.two |= pair;
        self.airs.push(air);
    }

    /// Adds the groups that a placement of this colour on `at` leaves as they are, to an empty list, and returns the air
    /// of the joined group without what is next to `at`.
    #[inline]
    fn joined_into(&self, at: u64, after: &mut Groups) -> u64 {
        let mut joined = 0;
        if self.two & at == 0 {
            for &air in &self.airs {
                if air & at != 0 {
                    joined |= air;
                } else {
                    after.airs.push(air);
                }
            }
            (after.last, after.two, after.shared) = (self.last & !at, self.two, self.shared);
        } else {
            for &air in &self.airs {
                if air & at != 0 {
                    joined |= air;
                } else {
                    after.push(air);
                }
            }
        }
        joined & !at
    }

    /// Adds the groups after a placement of the other colour on `at`, to an empty list, and returns the airs of those with
    /// three or more. `few` and `many` are those [before](Self::few_and_many).
    #[inline]
    fn reduced_into(&self, at: u64, [few, many]: [u64; 2], after: &mut Groups) -> u64 {
        if few & at == 0 {
            for &air in &self.airs {
                after.airs.push(air & !at);
            }
            (after.last, after.two, after.shared) = (self.last, self.two, self.shared);
            return many & !at;
        }
        let mut many = 0;
        for &air in &self.airs {
            let rest = air & !at;
            after.push(rest);
            many |= if several(without_lowest(rest)) { rest } else { 0 };
        }
        many
    }

    /// The airs of the groups with two or three, and those of the groups with three or more.
    #[inline]
    pub(crate) fn few_and_many(&self) -> [u64; 2] {
        let (mut few, mut many) = (self.two, 0);
        for &air in &self.airs {
            let third = without_lowest(without_lowest(air));
            many |= if third != 0 { air } else { 0 };
            few |= if third != 0 && !several(third) { air } else { 0 };
        }
        [few, many]
    }

    /// The air of the group that a placement on `at` makes, when the cells of `empty` are.
    #[inline]
    pub(crate) fn joined(&self, at: u64, empty: u64) -> u64 {
        let mut joined = beside(at) & empty;
        for &air in &self.airs {
            joined |= if air & at != 0 { air } else { 0 };
        }
        joined & !at
    }
}

#[inline]
pub(crate) const fn without_lowest(set: u64) -> u64 {
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
    /// The airs of the own groups with three or more.
    many: u64,
}

impl State {
    pub(crate) fn new(own: u64, enemy: u64, empty: u64) -> State {
        let own_groups = Groups::new(own, empty);
        let [_, many] = own_groups.few_and_many();
        State { own, enemy, empty, own_groups, enemy_groups: Groups::new(enemy, empty), many }
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
        self.after_into(at, self.enemy_groups.few_and_many(), &mut after);
        after
    }

    /// [`after`](Self::after), written over another state: nothing is copied twice. `few_and_many` are those of the
    /// opponent's [groups](Groups::few_and_many), the same for all placements.
    #[inline]
    pub(crate) fn after_into(&self, at: u64, few_and_many: [u64; 2], after: &mut State) {
        [after.own, after.enemy] = self.sets_after(at);
        after.empty = self.empty & !at;
        after.own_groups.clear();
        after.many = self.enemy_groups.reduced_into(at, few_and_many, &mut after.own_groups);
        after.enemy_groups.clear();
        let joined = self.own_groups.joined_into(at, &mut after.enemy_groups);
        after.enemy_groups.push(joined | beside(at) & self.empty);
    }

    /// The cells on which a placement makes a group with two or more airs.
    #[inline]
    pub(crate) fn safe(&self) -> u64 {
        self.view().safe(self.many)
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

    /// The cells on which a placement makes a group with two or more airs. `many` are the airs of the own groups with three or more.
    #[inline]
    pub(crate) fn safe(self, many: u64) -> u64 {
        // One air less than three leaves two at least.
        let safe = self.empty & beside_two(self.empty) | many;
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
