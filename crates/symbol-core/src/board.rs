//! The board: geometry, terrain, the land of each player, regions.

use abstract_game::Player;
use derive_more::Display;
use grid_topology::{Bitboard64, Cell, Numbering, Shape, Topology};

use crate::Regions;

/// The board's geometry: cells, neighbours, names, symmetries.
pub type Board = Topology<49, 1>;

/// The board, 7×7. Cells are numbered from 0 at `a1`, rank by rank.
///
/// ```
/// use symbol_core::BOARD;
/// let d4 = BOARD.parse_cell("d4").unwrap();
/// assert_eq!(d4.index(), 24);
/// assert_eq!(BOARD.king_steps(d4).len(), 8);
/// ```
// Not a `static`: of those in other crates the compiler knows no values, and shifts of sets would look up their masks.
pub const BOARD: &Board = &Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);

/// The terrain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Terrain {
    /// Ranks 1, 2, 6 and 7.
    #[display("land")]
    Land,
    /// Ranks 3 to 5.
    #[display("water")]
    Water,
}

impl Terrain {
    /// The cells of this terrain.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> Bitboard64 {
        match self {
            Terrain::Land => LAND,
            Terrain::Water => WATER,
        }
    }

    /// The terrain of a cell.
    #[inline]
    #[must_use]
    pub const fn of(cell: Cell) -> Terrain {
        if WATER.contains(cell) { Terrain::Water } else { Terrain::Land }
    }
}

const fn ranks(first: u32, count: u32) -> Bitboard64 {
    Bitboard64::from_words([((1 << (7 * count)) - 1) << (7 * (first - 1))])
}

/// The land of both players: ranks 1, 2, 6 and 7.
pub const LAND: Bitboard64 = ranks(1, 2).union(ranks(6, 2));
/// The water: ranks 3 to 5.
pub const WATER: Bitboard64 = ranks(3, 3);

/// The land on which a player places the king: ranks 1 and 2 for P1, 6 and 7 for P2.
#[inline]
#[must_use]
pub const fn land_of(player: Player) -> Bitboard64 {
    match player {
        Player::P1 => ranks(1, 2),
        Player::P2 => ranks(6, 2),
    }
}

/// The first ranks of both lands.
const LAND_RANKS: u64 = 0b111_1111 | 0b111_1111 << 35;
/// The first rank of the water.
const WATER_RANK: u64 = 0b111_1111 << 14;

impl Regions {
    /// The numbers of files in the left third, and in the left and middle thirds.
    const fn cuts(self) -> (u8, u8) {
        match self {
            Regions::TwoThreeTwo => (2, 5),
            Regions::ThreeOneThree => (3, 4),
        }
    }

    /// One cell of each region that has a member of the set.
    #[inline]
    pub(crate) const fn touched(self, set: Bitboard64) -> Bitboard64 {
        let [cells] = set.words();
        // The ranks of each area, folded onto its first rank.
        let two_ranks = cells | cells >> 7;
        let folded = two_ranks & LAND_RANKS | (two_ranks | cells >> 14) & WATER_RANK;
        // A carry into the last file of a third shows that another one has a member.
        let last = self.marks();
        let others = (LAND_RANKS | WATER_RANK) & !last;
        Bitboard64::from_words([(((folded & others) + others) | folded) & last])
    }

    /// The number of regions with a member of `one`, less the number of those with a member of `other`.
    #[inline]
    pub(crate) const fn touched_difference(self, one: Bitboard64, other: Bitboard64) -> i32 {
        let [one] = self.touched(one).words();
        let [other] = self.touched(other).words();
        // The marks that `other` lacks, moved to the next rank, are counted together with those of `one`.
        (one | (self.marks() & !other) << 7).count_ones() as i32 - 9
    }

    /// The cells that mark the regions in the result of `touched`: the last file of each third on the first rank of each
    /// area.
    #[inline]
    const fn marks(self) -> u64 {
        // The last file of each third.
        const LAST: [u64; 2] = [last_files(Regions::TwoThreeTwo), last_files(Regions::ThreeOneThree)];
        LAST[self as usize] & (LAND_RANKS | WATER_RANK)
    }

    /// The nine regions: three of P1's land, three of the water, three of P2's land, from left to right.
    #[inline]
    #[must_use]
    pub const fn map(self) -> &'static [Bitboard64; 9] {
        const MAPS: [[Bitboard64; 9]; 2] = [map(Regions::TwoThreeTwo), map(Regions::ThreeOneThree)];
        &MAPS[self as usize]
    }
}

