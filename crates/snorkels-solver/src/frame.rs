//! The geometry of a board as words of 64 bits, one bit for each cell of the 8×8 frame.

/// A board: its dimensions, and the symmetries that map its stones onto themselves.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    width: u8,
    height: u8,
    /// The numbers of the symmetries, the identity first.
    symmetries: Vec<u8>,
}

impl Frame {
    /// The board with these cells that are not stones.
    pub(crate) fn new(width: u8, height: u8, free: u64) -> Frame {
        let mut frame = Frame { width, height, symmetries: Vec::new() };
        let all = if width == height { 0..8 } else { 0..4 };
        frame.symmetries = all.filter(|&symmetry| frame.image(symmetry, free) == free).collect();
        frame
    }

    /// The numbers of the symmetries that keep the stones.
    #[cfg(test)]
    pub(crate) fn symmetries(&self) -> &[u8] {
        &self.symmetries
    }

    /// The image of a set: bit 0 of the number of the symmetry reverses the ranks, bit 1 the files, and bit 2 then
    /// exchanges files and ranks.
    pub(crate) const fn image(&self, symmetry: u8, set: u64) -> u64 {
        let mut image = set;
        if symmetry & 1 != 0 {
            image = image.swap_bytes() >> (8 * (8 - self.height));
        }
        if symmetry & 2 != 0 {
            image = reverse_files(image) >> (8 - self.width);
        }
        if symmetry & 4 != 0 {
            image = transpose(image);
        }
        image
    }

    /// The least of the images of two sets.
    pub(crate) fn canonical(&self, sets: [u64; 2]) -> [u64; 2] {
        let images = self.symmetries.iter().map(|&symmetry| sets.map(|set| self.image(symmetry, set)));
        images.min().unwrap_or(sets)
    }
}

/// Reverses the files of the 8×8 frame.
const fn reverse_files(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// Exchanges files and ranks of the 8×8 frame.
const fn transpose(mut set: u64) -> u64 {
    let mut swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}
