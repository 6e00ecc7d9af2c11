//! The parts of the Zobrist key, which is their sum modulo 2^64.
//!
//! Stacks are sums over their pieces, so the key of a stack is the sum of the keys of its pieces, and a piece that comes or
//! goes changes the key by one number. The state within a turn is not a sum: it packs into a number of its own, which a
//! mixing function turns into 64 pseudo-random bits, like the options.

use abstract_game::Player;
use grid_topology::Cell;

use crate::turn::TurnState;
use crate::{Kind, Options};

/// The finalizer of `SplitMix64`: a bijection in which every bit of the result depends on every bit of the argument.
#[inline]
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a part, in the highest bits.
const fn part(number: u64) -> u64 {
    number << 56
}

/// By player, cell and kind: a piece on the board.
static PIECES: [[[u64; 6]; 49]; 2] = {
    let mut keys = [[[0; 6]; 49]; 2];
    let mut at = 0;
    while at < 2 * 49 * 6 {
        keys[at / (49 * 6)][at / 6 % 49][at % 6] = mixed(part(2) | at as u64);
        at += 1;
    }
    keys
};

/// By player and kind: a piece in reserve.
static RESERVES: [[u64; 6]; 2] = {
    let mut keys = [[0; 6]; 2];
    let mut at = 0;
    while at < 2 * 6 {
        keys[at / 6][at % 6] = mixed(part(3) | at as u64);
        at += 1;
    }
    keys
};

/// A piece of a player on a cell, which must be on the board.
#[inline]
pub(crate) fn piece(player: Player, cell: Cell, kind: Kind) -> u64 {
    PIECES[player.index()][cell.index()][kind.index()]
}

/// A piece in the reserve of a player.
#[inline]
pub(crate) fn reserve(player: Player, kind: Kind) -> u64 {
    RESERVES[player.index()][kind.index()]
}

/// The player to move; 0 for P1.
#[inline]
pub(crate) const fn player(player: Player) -> u64 {
    match player {
        Player::P1 => 0,
        Player::P2 => mixed(part(1)),
    }
}

/// The state within a turn; 0 at the start of a turn.
#[inline]
pub(crate) fn turn(turn: &TurnState) -> u64 {
    let Some(active) = turn.active else { return 0 };
    // After the move nothing is fresh, and before it nothing has moved.
    let pieces = if turn.moved { turn.movers } else { turn.fresh };
    let state = (active.index() as u64) << 40 | u64::from(turn.left) << 33 | u64::from(turn.moved) << 32;
    mixed(part(4) | state | u64::from(pieces.bits()))
}

/// The options.
pub(crate) fn options(options: &Options) -> u64 {
    mixed(part(6) | options.bits())
}
