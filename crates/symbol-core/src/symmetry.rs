//! Symmetries: the mirrored and the rotated position.

use abstract_game::Player;
use grid_topology::{Cell, Symmetry};

use crate::turn::{Status, TurnState};
use crate::{Action, BOARD, Position};

impl Position {
    /// The position with its files mirrored: a ↔ g.
    ///
    /// ```
    /// use symbol_core::Position;
    /// let position: Position = "x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -".parse()?;
    /// assert_eq!(position.reflected().to_string(), "x7/x6,k/x7/x7/x7/x3,KL,x3/x7 1 -/w - -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reflected(&self) -> Position {
        self.mapped(Symmetry::MirrorFiles, |player| player)
    }

    /// The position from the other side: the board rotated by 180°, the players exchanged.
    ///
    /// ```
    /// use symbol_core::Position;
    /// let position: Position = "x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -".parse()?;
    /// assert_eq!(position.turned().to_string(), "x7/x3,kl,x3/x7/x7/x7/x6,K/x7 2 W/- - -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn turned(&self) -> Position {
        self.mapped(Symmetry::Rotate180, Player::opponent)
    }

    fn mapped(&self, symmetry: Symmetry, image: fn(Player) -> Player) -> Position {
        let reserves = Player::BOTH.map(|player| self.reserve(image(player)));
        let mut mapped = Position::new(self.options, reserves, image(self.player));
        for player in Player::BOTH {
            for cell in self.pieces(player) {
                mapped.set_stack(image(player), BOARD.map_cell(symmetry, cell), self.stack(cell));
            }
        }
        let active = self.turn.active.map(|cell| BOARD.map_cell(symmetry, cell));
        mapped.set_turn(TurnState { active, ..self.turn });
        mapped.status = match self.status {
            Status::KingLost(player) => Status::KingLost(image(player)),
            status => status,
        };
        mapped
    }
}

impl Action {
    /// The corresponding action on the [`reflected`](Position::reflected) position.
    ///
    /// # Panics
    /// If a cell is not on the board.
    #[must_use]
    pub fn reflected(self) -> Action {
        self.mapped(|cell| BOARD.map_cell(Symmetry::MirrorFiles, cell))
    }

    /// The corresponding action on the [`turned`](Position::turned) position.
    ///
    /// # Panics
    /// If a cell is not on the board.
    #[must_use]
    pub fn turned(self) -> Action {
        self.mapped(|cell| BOARD.map_cell(Symmetry::Rotate180, cell))
    }

    fn mapped(self, map: impl Fn(Cell) -> Cell) -> Action {
        match self {
            Action::PlaceKing { cell } => Action::PlaceKing { cell: map(cell) },
            Action::Reinforce { kind, cell } => Action::Reinforce { kind, cell: map(cell) },
            Action::Move { from, to, pieces } => Action::Move { from: map(from), to: map(to), pieces },
            Action::MoveAndTake { from, to, target, pieces } => {
                Action::MoveAndTake { from: map(from), to: map(to), target: map(target), pieces }
            }
            Action::Take { from, target } => Action::Take { from: map(from), target: map(target) },
            Action::Detonate { cell } => Action::Detonate { cell: map(cell) },
            Action::EndTurn | Action::Pass => self,
        }
    }
}
