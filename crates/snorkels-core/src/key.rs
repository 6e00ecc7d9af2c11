//! The tables behind a position's Zobrist key.

use abstract_game::{Player, zobrist};

use crate::{Colour, MAX_SIZE, Pie};

static SNORKELS: [[u64; 64]; 2] = [zobrist::keys(0x534e_0001), zobrist::keys(0x534e_0002)];
static STONES: [u64; 64] = zobrist::keys(0x534e_0003);
static PIES: [u64; 3] = zobrist::keys(0x534e_0004);
static SIZES: [u64; MAX_SIZE as usize + 1] = zobrist::keys(0x534e_0005);

/// Changes the key when the colour to place changes.
pub(crate) const COLOUR: u64 = zobrist::keys::<1>(0x534e_0006)[0];
/// Changes the key when the colours change owners.
pub(crate) const OWNERS: u64 = zobrist::keys::<1>(0x534e_0007)[0];

/// A snorkel on the cell with that index.
#[inline]
pub(crate) fn snorkel(colour: Colour, cell: usize) -> u64 {
    SNORKELS[colour.index()][cell]
}

/// A stone on the cell with that index.
pub(crate) fn stone(cell: usize) -> u64 {
    STONES[cell]
}

/// The state of the pie rule.
#[inline]
pub(crate) fn pie(pie: Pie) -> u64 {
    PIES[pie as usize]
}

/// All that is neither on the board nor about the pie rule.
pub(crate) fn rest(size: u8, to_place: Colour, purple_owner: Player) -> u64 {
    let colour = if to_place == Colour::Purple { 0 } else { COLOUR };
    let owners = if purple_owner == Player::P1 { 0 } else { OWNERS };
    SIZES[usize::from(size)] ^ colour ^ owners
}
