//! A small network that corrects the hand-written evaluation.
//!
//! The inputs are the pieces on the board. The network sees the position from the city to act: cities are numbered in the
//! order in which they act, and the board is turned so that Athens or Sparta acts. The game has no other symmetry, so the two
//! views have weights of their own. The evaluation is the sum of the hand-written terms and the output.

use std::sync::LazyLock;

use games::nika_core::{BOARD, City, Facing, Position};
use grid_topology::{Cell, Symmetry};
use wide::i16x8;

use super::distance;
use crate::games::network::{Weights, output};

/// The number of hidden units.
pub(super) const UNITS: usize = 32;
/// The views: Athens or Sparta acts, after turning the board.
pub(super) const VIEWS: usize = 2;
/// The inputs: by view, order of the city, facing and cell.
pub(super) const INPUTS: usize = VIEWS * 4 * 4 * CELLS;

const CELLS: usize = BOARD.len();
const EIGHTS: usize = UNITS / 8;

/// The weights as `trainer train --game nika` writes them.
static FILE: &[u8] = include_bytes!("network.bin");

/// The network of the engine.
pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(FILE).expect("the file is complete"));

/// By whether the board is turned: the image of each cell.
static TURNED: LazyLock<[[u8; CELLS]; 2]> = LazyLock::new(|| {
    [Symmetry::Identity, Symmetry::Rotate180].map(|symmetry| {
        std::array::from_fn(|cell| BOARD.map_cell(symmetry, Cell::new(cell as u8)).index() as u8)
    })
});

/// The view of the city to act.
pub(super) fn view(position: &Position) -> usize {
    position.city_to_act().index() % VIEWS
}

/// The steps from a cell to the victory area of the city with this place in the order of turns, without regard to pieces.
pub(super) fn to_victory(view: usize, order: usize, cell: usize) -> usize {
    distance::to_victory(City::ALL[(view + order) % 4], Cell::new(cell as u8)) as usize
}

/// Calls a function with the input of each piece on the board.
#[inline]
pub(super) fn for_each_input(position: &Position, mut see: impl FnMut(usize)) {
    let to_act = position.city_to_act().index();
    let is_turned = to_act >= VIEWS;
    let images = &TURNED[usize::from(is_turned)];
    for city in City::ALL {
        let order = (city.index() + 4 - to_act) % 4;
        position.for_each_piece(city, |cell, facing| {
            let seen = if is_turned { facing.opposite() } else { facing };
            see(input(view(position), order, seen, images[cell.index() % CELLS].into()));
        });
    }
}

/// The input of a piece of the city with this place in the order of turns.
pub(super) fn input(view: usize, order: usize, facing: Facing, cell: usize) -> usize {
    ((view * 4 + order) * 4 + facing.index()) * CELLS + cell
}

/// The weights of a network.
#[derive(Debug)]
pub(super) struct Network {
    /// By input.
    weights: Box<[[i16x8; EIGHTS]]>,
    biases: [i16x8; EIGHTS],
    /// By view.
    outputs: [[i16x8; EIGHTS]; VIEWS],
    /// By view, in centipawns.
    offsets: [i32; VIEWS],
}

impl Network {
    /// Reads the weights: those of all inputs and units, the biases of the units, and for each view the output weights and
    /// the offsets, as numbers of 16 bits, little-endian. `None` if they are not as many.
    pub(super) fn read(file: &[u8]) -> Option<Network> {
        let Weights { eights, offsets } = Weights::read(file, EIGHTS * (INPUTS + 1 + VIEWS))?;
        let rows = eights.as_chunks::<EIGHTS>().0;
        let (weights, others) = rows.split_at(INPUTS);
        let outputs = others[1..].try_into().ok()?;
        Some(Network { weights: weights.into(), biases: others[0], outputs, offsets })
    }

    /// What the network adds to the evaluation for the team to act, in centipawns.
    #[inline]
    pub(super) fn evaluate(&self, position: &Position) -> i32 {
        let mut sums = self.biases;
        for_each_input(position, |input| {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[input]) {
                *sum += *weight;
            }
        });
        let view = view(position);
        output(sums.into_iter().zip(self.outputs[view])) + self.offsets[view]
    }
}

#[cfg(test)]
mod tests {
    use games::nika_core::Nika;
    use grid_topology::Symmetry;

    use super::{FILE, INPUTS, NETWORK, Network, UNITS, VIEWS, for_each_input, view};
    use crate::games::network::tests::{assert_other_lengths_are_refused, checksum, random_positions};

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(FILE), 0x686c7531f337bb88);
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert_other_lengths_are_refused(FILE, Network::read);
    }

    #[test]
    fn every_piece_has_an_input_of_its_own() {
        for position in random_positions(&Nika) {
            let mut inputs = Vec::new();
            for_each_input(&position, |input| inputs.push(input));
            assert_eq!(inputs.len(), position.occupied().len() as usize);
            inputs.sort_unstable();
            inputs.dedup();
            assert_eq!(inputs.len(), position.occupied().len() as usize);
            assert!(inputs.iter().all(|input| input / (INPUTS / VIEWS) == view(&position)));
        }
    }

    #[test]
    fn turned_positions_have_the_same_evaluation() {
        for position in random_positions(&Nika) {
            let turned = position.mapped(Symmetry::Rotate180);
            assert_eq!(NETWORK.evaluate(&position), NETWORK.evaluate(&turned));
        }
    }

    /// The same network computed one number after the other, with integers and with floating-point numbers.
    #[test]
    fn the_evaluation_is_that_of_the_definition() {
        let numbers: Vec<i32> =
            FILE.chunks(2).map(|pair| i32::from(i16::from_le_bytes([pair[0], pair[1]]))).collect();
        let (weights, rest) = numbers.split_at(UNITS * INPUTS);
        let (biases, rest) = rest.split_at(UNITS);
        let (outputs, offsets) = rest.split_at(UNITS * VIEWS);
        for position in random_positions(&Nika) {
            let (mut exact, mut logit) = (0, 0.0);
            for unit in 0..UNITS {
                let mut sum = biases[unit];
                for_each_input(&position, |input| sum += weights[UNITS * input + unit]);
                let output = outputs[UNITS * view(&position) + unit];
                exact += sum.clamp(0, 255).pow(2) * output;
                logit += (f64::from(sum) / 255.0).clamp(0.0, 1.0).powi(2) * f64::from(output) / 64.0;
            }
            let (value, offset) = (NETWORK.evaluate(&position), offsets[view(&position)]);
            assert_eq!(value, exact / 23_956 + offset);
            let float = logit * 400.0 / std::f64::consts::LN_10 + f64::from(offset);
            assert!((f64::from(value) - float).abs() < 2.0, "{value}, {float}");
        }
    }
}
