//! What a piece meets on the next cell, and what weighs against it there.

use grid_topology::Cell;

use crate::{BOARD, City, Facing, Position};

/// What lies ahead of a piece that is about to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// No cell: the edge or the mural.
    Nothing,
    /// A cell that is not open to its city.
    Closed(Cell),
    /// An empty cell, open to its city.
    Free(Cell),
    /// A piece of its own city or its ally.
    Friend(Cell),
    /// An enemy that does not face it: it would be routed.
    Exposed(Cell),
    /// An enemy that faces it: it would have to be pushed.
    Facing(Cell),
}

impl Position {
    /// What a piece of a city meets one step from a cell of the board.
    ///
    /// ```
    /// use abstract_game::Rules as _;
    /// use nika_core::{Ahead, BOARD, City, Facing, Nika};
    /// let cell = |name| BOARD.parse_cell(name).unwrap();
    /// let position = Nika.read_position("e5n/f5w/-/- A 2 0")?;
    /// assert_eq!(position.ahead(City::Athens, cell("e5"), Facing::East), Ahead::Facing(cell("f5")));
    /// assert_eq!(position.ahead(City::Athens, cell("f6"), Facing::South), Ahead::Exposed(cell("f5")));
    /// assert_eq!(position.ahead(City::Athens, cell("f9"), Facing::East), Ahead::Nothing);
    /// # Ok::<(), nika_core::PositionError>(())
    /// ```
    ///
    /// # Panics
    /// If `from` is not a cell of the board.
    #[inline]
    #[must_use]
    pub fn ahead(&self, city: City, from: Cell, direction: Facing) -> Ahead {
        let Some(to) = BOARD.step(from, direction.direction()) else { return Ahead::Nothing };
        if !city.open_cells().contains(to) {
            return Ahead::Closed(to);
        }
        if self.team(city.player()).contains(to) {
            Ahead::Friend(to)
        } else if !self.team(city.player().opponent()).contains(to) {
            Ahead::Free(to)
        } else if self.facing_of(to) == direction.opposite() {
            Ahead::Facing(to)
        } else {
            Ahead::Exposed(to)
        }
    }

    /// How many pieces of either city of `city`'s team stand in a row from one of them on.
    #[inline]
    pub(crate) fn weight(&self, city: City, front: Cell, direction: Facing) -> u8 {
        let team = self.team(city.player());
        let mut weight = 0;
        let mut next = Some(front);
        while let Some(cell) = next.filter(|&cell| team.contains(cell)) {
            weight += 1;
            next = BOARD.step(cell, direction.direction());
        }
        weight
    }
}
