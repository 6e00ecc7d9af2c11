//! Symmetries: rotated and mirrored positions.

use grid_topology::{Cell, Symmetry};

use crate::{Action, BOARD, City, Facing, Position};

impl Facing {
    /// The facing after a symmetry of the board.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Facing {
        Facing::from_direction(symmetry.apply(self.direction())).unwrap_or(self)
    }
}

impl City {
    /// The city whose home is the image of this city's home under a symmetry of the board. Its team is the same.
    ///
    /// ```
    /// use grid_topology::Symmetry::{MirrorFiles, MirrorRanks, Rotate180};
    /// use nika_core::{BOARD, City};
    /// assert_eq!(City::ALL.map(|city| city.mapped(Rotate180)), [2, 3, 0, 1].map(|i| City::ALL[i]));
    /// assert_eq!(City::ALL.map(|city| city.mapped(MirrorFiles)), [0, 3, 2, 1].map(|i| City::ALL[i]));
    /// assert_eq!(City::ALL.map(|city| city.mapped(MirrorRanks)), [2, 1, 0, 3].map(|i| City::ALL[i]));
    /// for symmetry in BOARD.symmetries() {
    ///     for city in City::ALL {
    ///         assert_eq!(BOARD.map_set(symmetry, city.home()), city.mapped(symmetry).home());
    ///         assert_eq!(BOARD.map_set(symmetry, city.victory_area()), city.mapped(symmetry).victory_area());
    ///         assert_eq!(city.player(), city.mapped(symmetry).player());
    ///     }
    /// }
    /// ```
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> City {
        // The side of the field on which each city's home lies, by `City::index`.
        let home = [Facing::South, Facing::West, Facing::North, Facing::East];
        let image = home[self.index()].mapped(symmetry);
        City::ALL.into_iter().find(|city| home[city.index()] == image).unwrap_or(self)
    }
}

impl Position {
    /// The symmetries of the game: the identity, and the rotation by 180°, under which Athens and Messene exchange their
    /// roles, and so do Sparta and Thebes; the players do not.
    ///
    /// ```
    /// use nika_core::{City, Nika, Symmetry::Rotate180};
    /// let start = Nika.start();
    /// // The first position has this symmetry, except for the city to act.
    /// let turned = start.mapped(Rotate180);
    /// assert!(start.has_board_of(&turned));
    /// assert_eq!((turned.city_to_act(), turned.canonical()), (City::Messene, start.canonical()));
    /// let action = start.read_action("j4j5j6>w")?;
    /// let image = start.map_action(Rotate180, action);
    /// assert_eq!(image.to_string(), "l10l11l12>e");
    /// assert_eq!(turned.after(image), start.after(action).mapped(Rotate180));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity, Symmetry::Rotate180]
    }

    /// The position after any symmetry of the board; [cities](City::mapped) are mapped too. A mirror exchanges either Athens
    /// and Messene or Sparta and Thebes, which reverses the order of the cities. So single actions have the mirrored effect
    /// on the mirrored position, but after the turn a different city acts. The first position has neither mirror symmetry.
    ///
    /// ```
    /// use nika_core::{City, Nika, Symmetry::MirrorFiles, prelude::*};
    /// let start = Nika.start();
    /// let mirrored = start.mapped(MirrorFiles);
    /// assert!(!start.has_board_of(&mirrored));
    /// let play = |position: nika_core::Position, text| -> Result<_, nika_core::GameError> {
    ///     Ok(position.after(position.read_action(text)?))
    /// };
    /// let (here, there) = (play(start, "j4>w")?, play(mirrored, "l4>e")?);
    /// assert_eq!(here.mapped(MirrorFiles), there);
    /// let (here, there) = (play(here, "-")?, play(there, "-")?);
    /// assert!(here.mapped(MirrorFiles).has_board_of(&there));
    /// assert_eq!(here.mapped(MirrorFiles).city_to_act(), City::Thebes);
    /// assert_eq!(there.city_to_act(), City::Sparta);
    /// # Ok::<(), nika_core::GameError>(())
    /// ```
    ///
    /// # Panics
    /// If the board does not have this symmetry. It has the identity, the rotation by 180° and two mirrors.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Position {
        let mut mapped = Position::empty(self.city_to_act());
        for city in City::ALL {
            for cell in self.pieces(city) {
                let image = BOARD.map_cell(symmetry, cell);
                mapped.place(city.mapped(symmetry), self.facing_of(cell).mapped(symmetry), image);
            }
        }
        let city = self.city_to_act().mapped(symmetry);
        mapped.set_turn(city, self.actions_left(), self.first_passed(), self.passed_turns());
        mapped.find_winner();
        mapped
    }

    /// The action on the [mapped](Self::mapped) position that corresponds to `action` on this one.
    ///
    /// # Panics
    /// If the board does not have this symmetry, or a cell is not on the board.
    #[must_use]
    pub fn map_action(&self, symmetry: Symmetry, action: Action) -> Action {
        let image = |cell: Cell| BOARD.map_cell(symmetry, cell);
        match action {
            Action::Pass => Action::Pass,
            Action::Rotate { pieces, facing } => {
                Action::Rotate { pieces: pieces.mapped(symmetry), facing: facing.mapped(symmetry) }
            }
            Action::Move { pieces, direction } => {
                Action::Move { pieces: pieces.mapped(symmetry), direction: direction.mapped(symmetry) }
            }
            Action::Rally { cell, facing } => {
                Action::Rally { cell: image(cell), facing: facing.mapped(symmetry) }
            }
        }
    }
}
