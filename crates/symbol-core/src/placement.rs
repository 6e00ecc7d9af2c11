//! Where kings and reinforcements may be placed.

use abstract_game::Player;
use grid_topology::Bitboard64;

use crate::board::around;
use crate::{BOARD, Deploy, Kind, Position, Terrain, land_of};

impl Position {
    /// The cells on which a player may place the king.
    #[inline]
    pub(crate) fn king_cells(&self, player: Player) -> Bitboard64 {
        land_of(player) - self.occupied()
    }

    /// The cells on which a player may place a reinforcement of this kind. The reserve and the state of the turn are not
    /// considered. Empty while the player has no king on the board.
    ///
    /// ```
    /// use symbol_core::{Kind, Player, Position};
    /// let position: Position = "x7/x3,k,x3/x7/x7/x7/x3,K,x3/F,x6 1 LD/- - -".parse()?;
    /// // `L` goes on land, on or next to the king; `D` also on or next to the fire.
    /// assert_eq!(position.placement_cells(Player::P1, Kind::Land).len(), 6);
    /// assert_eq!(position.placement_cells(Player::P1, Kind::Destruction).len(), 9 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn placement_cells(&self, player: Player, kind: Kind) -> Bitboard64 {
        self.placement_area(player, kind)
            & (self.supported_cells(player, kind) - self.closed_to_placement(player, kind))
    }

    /// The cells near enough to a piece that lets a reinforcement of this kind enter.
    #[inline]
    pub(crate) fn placement_area(&self, player: Player, kind: Kind) -> Bitboard64 {
        let Some(king) = self.king(player) else { return Bitboard64::EMPTY };
        let helpers = if self.options.is_simple() {
            self.pieces(player) - self.plane(Kind::Destruction)
        } else if kind != Kind::Destruction {
            return BOARD.king_steps(king).with(king);
        } else if self.options.deploy == Deploy::Spanish {
            self.pieces(player)
        } else {
            self.mobile(player).with(king)
        };
        helpers | around(helpers)
    }

    /// The cells that are closed to a reinforcement because of the pieces on them.
    #[inline]
    pub(crate) fn closed_to_placement(&self, player: Player, kind: Kind) -> Bitboard64 {
        if self.options.is_simple() {
            self.occupied()
        } else if self.places_as_spanish() && kind != Kind::Destruction {
            self.occupied() - self.pieces_of(player, Kind::King)
        } else {
            self.pieces(player.opponent())
        }
    }

    /// Whether the option `deploy=spanish` is in effect.
    #[inline]
    pub(crate) fn places_as_spanish(&self) -> bool {
        self.options.deploy == Deploy::Spanish && !self.options.is_simple()
    }

    /// The cells on which a piece of this kind has support: those of its own terrain, and those where a friendly
    /// supporter stands.
    #[inline]
    pub(crate) fn supported_cells(&self, player: Player, kind: Kind) -> Bitboard64 {
        match kind.terrain() {
            None => BOARD.cells(),
            Some(terrain @ Terrain::Land) => terrain.cells() | self.supporters(player, Terrain::Water),
            Some(terrain @ Terrain::Water) => terrain.cells() | self.supporters(player, Terrain::Land),
        }
    }

    /// Whether a player has a reinforcement in reserve and a cell to place it on.
    #[inline]
    pub(crate) fn can_place(&self, player: Player) -> bool {
        let reserve = self.reserve(player);
        // In the full game `A`, `F` and `D` may always join the king; this answers most calls without computing a set.
        let joins_king = [Kind::Air, Kind::Fire, Kind::Destruction].iter().any(|&kind| reserve.has(kind));
        if !self.options.is_simple() && joins_king {
            return self.king(player).is_some();
        }
        Kind::ARMY.into_iter().any(|kind| reserve.has(kind) && !self.placement_cells(player, kind).is_empty())
    }
}
