//! Zobrist keys.

use abstract_game::{Player, zobrist};

use crate::{Colour, MAX_SIZE, Pie, Position};

static SNORKELS: [[u64; 64]; 2] = [zobrist::keys(0x534e_0001), zobrist::keys(0x534e_0002)];
static STONES: [u64; 64] = zobrist::keys(0x534e_0003);
static PIES: [u64; 3] = zobrist::keys(0x534e_0004);
/// By height. A board that is not square has a key of its width too.
static SIZES: [u64; MAX_SIZE as usize + 1] = zobrist::keys(0x534e_0005);
static WIDTHS: [u64; MAX_SIZE as usize + 1] = zobrist::keys(0x534e_0008);

/// Toggles the colour to place.
const COLOUR: u64 = zobrist::keys::<1>(0x534e_0006)[0];
/// Toggles the owners of the colours.
pub(crate) const OWNERS: u64 = zobrist::keys::<1>(0x534e_0007)[0];

/// A snorkel on the cell with the index `cell`.
#[inline]
fn snorkel(colour: Colour, cell: usize) -> u64 {
    SNORKELS[colour.index()][cell]
}

/// What a placement toggles, apart from the pie rule.
#[inline]
pub(crate) fn placement(colour: Colour, cell: usize) -> u64 {
    snorkel(colour, cell) ^ COLOUR
}

/// A stone on the cell with the index `cell`.
fn stone(cell: usize) -> u64 {
    STONES[cell]
}

/// The state of the pie rule.
#[inline]
pub(crate) fn pie(pie: Pie) -> u64 {
    PIES[pie as usize]
}

/// Everything except the board's content and the pie rule.
fn rest(width: u8, height: u8, to_place: Colour, purple_owner: Player) -> u64 {
    let colour = if to_place == Colour::Purple { 0 } else { COLOUR };
    let owners = if purple_owner == Player::P1 { 0 } else { OWNERS };
    let width = if width == height { 0 } else { WIDTHS[usize::from(width)] };
    SIZES[usize::from(height)] ^ width ^ colour ^ owners
}

impl Position {
    /// The key, computed from the whole position.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = rest(self.width, self.height, self.to_place, self.purple_owner) ^ pie(self.pie);
        for colour in Colour::BOTH {
            for cell in self.snorkels(colour) {
                key ^= snorkel(colour, cell.index());
            }
        }
        self.stones().into_iter().fold(key, |key, cell| key ^ stone(cell.index()))
    }
}
