//! Positions.

use core::hash::{Hash, Hasher};

use abstract_game::Player;
use derive_more::Debug;
use grid_topology::{Bitboard64, Cell};

use crate::turn::{Status, TurnState};
use crate::{Game, Kind, Options, Stack, Terrain, zobrist};

/// A position of Symbol: the board, the reserves, the player to move, the state within the turn, and the options that play
/// depends on. A plain value without history and heap memory.
///
/// [`Symbol::start`](crate::Symbol::start) and `FromStr` make positions. Playing is in the trait
/// [`abstract_game::Position`], which [`prelude`](crate::prelude) imports.
///
/// ```
/// use symbol_core::{BOARD, Kind, Player, Symbol, prelude::*};
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
/// // One reinforcement is allowed, and it may not move in this turn: the turn ended by itself.
/// assert_eq!(position.player_to_act(), Player::P2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[debug("Position({self})")]
pub struct Position {
    /// The stack on each cell; `occupied` has its owner.
    pub(crate) cells: [Stack; 49],
    /// By [`Player::index`].
    pub(crate) occupied: [Bitboard64; 2],
    /// By [`Kind::index`]: the cells with a piece of that kind of either player. Derived from `cells`.
    pub(crate) planes: [Bitboard64; 6],
    /// By [`Player::index`]: all pieces on the board. Derived from `cells`.
    on_board: [Stack; 2],
    /// By [`Player::index`]; includes the king until it is placed.
    pub(crate) reserves: [Stack; 2],
    pub(crate) key: u64,
    pub(crate) turn: TurnState,
    pub(crate) options: Options,
    pub(crate) player: Player,
    /// Derived from the other fields.
    pub(crate) status: Status,
}

impl Position {
    /// A position with an empty board.
    pub(crate) fn new(options: Options, reserves: [Stack; 2], player: Player) -> Position {
        let mut position = Position {
            cells: [Stack::EMPTY; 49],
            occupied: [Bitboard64::EMPTY; 2],
            planes: [Bitboard64::EMPTY; 6],
            on_board: [Stack::EMPTY; 2],
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

    /// The options.
    #[inline]
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The pieces on a cell; empty if the cell is not on the board.
    #[inline]
    #[must_use]
    pub fn stack(&self, cell: Cell) -> Stack {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// The owner of the pieces on a cell; `None` if it is empty.
    #[inline]
    #[must_use]
    pub fn owner(&self, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.pieces(player).contains(cell))
    }

    /// The cells with pieces of a player.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, player: Player) -> Bitboard64 {
        self.occupied[player.index()]
    }

    /// The cells with pieces.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard64 {
        self.occupied[0] | self.occupied[1]
    }

