//! Symmetries: the mirrored and the rotated position.

use abstract_game::Player;
use grid_topology::Symmetry;

use crate::turn::{Status, TurnState};
use crate::{Action, BOARD, Position};

impl Position {
    /// The symmetries of the game, the identity first. Ranks are reversed only together with an
    /// [exchange of the players](Self::exchanges_players).
    #[must_use]
    pub const fn symmetries(&self) -> &'static [Symmetry] {
        &[Symmetry::Identity, Symmetry::Rotate180, Symmetry::MirrorFiles, Symmetry::MirrorRanks]
    }

    /// Whether a symmetry exchanges the players: if it reverses the ranks, and so the lands.
    #[must_use]
    pub const fn exchanges_players(symmetry: Symmetry) -> bool {
        matches!(symmetry, Symmetry::Rotate180 | Symmetry::MirrorRanks)
    }

    /// The position on the rotated or mirrored board.
    ///
    /// ```
    /// use symbol_core::{Position, Symmetry};
    /// let position: Position = "x7/k,x6/x7/x7/x7/x3,KL,x3/x7 1 -/w - -".parse()?;
    /// let mirrored = position.mapped(Symmetry::MirrorFiles);
    /// assert_eq!(mirrored.to_string(), "x7/x6,k/x7/x7/x7/x3,KL,x3/x7 1 -/w - -");
    /// // From the other side, with the players exchanged.
    /// let turned = position.mapped(Symmetry::Rotate180);
    /// assert_eq!(turned.to_string(), "x7/x3,kl,x3/x7/x7/x7/x6,K/x7 2 W/- - -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If it is not one of the [symmetries](Self::symmetries).
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Position {
        assert!(self.symmetries().contains(&symmetry), "{symmetry:?} is no symmetry of the game");
        let exchanges = Self::exchanges_players(symmetry);
        let image = |player: Player| if exchanges { player.opponent() } else { player };
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

    /// The action on the [mapped](Self::mapped) position that corresponds to `action` on this one.
    ///
    /// # Panics
    /// If a cell of the action is not on the board.
    #[must_use]
    pub fn map_action(&self, symmetry: Symmetry, action: Action) -> Action {
        let map = |cell| BOARD.map_cell(symmetry, cell);
        match action {
            Action::PlaceKing { cell } => Action::PlaceKing { cell: map(cell) },
            Action::Reinforce { kind, cell } => Action::Reinforce { kind, cell: map(cell) },
            Action::Move { from, to, pieces } => Action::Move { from: map(from), to: map(to), pieces },
            Action::MoveAndTake { from, to, target, pieces } => {
                Action::MoveAndTake { from: map(from), to: map(to), target: map(target), pieces }
            }
            Action::Take { from, target } => Action::Take { from: map(from), target: map(target) },
            Action::Detonate { cell } => Action::Detonate { cell: map(cell) },
            Action::EndTurn | Action::Pass => action,
        }
    }
}