/// The last file of each third, on all ranks.
const fn last_files(regions: Regions) -> u64 {
    let (left, middle) = regions.cuts();
    let rank = 1 << (left - 1) | 1 << (middle - 1) | 1 << 6;
    let mut all = 0;
    let mut at = 0;
    while at < 49 {
        all |= rank << at;
        at += 7;
    }
    all
}

const fn map(regions: Regions) -> [Bitboard64; 9] {
    let areas = [ranks(1, 2), ranks(3, 3), ranks(6, 2)];
    let (left, middle) = regions.cuts();
    let mut map = [Bitboard64::EMPTY; 9];
    let mut cell = 0;
    while cell < 49 {
        let file = cell % 7;
        let third = (file >= left) as usize + (file >= middle) as usize;
        let mut area = 0;
        while area < 3 {
            if areas[area].contains(Cell::new(cell)) {
                map[3 * area + third].insert(Cell::new(cell));
            }
            area += 1;
        }
        cell += 1;
    }
    map
}

/// The cells next to a member of the set, in any of the eight directions. A member is included only if it is next to
/// another member.
#[inline]
#[must_use]
pub fn around(set: Bitboard64) -> Bitboard64 {
    use grid_topology::Direction::{East, North, South, West};
    let beside = BOARD.shift(set, East) | BOARD.shift(set, West);
    let row = beside | set;
    beside | BOARD.shift(row, North) | BOARD.shift(row, South)
}

/// The cells next to a cell; empty if the cell is not on the board.
#[inline]
pub(crate) fn ring(cell: Cell) -> Bitboard64 {
    if cell.index() < 49 { BOARD.king_steps(cell) } else { Bitboard64::EMPTY }
}

/// Writes the terrain and the name of a cell: `land d2`.
#[derive(Display)]
#[display("{} {}", Terrain::of(*_0), BOARD.name(*_0))]
pub(crate) struct Ground(pub(crate) Cell);

#[cfg(test)]
mod tests {
    use super::{BOARD, LAND, WATER, around, land_of};
    use crate::Regions;
    use abstract_game::Player;
    use grid_topology::{Bitboard64, Cell};

    #[test]
    fn land_and_water_make_the_board() {
        assert_eq!((LAND | WATER, LAND & WATER), (BOARD.cells(), Bitboard64::EMPTY));
        assert_eq!(land_of(Player::P1) | land_of(Player::P2), LAND);
        assert_eq!((LAND.len(), WATER.len()), (28, 21));
    }

    #[test]
    fn nine_regions_make_the_board_without_overlap() {
        for (regions, sizes) in [
            (Regions::TwoThreeTwo, [4, 6, 4, 6, 9, 6, 4, 6, 4]),
            (Regions::ThreeOneThree, [6, 2, 6, 9, 3, 9, 6, 2, 6]),
        ] {
            let map = regions.map();
            assert_eq!(map.map(Bitboard64::len), sizes);
            assert_eq!(map.iter().fold(Bitboard64::EMPTY, |all, &region| all | region), BOARD.cells());
        }
    }

    #[test]
    fn a_region_is_touched_by_each_of_its_cells() {
        for &regions in Regions::ALL {
            for a in BOARD.cells() {
                for b in BOARD.cells() {
                    let set = Bitboard64::from(a).with(b);
                    let touched = regions.touched(set);
                    for &region in regions.map() {
                        assert_eq!((touched & region).len(), u32::from(region.intersects(set)), "{set:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn touched_regions_are_counted_together() {
        for &regions in Regions::ALL {
            let map = regions.map();
            let mut sets = std::vec![Bitboard64::EMPTY, BOARD.cells()];
            sets.extend((0..9).map(|i| map[i] | map[i * 2 % 9]));
            sets.extend((0..9).map(|i| map[..i].iter().fold(Bitboard64::EMPTY, |all, &region| all | region)));
            for &one in &sets {
                for &other in &sets {
                    let touched = |set: Bitboard64| map.iter().filter(|r| r.intersects(set)).count() as i32;
                    assert_eq!(regions.touched_difference(one, other), touched(one) - touched(other));
                }
            }
        }
    }

    #[test]
    fn around_is_the_ring_of_every_member() {
        for (one, other) in [(0, 48), (8, 9), (24, 25), (6, 7), (20, 27)] {
            let cells = [one, other].map(Cell::new);
            let rings = BOARD.king_steps(cells[0]) | BOARD.king_steps(cells[1]);
            assert_eq!(around(cells.into_iter().collect()), rings);
        }
    }
}
