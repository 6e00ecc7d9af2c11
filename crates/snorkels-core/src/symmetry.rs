//! Symmetries: rotated and mirrored positions.

use grid_topology::Symmetry;

use crate::{Action, Position};

impl Position {
    /// The symmetries of the game that fit the board, the identity first: all eight on a square board, on any other only the
    /// four that exchange no files with ranks. None exchanges the players.
    ///
    /// ```
    /// use snorkels_core::{Position, Snorkels, Symmetry};
    /// assert_eq!(Snorkels::new().start().symmetries(), Symmetry::ALL);
    /// // Mirrored positions have one canonical form.
    /// let (one, other): (Position, Position) = ("3/3/P2 g 1 -".parse()?, "3/3/2P g 1 -".parse()?);
    /// assert_eq!(one.canonical(), other.canonical());
    /// # Ok::<(), snorkels_core::GameError>(())
    /// ```
    #[must_use]
    pub const fn symmetries(&self) -> &'static [Symmetry] {
        use Symmetry::{Identity, MirrorFiles, MirrorRanks, Rotate180};
        if self.width == self.height {
            &Symmetry::ALL
        } else {
            &[Identity, Rotate180, MirrorFiles, MirrorRanks]
        }
    }

    /// The same position on the rotated or mirrored board.
    ///
    /// ```
    /// use snorkels_core::{Position, Symmetry};
    /// let position: Position = "3/G2/P2 g 1 -".parse()?;
    /// assert_eq!(position.mapped(Symmetry::MirrorFiles).to_string(), "3/2G/2P g 1 -");
    /// # Ok::<(), snorkels_core::GameError>(())
    /// ```
    ///
    /// # Panics
    /// If the board does not have this symmetry.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Position {
        let map = |set| self.topology().map_set(symmetry, set);
        let (snorkels, stones) = (self.snorkels.map(map), map(self.stones()));
        let mut mapped =
            Position::new(self.width, self.height, snorkels, stones, self.to_place, self.purple_owner)
                .with_pie(self.pie);
        mapped.outcome = self.outcome;
        mapped
    }

    /// The action on the [mapped](Self::mapped) position that corresponds to `action` on this one.
    ///
    /// # Panics
    /// If the board does not have this symmetry, or `action` places on a cell that is not on the board.
    #[must_use]
    pub fn map_action(&self, symmetry: Symmetry, action: Action) -> Action {
        match action.cell() {
            Some(cell) => Action::place(self.topology().map_cell(symmetry, cell)),
            None => action,
        }
    }
}
