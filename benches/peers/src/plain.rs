//! A plain program for Snorkels 7×7: bitboards, a flood fill by shifts, nothing clever. The baseline for playouts.

/// Marsaglia's xorshift with 64 bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.max(1))
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// Seven columns of a frame of eight: the eighth stays empty, so that shifts do not wrap round.
const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;

fn beside(set: u64) -> u64 {
    (set << 1 | set >> 1 | set << 8 | set >> 8) & BOARD
}

fn group(seed: u64, colour: u64) -> u64 {
    let mut group = seed;
    loop {
        let grown = (group | beside(group)) & colour;
        if grown == group {
            return group;
        }
        group = grown;
    }
}

/// Whether a group next to or on `seeds` has no air.
fn any_dead(mut seeds: u64, colour: u64, empty: u64) -> bool {
    while seeds != 0 {
        let group = group(seeds & seeds.wrapping_neg(), colour);
        if beside(group) & empty == 0 {
            return true;
        }
        seeds &= !group;
    }
    false
}

/// Plays a uniformly random game from the empty board. Returns whether the first player wins.
pub fn playout(random: &mut Random) -> bool {
    let mut snorkels = [0_u64; 2];
    let mut empty = BOARD;
    let mut colour = 0;
    loop {
        let mut left = empty;
        for _ in 0..random.below(empty.count_ones()) {
            left &= left - 1;
        }
        let at = left & left.wrapping_neg();
        empty ^= at;
        snorkels[colour] |= at;
        if any_dead(beside(at) & snorkels[1 - colour], snorkels[1 - colour], empty) {
            return colour == 0;
        }
        if any_dead(at, snorkels[colour], empty) {
            return colour == 1;
        }
        colour = 1 - colour;
    }
}
