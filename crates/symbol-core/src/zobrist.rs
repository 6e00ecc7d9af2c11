//! The parts of the Zobrist key.
//!
//! A table with a key for every possible stack would be large, so keys are computed: each part of the position packs into a
//! number of its own, which a mixing function turns into 64 pseudo-random bits.

use abstract_game::Player;
use grid_topology::Cell;

use crate::turn::TurnState;
use crate::{Options, Stack};

/// The finalizer of `SplitMix64`: a bijection in which every bit of the result depends on every bit of the argument.
#[inline]
const fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a part, in the highest bits. A stack uses the lowest 30 bits.
const fn part(number: u64) -> u64 {
    number << 56
}

/// P2 is to move.
pub(crate) const PLAYER: u64 = mixed(part(1));

/// The stack of a player on a cell; 0 if it is empty.
#[inline]
pub(crate) const fn stack(player: Player, cell: Cell, stack: Stack) -> u64 {
    if stack.is_empty() {
        return 0;
    }
    mixed(part(2) | (player.index() as u64) << 48 | (cell.index() as u64) << 32 | stack.bits() as u64)
}

/// The reserve of a player.
#[inline]
pub(crate) const fn reserve(player: Player, stack: Stack) -> u64 {
    mixed(part(3) | (player.index() as u64) << 48 | stack.bits() as u64)
}

/// The state within a turn; 0 at the start of a turn.
#[inline]
pub(crate) fn turn(turn: &TurnState) -> u64 {
    let Some(active) = turn.active else { return 0 };
    let state = (active.index() as u64) << 40 | u64::from(turn.left) << 33 | u64::from(turn.moved) << 32;
    mixed(part(4) | state | u64::from(turn.fresh.bits())) ^ mixed(part(5) | u64::from(turn.movers.bits()))
}

/// The options.
pub(crate) fn options(options: &Options) -> u64 {
    mixed(part(6) | options.bits())
}
