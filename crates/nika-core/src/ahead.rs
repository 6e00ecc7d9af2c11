//! The cell ahead of a piece that moves.

use grid_topology::Cell;

use crate::{BOARD, CellSet, City, Facing, Position};

/// What is on the next cell in a piece's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// No cell: the edge of the board or the mural.
    Nothing,
    /// A cell that is not open to its city.
    Closed(Cell),
    /// An empty cell, open to its city.
    Free(Cell),
    /// A piece of its own city or its ally.
    Friend(Cell),
    /// An enemy that does not face it: a move there routs the enemy.
    Exposed(Cell),
    /// An enemy that faces it: only a phalanx can move there, by pushing the enemy.
    Facing(Cell),
}

impl Ahead {
    /// Whether a single piece may step there.
    #[inline]
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Ahead::Free(_) | Ahead::Exposed(_))
    }
}

impl Position {
    /// What a piece of a city finds one step from a cell.
    ///
    /// ```
    /// use nika_core::{Ahead, BOARD, City, Facing, Position};
    /// let cell = |name| BOARD.parse_cell(name).unwrap();
    /// let position: Position = "e5n/f5w/-/- A 2 0".parse()?;
    /// assert_eq!(position.ahead(City::Athens, cell("e5"), Facing::East), Ahead::Facing(cell("f5")));
    /// assert_eq!(position.ahead(City::Athens, cell("f6"), Facing::South), Ahead::Exposed(cell("f5")));
    /// assert_eq!(position.ahead(City::Athens, cell("f9"), Facing::East), Ahead::Nothing);
    /// # Ok::<(), nika_core::GameError>(())
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

    /// By [`Facing::index`]: the cells that a single piece of a city may enter by a step in that direction.
    #[inline]
    pub(crate) fn open_ahead(&self, city: City) -> [CellSet; 4] {
        let open = city.open_cells() - self.team(city.player());
        let enemies = self.team(city.player().opponent());
        Facing::ALL.map(|direction| open - (enemies & self.facing(direction.opposite())))
    }

    /// The number of pieces of `city`'s team in the row that starts at `front`.
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
