//! The moves of one cell: which parts of its stack may leave it together, and what each part can do.

use abstract_game::Player;
use grid_topology::Cell;

use crate::reach::Reach;
use crate::{Kind, LeftBehind, Position, Stack, Terrain};

/// The moves of one cell.
#[derive(Clone, Copy)]
pub(crate) struct Moves {
    pub(crate) from: Cell,
    /// The pieces that may move.
    pub(crate) movable: Stack,
    /// The pieces that stay in any case: they were placed in this turn.
    fresh: Stack,
    /// Whether the pieces that stay need support.
    rest_needs_support: bool,
    pub(crate) reach: Reach,
}

impl Position {
    /// The moves of a player's cell, of which the pieces in `fresh` may not move.
    #[inline]
    pub(crate) fn moves(&self, player: Player, from: Cell, fresh: Stack) -> Moves {
        let movable = self.stack(from).minus(fresh);
        Moves {
            from,
            movable,
            fresh,
            rest_needs_support: self.options.left_behind == LeftBehind::Illegal,
            reach: self.reach(player, from, movable),
        }
    }
}

impl Moves {
    /// Whether the rest of the stack may stay when these pieces, which are movable, leave.
    #[inline]
    pub(crate) fn may_leave(&self, pieces: Stack) -> bool {
        let rest = self.movable.minus(pieces).plus(self.fresh);
        !self.rest_needs_support || rest.is_supported_on(Terrain::of(self.from))
    }

    /// Visits every group of mobile pieces that may leave. Kings and `D`s may accompany any of them: they support
    /// nobody and carry nobody.
    #[inline]
    pub(crate) fn for_each_transport(&self, mut visit: impl FnMut(Stack)) {
        let counts = |kind| 0..=self.movable.count(kind);
        for land in counts(Kind::Land) {
            let with_land = Stack::repeat(Kind::Land, land);
            for water in counts(Kind::Water) {
                let with_water = with_land.plus(Stack::repeat(Kind::Water, water));
                for air in counts(Kind::Air) {
                    let with_air = with_water.plus(Stack::repeat(Kind::Air, air));
                    for fire in counts(Kind::Fire) {
                        let pieces = with_air.plus(Stack::repeat(Kind::Fire, fire));
                        if !pieces.is_empty() && self.may_leave(pieces) {
                            visit(pieces);
                        }
                    }
                }
            }
        }
    }

    /// The number of moves and attacks.
    pub(crate) fn count(&self) -> usize {
        let attacks = |kind: Kind| self.reach.attacks(kind.into()).count();
        let (by_land, by_water) = (attacks(Kind::Land), attacks(Kind::Water));
        let mut count = 0;
        // What a group can do depends only on the kinds in it.
        for kinds in self.movable.sets_of_mobile_kinds() {
            let mut actions = self.reach.destinations(kinds).len() as usize;
            actions += if kinds.has(Kind::Land) { by_land } else { 0 };
            actions += if kinds.has(Kind::Water) { by_water } else { 0 };
            count += self.groups(kinds) * actions;
        }
        let riders = |kind| 1 + usize::from(self.movable.count(kind));
        count * riders(Kind::King) * riders(Kind::Destruction) + self.reach.standstill.len() as usize
    }

    /// The number of groups that may leave and consist of these mobile kinds, with one piece or more of each.
    #[inline]
    fn groups(&self, kinds: Stack) -> usize {
        let count = |kind| if kinds.has(kind) { usize::from(self.movable.count(kind)) } else { 1 };
        let all = Kind::MOBILE.into_iter().map(count).product();
        let stranger = match Terrain::of(self.from) {
            Terrain::Land => Kind::Water,
            Terrain::Water => Kind::Land,
        };
        // Only the stranger needs support.
        if self.movable.has(stranger) || self.fresh.has(stranger) {
            all - self.refused_groups(kinds, stranger)
        } else {
            all
        }
    }

    /// The number of groups of these kinds that may not leave. They contain all supporters of the rest.
    fn refused_groups(&self, kinds: Stack, stranger: Kind) -> usize {
        let supporters = self.movable.mobile().minus(Stack::repeat(stranger, self.movable.count(stranger)));
        if !supporters.kinds().all(|(kind, _)| kinds.has(kind)) {
            return 0;
        }
        let strangers = if kinds.has(stranger) { 1..=self.movable.count(stranger) } else { 0..=0 };
        strangers.filter(|&count| !self.may_leave(supporters.plus(Stack::repeat(stranger, count)))).count()
    }

    /// Whether there is a move or an attack.
    pub(crate) fn exist(&self) -> bool {
        // All movable pieces together can do what any part of them can.
        !self.reach.is_empty() && (self.may_leave(self.movable) || self.count() > 0)
    }
}
