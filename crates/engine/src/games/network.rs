//! What the networks of the games have in common: one hidden layer of squared and clipped sums, computed in 16 bits.

use std::array;
use std::sync::atomic::{AtomicU64, Ordering};

use grid_topology::Cell;
use wide::{i16x8, i32x4};

use crate::training::WrongLength;

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
    /// Reads this number of vectors and the offsets, as numbers of 16 bits, little-endian.
    pub(super) fn read(file: &[u8], eights: usize) -> Result<Weights<BUCKETS>, WrongLength> {
        let (length, expected) = (file.len(), 2 * (8 * eights + BUCKETS));
        if length != expected {
            return Err(WrongLength { length, expected });
        }
        let numbers: Vec<i16> =
            file.as_chunks::<2>().0.iter().map(|&number| i16::from_le_bytes(number)).collect();
        let (weights, offsets) = numbers.split_at(8 * eights);
        let eights = weights.as_chunks::<8>().0.iter().map(|&eight| i16x8::new(eight)).collect();
        Ok(Weights { eights, offsets: array::from_fn(|bucket| offsets[bucket].into()) })
    }
}

/// A network of which few of many inputs are 1: each of them adds its row of weights to the sums of the units.
#[derive(Debug, PartialEq)]
pub(super) struct SparseNetwork<const EIGHTS: usize, const BUCKETS: usize> {
    /// Different for each network that was read.
    pub(super) id: u64,
    /// By input.
    weights: Box<[[i16x8; EIGHTS]]>,
    /// The sums of the units when no input is 1.
    pub(super) biases: Sums<EIGHTS>,
    /// By bucket.
    outputs: [[i16x8; EIGHTS]; BUCKETS],
    /// By bucket, in centipawns.
    offsets: [i32; BUCKETS],
}

/// The sums of the units of a network.
pub(super) type Sums<const EIGHTS: usize> = [i16x8; EIGHTS];

/// The sums that are kept in registers at the same time: half of the 16 vector registers of most processors.
const TOGETHER: usize = 8;

impl<const EIGHTS: usize, const BUCKETS: usize> SparseNetwork<EIGHTS, BUCKETS> {
    /// Reads the weights: those of all inputs and units, the biases of the units, and for each bucket the output weights and
    /// the offsets, as numbers of 16 bits, little-endian.
    pub(super) fn read(file: &[u8], inputs: usize) -> Result<Self, WrongLength> {
        const { assert!(EIGHTS.is_multiple_of(TOGETHER), "change() computes whole groups") };
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let Weights { eights, offsets } = Weights::read(file, EIGHTS * (inputs + 1 + BUCKETS))?;
        let rows = eights.as_chunks::<EIGHTS>().0;
        let (weights, others) = rows.split_at(inputs);
        let outputs = array::from_fn(|bucket| others[1 + bucket]);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        Ok(SparseNetwork { id, weights: weights.into(), biases: others[0], outputs, offsets })
    }

    /// Adds the weights of an input that is 1 to the sums of the units.
    #[inline]
    pub(super) fn add(&self, sums: &mut Sums<EIGHTS>, input: usize) {
        sums.iter_mut().zip(&self.weights[input]).for_each(|(sum, weight)| *sum += *weight);
    }

    /// Changes the sums of the units after some inputs became 1 and others 0.
    #[inline]
    pub(super) fn change(&self, sums: &mut Sums<EIGHTS>, set: &[u16], cleared: &[u16]) {
        let of = |input: u16| self.weights[usize::from(input)].as_chunks::<TOGETHER>().0;
        for (part, sums) in sums.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
            let mut changed = *sums;
            for &input in set {
                changed.iter_mut().zip(&of(input)[part]).for_each(|(sum, weight)| *sum += *weight);
            }
            for &input in cleared {
                changed.iter_mut().zip(&of(input)[part]).for_each(|(sum, weight)| *sum -= *weight);
            }
            *sums = changed;
        }
    }

    /// The output of a bucket, in centipawns.
    #[inline]
    pub(super) fn output(&self, sums: &Sums<EIGHTS>, bucket: usize) -> i32 {
        output(sums.iter().copied().zip(self.outputs[bucket])) + self.offsets[bucket]
    }

    /// For each cell by how many centipawns the output of a bucket is higher than without the inputs of the cell. The inputs that are
    /// 1, each with its cell if it has one.
    pub(super) fn shares(&self, bucket: usize, inputs: &[(Option<Cell>, usize)]) -> Vec<(Cell, i32)> {
        let without = |left_out: Option<Cell>| {
            let mut sums = self.biases;
            let seen = inputs.iter().filter(|(cell, _)| cell.is_none() || *cell != left_out);
            seen.for_each(|&(_, input)| self.add(&mut sums, input));
            self.output(&sums, bucket)
        };
        let mut cells: Vec<Cell> = inputs.iter().filter_map(|&(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let output = without(None);
        cells.into_iter().map(|cell| (cell, output - without(Some(cell)))).collect()
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
    use grid_topology::Cell;

    use super::SparseNetwork;
    use crate::training::WrongLength;

    /// Two inputs of one cell, one of another and one without a cell; only the first unit has an output.
    #[test]
    fn a_share_is_what_the_output_loses_without_the_inputs_of_a_cell() {
        let unit = |value: i16| std::array::from_fn::<_, 64, _>(|unit| if unit == 0 { value } else { 0 });
        let rows = [unit(100), unit(50), unit(-100), unit(55), unit(10), unit(64)];
        let numbers = rows.as_flattened().iter().chain(&[7]);
        let file: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        let network = SparseNetwork::<8, 1>::read(&file, 4).expect("a network");
        let [a1, b1] = [0, 1].map(Cell::new);
        let inputs = [(Some(b1), 0), (Some(a1), 1), (Some(b1), 2), (None, 3)];
        let output = |sum: i32| sum * sum * 64 / 23_956;
        let [all, without_a1, without_b1] = [115, 65, 115].map(output);
        assert_eq!(network.shares(0, &inputs), [(a1, all - without_a1), (b1, all - without_b1)]);
        assert_eq!(
            network.shares(0, &inputs[..2]),
            [(a1, output(160) - output(110)), (b1, output(160) - output(60))]
        );
    }

    /// A checksum of a file of weights.
    pub(in crate::games) fn checksum(file: &[u8]) -> u64 {
        file.iter().fold(0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Checks that a file of weights with less or more bytes is refused.
    pub(in crate::games) fn assert_other_lengths_are_refused<N>(
        file: &[u8],
        read: fn(&[u8]) -> Result<N, WrongLength>,
    ) {
        let longer = [file, &[0, 0]].concat();
        for file in [&[], &file[..file.len() - 2], &file[..file.len() - 1], &longer] {
            let refused = read(file).err().map(|error| error.length);
            assert_eq!(refused, Some(file.len()));
        }
    }

    /// Checks that no sum of the biases and this number of inputs exceeds 16 bits.
    pub(in crate::games) fn assert_sums_fit(file: &[u8], units: usize, inputs: usize, most_inputs: usize) {
        let numbers =
            file.as_chunks::<2>().0.iter().map(|&pair| i32::from(i16::from_le_bytes(pair).unsigned_abs()));
        let greatest = numbers.take(units * (inputs + 1)).max().expect("there are weights");
        assert!(greatest * (most_inputs as i32 + 1) <= i16::MAX.into(), "{greatest}");
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
