//! Where reinforcements may be placed.

use abstract_game::Player;
use grid_topology::Bitboard64;

use crate::board::{around, ring};
use crate::reach::Sides;
use crate::{BOARD, Deploy, Kind, LAND, Position, Terrain, WATER};

impl Position {
    /// The cells on which a player's king may place a piece of a kind, whatever the reserve has. None while the king is
    /// not placed.
    ///
    /// ```
    /// use abstract_game::{Player, Rules as _};
    /// use symbol_core::{Kind, Symbol};
    /// let position = Symbol::new().read_position("x7/x3,k,x3/x7/x7/x7/x3,K,x3/F,x6 1 LD/- - -")?;
    /// // `L` around the king on land; `D` around the king or the fire, the corner cut off by the edges.
    /// assert_eq!(position.deployment(Player::P1, Kind::Land).len(), 6);
    /// assert_eq!(position.deployment(Player::P1, Kind::Destruction).len(), 9 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn deployment(&self, player: Player, kind: Kind) -> Bitboard64 {
        let Some(king) = self.king(player) else { return Bitboard64::EMPTY };
        let Sides { own, enemy } = self.sides(player);
        let free = BOARD.cells() - own - enemy;
        let area = if self.options.is_simple() {
            around(own - self.plane(Kind::Destruction)) & free
        } else if self.options.deploy == Deploy::Spanish {
            match kind {
                Kind::Destruction => own | around(own) & free,
                _ => ring(king) & free | Bitboard64::from(king),
            }
        } else {
            match kind {
                Kind::Destruction => {
                    let helpers = self.mobile(player).with(king);
                    (around(helpers) | helpers) - enemy
                }
                _ => (ring(king) - enemy).with(king),
            }
        };
        area & self.support_for(player, kind)
    }

    /// The cells on which a stack would be supported after a piece of that kind joined it.
    #[inline]
    pub(crate) fn support_for(&self, player: Player, kind: Kind) -> Bitboard64 {
        match kind {
            Kind::Land => LAND | self.supporters(player, Terrain::Water),
            Kind::Water => WATER | self.supporters(player, Terrain::Land),
            _ => BOARD.cells(),
        }
    }

    /// Whether a player's king can place anything.
    #[inline]
    pub(crate) fn can_deploy(&self, player: Player) -> bool {
        let reserve = self.reserve(player);
        let has = |kind| reserve.has(kind);
        // In the full game these may always join the king.
        if !self.options.is_simple() && (has(Kind::Air) || has(Kind::Fire) || has(Kind::Destruction)) {
            return self.king(player).is_some();
        }
        Kind::ARMY.into_iter().any(|kind| has(kind) && !self.deployment(player, kind).is_empty())
    }
}
