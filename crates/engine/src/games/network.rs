//! What the networks of the games have in common: one hidden layer of squared and clipped sums, computed in 16 bits.

use wide::{i16x8, i32x4};

/// The 1 of the weights of hidden units; also the greatest activation.
pub(super) const ONE: i16 = 255;
/// The 1 of the output weights.
const OUTPUT_ONE: i32 = 64;
/// Centipawns per unit of the natural logarithm of odds are 400 / ln 10.
const PER_CENTIPAWN: f64 =
    (ONE as f64) * (ONE as f64) * (OUTPUT_ONE as f64) * std::f64::consts::LN_10 / 400.0;

/// The numbers of a file: rows of weights, eight units in a vector, and an offset in centipawns for each bucket.
#[derive(Debug)]
pub(super) struct Weights<const BUCKETS: usize> {
    pub(super) eights: Vec<i16x8>,
    pub(super) offsets: [i32; BUCKETS],
}

impl<const BUCKETS: usize> Weights<BUCKETS> {
    /// Reads this number of vectors and the offsets, as numbers of 16 bits, little-endian. `None` if they are not as many.
    pub(super) fn read(file: &[u8], eights: usize) -> Option<Weights<BUCKETS>> {
        let (numbers, []) = file.as_chunks::<2>() else { return None };
        let numbers: Vec<i16> = numbers.iter().map(|&number| i16::from_le_bytes(number)).collect();
        let (weights, offsets) = numbers.split_at_checked(8 * eights)?;
        let eights = weights.as_chunks::<8>().0.iter().map(|&eight| i16x8::new(eight)).collect();
        let offsets: [i16; BUCKETS] = offsets.try_into().ok()?;
        Some(Weights { eights, offsets: offsets.map(i32::from) })
    }
}

/// The output without its offset, in centipawns: of sums and their output weights.
#[inline]
pub(super) fn output(pairs: impl Iterator<Item = (i16x8, i16x8)>) -> i32 {
    let (zero, one) = (i16x8::default(), i16x8::splat(ONE));
    let sum: i32x4 = pairs.fold(i32x4::default(), |total, (sum, output)| {
        let active = sum.max(zero).min(one);
        total + active.dot(active * output)
    });
    sum.reduce_add() / PER_CENTIPAWN as i32
}

#[cfg(test)]
pub(super) mod tests {
    use abstract_game::random::SplitMix64;
    use abstract_game::{Position, Rules};

    /// A checksum of a file of weights.
    pub(in crate::games) fn checksum(file: &[u8]) -> u64 {
        file.iter().fold(0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Checks that a file of weights with less or more bytes is refused.
    pub(in crate::games) fn assert_other_lengths_are_refused<N>(file: &[u8], read: fn(&[u8]) -> Option<N>) {
        let longer = [file, &[0, 0]].concat();
        for file in [&[], &file[..file.len() - 2], &file[..file.len() - 1], &longer] {
            assert!(read(file).is_none(), "{} bytes", file.len());
        }
    }

    /// More than 1,000 positions of random games of at most 300 actions.
    pub(in crate::games) fn random_positions<R: Rules>(rules: &R) -> Vec<R::Position> {
        let mut random = SplitMix64::new(5);
        let mut positions = Vec::new();
        while positions.len() < 1_000 {
            let mut position = rules.start();
            for _ in 0..300 {
                if position.end().is_some() {
                    break;
                }
                positions.push(position.clone());
                let actions = position.actions();
                position.play(actions[random.below(actions.len())]);
            }
        }
        positions
    }
}
