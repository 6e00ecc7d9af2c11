//! A position and what can be asked of it.

use core::fmt;
use core::hash::{Hash, Hasher};

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell};

use crate::turn::{Status, TurnState};
use crate::{Game, Kind, Options, Stack, Terrain, zobrist};

/// A position of Symbol: the board, the reserves, whose turn it is, what has happened in this turn, and the options that
/// play depends on. A plain value without history and without heap.
///
/// [`Symbol`](crate::Symbol) makes positions; playing and text are in the contract [`abstract_game::Position`], which
/// callers bring into scope.
///
/// ```
/// use abstract_game::{Player, Position as _, Rules as _};
/// use symbol_core::{BOARD, Kind, Symbol};
///
/// let mut position = Symbol::new().start();
/// for turn in ["K@d2", "K@d6", "+Ld2"] {
///     let action = position.read_action(turn)?;
///     position.play(action);
/// }
/// let d2 = BOARD.parse_cell("d2")?;
/// assert_eq!(position.king(Player::P1), Some(d2));
/// assert_eq!(position.owner(d2), Some(Player::P1));
/// assert_eq!(position.stack(d2).to_string(), "KL");
/// assert_eq!(position.reserve(Player::P1).count(Kind::Land), 2);
/// // One reinforcement, and what was just placed does not move: the turn ended by itself.
/// assert_eq!(position.player_to_act(), Player::P2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// What stands on each cell; `occupied` tells whose it is.
    pub(crate) cells: [Stack; 49],
    /// By [`Player::index`].
    pub(crate) occupied: [Bitboard64; 2],
    /// Where a kind stands, by [`Kind::index`], for both players; follows from the cells.
    pub(crate) planes: [Bitboard64; 6],
    /// By [`Player::index`]; with the king while it is not placed.
    pub(crate) reserves: [Stack; 2],
    pub(crate) key: u64,
    pub(crate) turn: TurnState,
    pub(crate) options: Options,
    pub(crate) player: Player,
    /// Follows from the rest.
    pub(crate) status: Status,
}

impl Position {
    /// An empty board.
    pub(crate) fn new(options: Options, reserves: [Stack; 2], player: Player) -> Position {
        let mut position = Position {
            cells: [Stack::EMPTY; 49],
            occupied: [Bitboard64::EMPTY; 2],
            planes: [Bitboard64::EMPTY; 6],
            reserves,
            key: 0,
            turn: TurnState::default(),
            options,
            player,
            status: Status::Playing,
        };
        position.key = position.computed_key();
        position
    }

