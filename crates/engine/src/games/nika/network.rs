//! A network that corrects the hand-written evaluation.
//!
//! The inputs are the pieces on the board, the pieces that a city can rout in its next turn, and the actions left. The network sees
//! the position from the city to act: cities are numbered in the order in which they act, and the board is turned so that Athens or
//! Sparta acts. The game has no other symmetry, so the two views have weights of their own. The evaluation is the sum of the
//! hand-written terms and the output.

use std::sync::LazyLock;

use games::nika_core::{BOARD, City, Facing, Position};
use grid_topology::{Cell, Symmetry};

use super::distance;
use super::exposed::Exposed;
use crate::games::network::SparseNetwork;
use crate::games::weights::weights;

/// The number of hidden units.
pub(super) const UNITS: usize = 64;
/// The views: Athens or Sparta acts, after turning the board.
pub(super) const VIEWS: usize = 2;
/// The kinds of exposed pieces: by the number of steps that rout them, and by which of the two cities they belong to.
pub(super) const EXPOSURES: usize = 4;

// The first input of each description, which has inputs by view, order of a city and its own numbers.
const PIECES: usize = 0;
pub(super) const EXPOSED: usize = VIEWS * 4 * 4 * CELLS;
pub(super) const TURN: usize = EXPOSED + VIEWS * 4 * EXPOSURES * CELLS;
/// The number of inputs.
pub(super) const INPUTS: usize = TURN + VIEWS * 2;
/// No position has more inputs that are 1: six pieces of each city, of which each is exposed to two cities, and the turn.
pub(super) const MOST_INPUTS: usize = 24 + 2 * 24 + 1;

const CELLS: usize = BOARD.len();
const EIGHTS: usize = UNITS / 8;

/// The weights as `trainer train --game nika` writes them.
static FILE: &[u8] = include_bytes!("network.bin");

/// The network of the engine.
pub(super) type Network = SparseNetwork<EIGHTS, VIEWS>;

pub(super) static NETWORK: LazyLock<Network> =
    LazyLock::new(|| Network::read(&weights("nika", FILE), INPUTS).expect("the file is complete"));

/// By whether the board is turned: the image of each cell.
pub(super) static TURNED: LazyLock<[[u8; CELLS]; 2]> = LazyLock::new(|| {
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

/// Calls a function with each input that is 1, and the cell of the piece that it describes.
#[inline]
pub(super) fn for_each_input(
    position: &Position,
    exposed: &Exposed,
    mut see: impl FnMut(Option<Cell>, usize),
) {
    let to_act = position.city_to_act().index();
    let view = view(position);
    let is_turned = to_act >= VIEWS;
    let images = &TURNED[usize::from(is_turned)];
    let image = |cell: Cell| usize::from(images[cell.index() % CELLS]);
    for city in City::ALL {
        let order = (city.index() + 4 - to_act) % 4;
        position.for_each_piece(city, |cell, facing| {
            let seen = if is_turned { facing.opposite() } else { facing };
            see(Some(cell), piece_input(view, order, seen, image(cell)));
        });
        let steps = if order == 0 { usize::from(position.actions_left()) } else { 2 };
        let next = position.pieces(City::ALL[(city.index() + 1) % 4]);
        for (further, cells) in exposed[city.index()].into_iter().enumerate().take(steps) {
            for cell in cells {
                let kind = 2 * further + usize::from(!next.contains(cell));
                see(Some(cell), exposed_input(view, order, kind, image(cell)));
            }
        }
    }
    see(None, TURN + 2 * view + usize::from(position.actions_left() == 1));
}

/// The input of a piece of the city with this place in the order of turns.
pub(super) fn piece_input(view: usize, order: usize, facing: Facing, cell: usize) -> usize {
    PIECES + ((view * 4 + order) * 4 + facing.index()) * CELLS + cell
}

/// The input of a piece that is exposed to the city with this place in the order of turns.
pub(super) fn exposed_input(view: usize, order: usize, kind: usize, cell: usize) -> usize {
    EXPOSED + ((view * 4 + order) * EXPOSURES + kind) * CELLS + cell
}

/// What a network adds to the evaluation for the team to act, in centipawns.
#[inline]
pub(super) fn output(network: &Network, position: &Position, exposed: &Exposed) -> i32 {
    let mut sums = network.biases;
    for_each_input(position, exposed, |_, input| network.add(&mut sums, input));
    network.output(&sums, view(position))
}

#[cfg(test)]
mod tests {
    use games::nika_core::{Nika, Position};
    use grid_topology::Symmetry;

    use super::super::exposed::exposed;
    use super::{
        EXPOSED, FILE, INPUTS, MOST_INPUTS, NETWORK, Network, TURN, UNITS, VIEWS, for_each_input, output,
        view,
    };
    use crate::games::network::tests::{
        assert_other_lengths_are_refused, assert_sums_fit, checksum, random_positions,
    };

    fn value(position: &Position) -> i32 {
        output(&NETWORK, position, &exposed(position))
    }

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(FILE), 0x9cedf282c443022f);
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert_other_lengths_are_refused(FILE, |file| Network::read(file, INPUTS));
    }

    #[test]
    fn inputs_are_different_and_of_the_view() {
        let mut most = 0;
        for position in random_positions(&Nika) {
            let mut inputs = Vec::new();
            for_each_input(&position, &exposed(&position), |_, input| inputs.push(input));
            let pieces = inputs.iter().filter(|&&input| input < EXPOSED).count();
            assert_eq!(pieces, position.occupied().len() as usize);
            let view_of = |&input: &usize| match input {
                ..EXPOSED => input / (EXPOSED / VIEWS),
                EXPOSED..TURN => (input - EXPOSED) / ((TURN - EXPOSED) / VIEWS),
                _ => (input - TURN) / 2,
            };
            assert!(inputs.iter().all(|input| *input < INPUTS && view_of(input) == view(&position)));
            most = most.max(inputs.len());
            inputs.sort_unstable();
            assert!(inputs.is_sorted_by(|a, b| a < b), "{position}");
        }
        assert!((30..=MOST_INPUTS).contains(&most), "{most}");
    }

    #[test]
    fn the_sums_fit_their_integers() {
        assert_sums_fit(FILE, UNITS, INPUTS, MOST_INPUTS);
    }

    #[test]
    fn turned_positions_have_the_same_evaluation() {
        for position in random_positions(&Nika) {
            let turned = position.mapped(Symmetry::Rotate180);
            assert_eq!(value(&position), value(&turned));
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
                for_each_input(&position, &exposed(&position), |_, input| {
                    sum += weights[UNITS * input + unit];
                });
                let output = outputs[UNITS * view(&position) + unit];
                exact += sum.clamp(0, 255).pow(2) * output;
                logit += (f64::from(sum) / 255.0).clamp(0.0, 1.0).powi(2) * f64::from(output) / 64.0;
            }
            let (value, offset) = (value(&position), offsets[view(&position)]);
            assert_eq!(value, exact / 23_956 + offset);
            let float = logit * 400.0 / std::f64::consts::LN_10 + f64::from(offset);
            assert!((f64::from(value) - float).abs() < 2.0, "{value}, {float}");
        }
    }
}
