//! The parts of a stack that may leave it together: each once.

use grid_topology::{Bitboard64, Cell};

use crate::reach::Reach;
use crate::{Kind, LeftBehind, Position, Stack, Terrain};

/// A stack about to be split.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    /// What may move.
    pub(crate) movable: Stack,
    /// What stays in any case.
    pub(crate) fresh: Stack,
    /// Where it stands.
    pub(crate) terrain: Terrain,
    /// Whether the rest needs support.
    pub(crate) strict: bool,
}

impl Position {
    /// The stack of a cell, of which `fresh` may not move.
    #[inline]
    pub(crate) fn split(&self, cell: Cell, fresh: Stack) -> Split {
        Split {
            movable: self.stack(cell).minus(fresh),
            fresh,
            terrain: Terrain::of(cell),
            strict: self.options.left_behind == LeftBehind::Illegal,
        }
    }
}

impl Split {
    /// Whether these pieces may leave the others.
    #[inline]
    pub(crate) fn may_leave(&self, pieces: Stack) -> bool {
        !self.strict || self.movable.minus(pieces).plus(self.fresh).is_supported_on(self.terrain)
    }

    /// Every part that may leave, with the set of cells on which it may come to rest.
    #[inline]
    pub(crate) fn for_each(&self, reach: &Reach, mut visit: impl FnMut(Stack, Bitboard64)) {
        let counts = |kind| 0..=self.movable.count(kind);
        for king in counts(Kind::King) {
            let none = Stack::repeat(Kind::King, king);
            for land in counts(Kind::Land) {
                let to = if land > 0 { reach.to[0] } else { Bitboard64::EMPTY };
                let with_land = none.plus(Stack::repeat(Kind::Land, land));
                for water in counts(Kind::Water) {
                    let to = if water > 0 { to | reach.to[1] } else { to };
                    let with_water = with_land.plus(Stack::repeat(Kind::Water, water));
                    for air in counts(Kind::Air) {
                        let to = if air > 0 { to | reach.to[2] } else { to };
                        let with_air = with_water.plus(Stack::repeat(Kind::Air, air));
                        for fire in counts(Kind::Fire) {
                            if land + water + air + fire == 0 {
                                continue;
                            }
                            let to = if fire > 0 { to | reach.to[3] } else { to };
                            let mobile = with_air.plus(Stack::repeat(Kind::Fire, fire));
                            // Bombs support nobody, so they change nothing about the rest.
                            if !self.may_leave(mobile) {
                                continue;
                            }
                            for bombs in counts(Kind::Destruction) {
                                visit(mobile.plus(Stack::repeat(Kind::Destruction, bombs)), to);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The mobile kinds that may move: a bit for each of [`Kind::MOBILE`].
    #[inline]
    pub(crate) fn mobile_kinds(&self) -> u8 {
        Kind::MOBILE
            .iter()
            .enumerate()
            .fold(0, |mask, (i, &kind)| mask | u8::from(self.movable.has(kind)) << i)
    }

    /// How many parts that may leave have exactly the mobile kinds of `mask`, all of which may move: a bit for each of
    /// [`Kind::MOBILE`].
    #[inline]
    pub(crate) fn count(&self, mask: u8) -> usize {
        let has = |index: usize| mask >> index & 1 == 1;
        let number = |index: usize| usize::from(self.movable.count(Kind::MOBILE[index]));
        let mobile: usize = (0..4).filter(|&index| has(index)).map(number).product();
        let riders = (1 + usize::from(self.movable.count(Kind::Destruction)))
            * (1 + usize::from(self.movable.count(Kind::King)));
        (mobile - self.count_unsupported(mask)) * riders
    }

    /// How many of these, by their mobile pieces alone, leave a rest without support: such as take every supporter and
    /// not every stranger.
    fn count_unsupported(&self, mask: u8) -> usize {
        let (stranger, index) = match self.terrain {
            Terrain::Land => (Kind::Water, 1),
            Terrain::Water => (Kind::Land, 0),
        };
        let supporters = Kind::MOBILE.iter().enumerate().filter(|&(_, &kind)| kind != stranger);
        let all_leave = |(place, &kind): (usize, &Kind)| {
            !self.fresh.has(kind) && self.movable.has(kind) == (mask >> place & 1 == 1)
        };
        if !self.strict || !supporters.clone().all(all_leave) {
            return 0;
        }
        let (movable, fresh) = (self.movable.count(stranger), self.fresh.count(stranger));
        if mask >> index & 1 == 0 {
            usize::from(movable + fresh > 0)
        } else {
            usize::from(movable) - usize::from(fresh == 0)
        }
    }
}