    /// The options that this position is played with.
    #[inline]
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The pieces on a cell; none on one that is not on the board.
    #[inline]
    #[must_use]
    pub fn stack(&self, cell: Cell) -> Stack {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// The player whose pieces stand on a cell.
    #[inline]
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player).contains(cell))
    }

    /// The cells on which a player has pieces.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, player: Player) -> Bitboard64 {
        self.occupied[player.index()]
    }

    /// The cells on which pieces stand.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard64 {
        self.occupied[0] | self.occupied[1]
    }

    /// The cells on which a player has a piece of a kind.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, player: Player, kind: Kind) -> Bitboard64 {
        self.pieces(player) & self.plane(kind)
    }

    /// The cells on which somebody has a piece of a kind.
    #[inline]
    #[must_use]
    pub const fn plane(&self, kind: Kind) -> Bitboard64 {
        self.planes[kind.index()]
    }

    /// The cells of a player's stacks that have a supporter of a terrain.
    #[inline]
    #[must_use]
    pub fn supporters(&self, player: Player, terrain: Terrain) -> Bitboard64 {
        let own = match terrain {
            Terrain::Land => self.plane(Kind::Land),
            Terrain::Water => self.plane(Kind::Water),
        };
        self.pieces(player) & (own | self.plane(Kind::Air) | self.plane(Kind::Fire))
    }

    /// The cells of a player's stacks that can move.
    #[inline]
    #[must_use]
    pub fn mobile(&self, player: Player) -> Bitboard64 {
        let both = Kind::MOBILE.iter().fold(Bitboard64::EMPTY, |all, &kind| all | self.plane(kind));
        self.pieces(player) & both
    }

    /// The cell of a player's king, if it is on the board.
    #[inline]
    #[must_use]
    pub fn king(&self, player: Player) -> Option<Cell> {
        self.pieces_of(player, Kind::King).first()
    }

    /// The pieces a player has in reserve, the king among them while it is not placed.
    #[inline]
    #[must_use]
    pub const fn reserve(&self, player: Player) -> Stack {
        self.reserves[player.index()]
    }

    /// All pieces of a player, on the board and in reserve.
    #[must_use]
    pub fn total(&self, player: Player) -> Stack {
        self.pieces(player).into_iter().fold(self.reserve(player), |all, cell| all.plus(self.stack(cell)))
    }

    /// How many regions a player controls: those with a piece of the player and none of the opponent.
    #[must_use]
    pub fn regions_controlled(&self, player: Player) -> u8 {
        let (own, enemy) = (self.pieces(player), self.pieces(player.opponent()));
        let map = self.options.regions.map();
        map.iter().map(|&region| u8::from(own.intersects(region) && !enemy.intersects(region))).sum()
    }

    /// The regions that a player controls, as the cells they are made of.
    pub fn controlled_regions(&self, player: Player) -> impl Iterator<Item = Bitboard64> + use<'_> {
        let (own, enemy) = (self.pieces(player), self.pieces(player.opponent()));
        let map = self.options.regions.map();
        map.iter().copied().filter(move |&region| own.intersects(region) && !enemy.intersects(region))
    }

    /// How many reinforcements a turn that starts with this cell allows.
    pub(crate) fn quota_of(&self, cell: Cell) -> u8 {
        match self.options.game {
            _ if !self.stack(cell).has(Kind::King) => 0,
            Game::Simple => 1,
            Game::Full => 1 + self.regions_controlled(self.player) / 3,
        }
    }

    /// How many pieces the player to move may still bring in this turn, whatever the reserve has: at the start of a
    /// turn, if it uses the king's cell. None while the king is not placed.
    #[must_use]
    pub fn reinforcements_left(&self) -> u8 {
        match (self.turn.active, self.king(self.player)) {
            (_, None) => 0,
            (None, Some(king)) => self.quota_of(king),
            (Some(_), Some(_)) => self.turn.left,
        }
    }

    /// The active cell of an unfinished turn: where the movers rest, or died, after a move.
    #[inline]
    #[must_use]
    pub const fn active_cell(&self) -> Option<Cell> {
        self.turn.active
    }

    /// The pieces placed this turn on the king's cell, which may not move, attack or be detonated; none once a move was
    /// made.
    #[inline]
    #[must_use]
    pub const fn fresh(&self) -> Stack {
        self.turn.fresh
    }

    /// The pieces that moved this turn and are still there: `None` before the move, nothing after a standstill attack or
    /// when they are gone.
    #[inline]
    #[must_use]
    pub fn moved(&self) -> Option<Stack> {
        self.turn.moved.then_some(self.turn.movers)
    }

    /// The key, computed anew.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = zobrist::options(&self.options) ^ zobrist::turn(&self.turn);
        for player in Player::BOTH {
            key ^= zobrist::reserve(player, self.reserve(player));
            for cell in self.pieces(player) {
                key ^= zobrist::stack(player, cell, self.stack(cell));
            }
        }
        if self.player == Player::P1 { key } else { key ^ zobrist::PLAYER }
    }

    /// Puts down exactly this stack, which may be empty. The cell is on the board and not the opponent's.
    #[inline]
    pub(crate) fn set_stack(&mut self, player: Player, cell: Cell, stack: Stack) {
        let place = &mut self.cells[cell.index()];
        self.key ^= zobrist::stack(player, cell, *place) ^ zobrist::stack(player, cell, stack);
        *place = stack;
        self.occupied[player.index()].set(cell, !stack.is_empty());
        // Without a branch, as what comes and goes cannot be predicted.
        let here = Bitboard64::from(cell);
        for (plane, kind) in self.planes.iter_mut().zip(Kind::ALL) {
            let bit = Bitboard64::from_words([u64::from(stack.has(kind)) << cell.index()]);
            *plane = (*plane - here) | bit;
        }
    }

    /// Adds pieces to a cell that is not the opponent's.
    #[inline]
    pub(crate) fn add(&mut self, player: Player, cell: Cell, pieces: Stack) {
        self.set_stack(player, cell, self.stack(cell).plus(pieces));
    }

    pub(crate) fn set_reserve(&mut self, player: Player, stack: Stack) {
        let reserve = &mut self.reserves[player.index()];
        self.key ^= zobrist::reserve(player, *reserve) ^ zobrist::reserve(player, stack);
        *reserve = stack;
    }

    #[inline]
    pub(crate) fn set_turn(&mut self, turn: TurnState) {
        self.key ^= zobrist::turn(&self.turn) ^ zobrist::turn(&turn);
        self.turn = turn;
    }
}

/// Equal positions have equal keys, and the key is as good as any hash of the rest.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

/// The text of the position.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