    /// The cells with a piece of this kind of a player.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, player: Player, kind: Kind) -> Bitboard64 {
        self.pieces(player) & self.plane(kind)
    }

    /// The cells with a piece of this kind of either player.
    #[inline]
    #[must_use]
    pub const fn plane(&self, kind: Kind) -> Bitboard64 {
        self.planes[kind.index()]
    }

    /// The cells with a player's supporter for a terrain.
    #[inline]
    #[must_use]
    pub fn supporters(&self, player: Player, terrain: Terrain) -> Bitboard64 {
        let own = match terrain {
            Terrain::Land => self.plane(Kind::Land),
            Terrain::Water => self.plane(Kind::Water),
        };
        self.pieces(player) & (own | self.plane(Kind::Air) | self.plane(Kind::Fire))
    }

    /// The cells with a player's mobile piece.
    #[inline]
    #[must_use]
    pub fn mobile(&self, player: Player) -> Bitboard64 {
        let both = Kind::MOBILE.iter().fold(Bitboard64::EMPTY, |all, &kind| all | self.plane(kind));
        self.pieces(player) & both
    }

    /// The cell of a player's king; `None` if it is not on the board.
    #[inline]
    #[must_use]
    pub fn king(&self, player: Player) -> Option<Cell> {
        self.pieces_of(player, Kind::King).first()
    }

    /// A player's reserve, which includes the king until it is placed.
    #[inline]
    #[must_use]
    pub const fn reserve(&self, player: Player) -> Stack {
        self.reserves[player.index()]
    }

    /// All pieces of a player, on the board and in reserve.
    #[inline]
    #[must_use]
    pub const fn total(&self, player: Player) -> Stack {
        self.on_board[player.index()].plus(self.reserve(player))
    }

    /// The number of regions that a player controls.
    #[inline]
    #[must_use]
    pub fn regions_controlled(&self, player: Player) -> u8 {
        let touched = |player| self.options.regions.touched(self.pieces(player));
        (touched(player) - touched(player.opponent())).len() as u8
    }

    /// The number of regions that a player controls, less the number that the opponent controls.
    #[inline]
    #[must_use]
    pub const fn regions_lead(&self, player: Player) -> i32 {
        // Regions with pieces of both count on both sides.
        let (own, enemy) = (self.pieces(player), self.pieces(player.opponent()));
        self.options.regions.touched_difference(own, enemy)
    }

    /// The number of reinforcements of a turn that uses this cell.
    pub(crate) fn quota_of(&self, cell: Cell) -> u8 {
        match self.options.game {
            _ if !self.stack(cell).has(Kind::King) => 0,
            Game::Simple => 1,
            Game::Full => 1 + self.regions_controlled(self.player) / 3,
        }
    }

    /// The number of reinforcements left in this turn, not limited by the reserve. At the start of a turn: the number if
    /// it uses the king's cell. 0 until the king is placed.
    #[must_use]
    pub fn reinforcements_left(&self) -> u8 {
        match (self.turn.active, self.king(self.player)) {
            (_, None) => 0,
            (None, Some(king)) => self.quota_of(king),
            (Some(_), Some(_)) => self.turn.left,
        }
    }

    /// The active cell of an unfinished turn. After a move: where the movers ended or died.
    #[inline]
    #[must_use]
    pub const fn active_cell(&self) -> Option<Cell> {
        self.turn.active
    }

    /// The pieces placed on the king's cell in this turn, which may not move, attack or be detonated. Empty after the
    /// move.
    #[inline]
    #[must_use]
    pub const fn fresh(&self) -> Stack {
        self.turn.fresh
    }

    /// The pieces that moved in this turn: `None` before the move, an empty stack if they died or attacked without a
    /// move.
    #[inline]
    #[must_use]
    pub fn moved(&self) -> Option<Stack> {
        self.turn.moved.then_some(self.turn.movers)
    }

    /// The key, computed from scratch.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = zobrist::options(&self.options)
            .wrapping_add(zobrist::turn(&self.turn))
            .wrapping_add(zobrist::player(self.player));
        let mut add = |piece: u64, count: u8| key = key.wrapping_add(piece.wrapping_mul(count.into()));
        for player in Player::BOTH {
            for (kind, count) in self.reserve(player).kinds() {
                add(zobrist::reserve(player, kind), count);
            }
            for cell in self.pieces(player) {
                for (kind, count) in self.stack(cell).kinds() {
                    add(zobrist::piece(player, cell, kind), count);
                }
            }
        }
        key
    }

    /// Replaces the stack on a cell, which must be on the board and not the opponent's.
    #[inline]
    pub(crate) fn set_stack(&mut self, player: Player, cell: Cell, stack: Stack) {
        let before = self.replace_stack(player, cell, stack);
        for (kind, [was, is]) in before.changed_counts(stack) {
            let change = u64::from(is).wrapping_sub(was.into());
            self.key = self.key.wrapping_add(zobrist::piece(player, cell, kind).wrapping_mul(change));
            self.planes[kind.index()].set(cell, is > 0);
        }
    }

    /// Replaces the stack on a cell in all fields but `planes` and `key`. Returns the stack before.
    #[inline]
    fn replace_stack(&mut self, player: Player, cell: Cell, stack: Stack) -> Stack {
        let before = core::mem::replace(&mut self.cells[cell.index()], stack);
        self.occupied[player.index()].set(cell, !stack.is_empty());
        let on_board = &mut self.on_board[player.index()];
        *on_board = on_board.minus(before).plus(stack);
        before
    }

    /// Moves a piece from a player's reserve to a cell, which must be on the board and not the opponent's.
    #[inline]
    pub(crate) fn place(&mut self, player: Player, cell: Cell, kind: Kind) {
        let (reserve, piece) = (zobrist::reserve(player, kind), zobrist::piece(player, cell, kind));
        self.key = self.key.wrapping_sub(reserve).wrapping_add(piece);
        self.reserves[player.index()] = self.reserve(player).without(kind);
        self.replace_stack(player, cell, self.stack(cell).with(kind));
        self.planes[kind.index()].insert(cell);
    }

    /// Adds pieces to a cell, which must not be the opponent's.
    #[inline]
    pub(crate) fn add(&mut self, player: Player, cell: Cell, pieces: Stack) {
        self.set_stack(player, cell, self.stack(cell).plus(pieces));
    }

    /// Adds pieces to a player's reserve.
    pub(crate) fn add_to_reserve(&mut self, player: Player, pieces: Stack) {
        for (kind, count) in pieces.kinds() {
            let key = zobrist::reserve(player, kind).wrapping_mul(count.into());
            self.key = self.key.wrapping_add(key);
        }
        self.reserves[player.index()] = self.reserve(player).plus(pieces);
    }

    #[inline]
    pub(crate) fn set_turn(&mut self, turn: TurnState) {
        self.key = self.key.wrapping_sub(zobrist::turn(&self.turn)).wrapping_add(zobrist::turn(&turn));
        self.turn = turn;
    }

    #[inline]
    pub(crate) fn set_player(&mut self, player: Player) {
        self.key = self.key.wrapping_sub(zobrist::player(self.player)).wrapping_add(zobrist::player(player));
        self.player = player;
    }
}

/// Hashes the key, which covers all fields.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}
