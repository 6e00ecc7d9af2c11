//! Symmetries: rotated and mirrored positions.

use grid_topology::Symmetry;

use crate::{Action, Position};

impl Position {
    /// The same position on the rotated or mirrored board. A square board has all eight symmetries, any other
    /// only the four that exchange no files with ranks.
    ///
    /// ```
    /// use snorkels_core::{Position, Symmetry};
    /// let position: Position = "3/G2/P2 g 1 -".parse()?;
    /// assert_eq!(position.mapped(Symmetry::MirrorFiles).to_string(), "3/2G/2P g 1 -");
    /// # Ok::<(), snorkels_core::PositionError>(())
    /// ```
    ///
    /// # Panics
    /// If the board does not have this symmetry.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Position {
        let map = |set| self.topology().map_set(symmetry, set);
        let (snorkels, stones) = (self.snorkels.map(map), map(self.stones()));
        let mut mapped = Position::new(
            self.width,
            self.height,
            snorkels,
            stones,
            self.to_place,
            self.purple_owner,
            self.pie,
        );
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
