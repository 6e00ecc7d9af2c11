//! Turning and mirroring.

use grid_topology::{Cell, Symmetry};

use crate::{Action, BOARD, City, Facing, Position};

impl Facing {
    /// Where it points after a symmetry of the board.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Facing {
        Facing::from_direction(symmetry.apply(self.direction())).unwrap_or(self)
    }
}

impl City {
    /// The city whose home a symmetry of the board puts this city's home on. Every one of them maps teams to teams.
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
        // Athens' home lies south of the field, and so on: each city is where its pieces do not look to win.
        let home = [Facing::South, Facing::West, Facing::North, Facing::East];
        let image = home[self.index()].mapped(symmetry);
        City::ALL.into_iter().find(|city| home[city.index()] == image).unwrap_or(self)
    }
}

impl Position {
    /// The same position turned by 180°: Athens and Messene change places, and so do Sparta and Thebes; the players keep
    /// theirs. It is the one symmetry of the game: whatever is played on the one can be played, turned, on the other.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use nika_core::{City, Nika};
    /// let start = Nika.start();
    /// // The set-up has this symmetry; only the city to act tells the two apart.
    /// assert!(start.has_board_of(&start.turned()));
    /// assert_eq!(start.turned().city_to_act(), City::Messene);
    /// let action = start.read_action("j4j5j6>w")?;
    /// assert_eq!(action.turned().to_string(), "l10l11l12>e");
    /// assert_eq!(start.turned().after(action.turned()), start.after(action).turned());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turned(&self) -> Position {
        self.mapped(Symmetry::Rotate180)
    }

    /// The same position after any symmetry of the board, each city taking the place of that whose home its own comes to lie
    /// on. A mirror exchanges either Athens and Messene or Sparta and Thebes, which turns the order of the cities
    /// round: each action does on the mirrored board what it does on this one, but after the turn another city acts. The set-up
    /// has neither mirror.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use grid_topology::Symmetry::MirrorFiles;
    /// use nika_core::{City, Nika};
    /// let start = Nika.start();
    /// let mirrored = start.mapped(MirrorFiles);
    /// assert!(!start.has_board_of(&mirrored));
    /// let play = |position: nika_core::Position, text| -> Result<_, nika_core::ActionError> {
    ///     Ok(position.after(position.read_action(text)?))
    /// };
    /// let (here, there) = (play(start, "j4>w")?, play(mirrored, "l4>e")?);
    /// assert_eq!(here.mapped(MirrorFiles), there);
    /// let (here, there) = (play(here, "-")?, play(there, "-")?);
    /// assert!(here.mapped(MirrorFiles).has_board_of(&there));
    /// assert_eq!(here.mapped(MirrorFiles).city_to_act(), City::Thebes);
    /// assert_eq!(there.city_to_act(), City::Sparta);
    /// # Ok::<(), nika_core::ActionError>(())
    /// ```
    ///
    /// # Panics
    /// If the board has not this symmetry: it has the identity, the half turn and the two mirrors.
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
}

impl Action {
    /// What does on [`turned`](Position::turned) positions what this action does.
    ///
    /// # Panics
    /// If a cell is not on the board.
    #[must_use]
    pub fn turned(self) -> Action {
        self.mapped(Symmetry::Rotate180)
    }

    /// What does on [`mapped`](Position::mapped) positions what this action does.
    ///
    /// # Panics
    /// If the board has not this symmetry, or a cell is not on the board.
    #[must_use]
    pub fn mapped(self, symmetry: Symmetry) -> Action {
        let image = |cell: Cell| BOARD.map_cell(symmetry, cell);
        match self {
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
