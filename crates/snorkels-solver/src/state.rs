//! A position as the search sees it: sets of cells and the air of each group, kept incrementally.

use arrayvec::ArrayVec;

use snorkels_core::air::{beside, beside_two, flood};

/// The maximum number of groups of one colour: no two cells of one colour in a checkerboard touch.
const MAX_GROUPS: usize = 32;

/// The air of each group of one colour, in no particular order.
///
/// The cells of a group are not needed: a placement joins exactly the groups whose air it takes.
pub(crate) type Groups = ArrayVec<u64, MAX_GROUPS>;

/// The groups of `colour` on a board with these empty cells.
fn groups(colour: u64, empty: u64) -> Groups {
    let mut groups = Groups::new();
    let mut left = colour;
    while left != 0 {
        let group = flood(left & left.wrapping_neg(), left);
        left &= !group;
        groups.push(beside(group) & empty);
    }
    groups
}

/// The cells that are the only air of a group.
#[inline]
pub(crate) fn last_air(groups: &Groups) -> u64 {
    let mut cells = 0;
    for &air in groups {
        cells |= if several(air) { 0 } else { air };
    }
    cells
}

/// The air of the group that a placement on `at` makes, when the cells of `empty` are.
#[inline]
pub(crate) fn joined(groups: &Groups, at: u64, empty: u64) -> u64 {
    let mut joined = beside(at) & empty;
    for &air in groups {
        joined |= if air & at != 0 { air } else { 0 };
    }
    joined & !at
}

/// Whether the set has two or more members.
#[inline]
pub(crate) const fn several(set: u64) -> bool {
    set & set.wrapping_sub(1) != 0
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
#[derive(Clone)]
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
        State { own, enemy, empty, own_groups: groups(own, empty), enemy_groups: groups(enemy, empty) }
    }

    /// The number of snorkels.
    #[inline]
    pub(crate) fn snorkels(&self) -> u32 {
        (self.own | self.enemy).count_ones()
    }

    /// The position after a placement by which no group loses its last air.
    #[inline]
    pub(crate) fn after(&self, at: u64) -> State {
        let (own_groups, enemy_groups) = self.view().after(at);
        State { own: self.enemy, enemy: self.own | at, empty: self.empty & !at, own_groups, enemy_groups }
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
        for &air in self.own {
            // One air less leaves two at least.
            let without_lowest = air & air.wrapping_sub(1);
            safe |= if several(without_lowest) { air } else { 0 };
        }
        safe | self.safe_among(self.empty & !safe)
    }

    /// Those of `cells` on which a placement makes a group with two or more airs.
    #[inline]
    pub(crate) fn safe_among(self, cells: u64) -> u64 {
        let mut safe = 0;
        for_each_cell!(at in cells, {
            if several(joined(self.own, at, self.empty)) {
                safe |= at;
            }
        });
        safe
    }

    /// The groups after a placement by which no group loses its last air: of the opponent, who is to place, and of the
    /// player.
    #[inline]
    pub(crate) fn after(self, at: u64) -> (Groups, Groups) {
        let mut enemy = Groups::new();
        for air in self.enemy {
            enemy.push(air & !at);
        }
        let mut own = Groups::new();
        let mut joined = beside(at) & self.empty;
        for &air in self.own {
            if air & at != 0 {
                joined |= air & !at;
            } else {
                own.push(air);
            }
        }
        own.push(joined);
        (enemy, own)
    }
}
