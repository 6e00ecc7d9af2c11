//! What training needs to know of the network.

use std::sync::LazyLock;

use games::nika_core::{Action, BOARD, City, Facing, Position};

use super::network::{INPUTS, Network, UNITS, VIEWS, for_each_input, input, to_victory, view};
use super::win::winning_action;
use crate::training::{self, Evaluate, NetworkTraining, Shape};

const CELLS: usize = BOARD.len();
/// The first input of pieces with any facing: by view, order of the city and cell.
const ANY_FACING: usize = INPUTS;
/// The first input of steps: by order of the city and number of steps to the victory area.
const STEPS: usize = ANY_FACING + VIEWS * 4 * CELLS;
/// No number of steps is greater, apart from cells that are closed to the city.
const MAX_STEPS: usize = 31;

/// The parts of an input of the engine: it, the same piece with any facing, and its steps in both views.
fn parts(view: usize, order: usize, facing: Facing, cell: usize) -> [u16; 3] {
    let steps = to_victory(view, order, cell).min(MAX_STEPS);
    let any_facing = ANY_FACING + (view * 4 + order) * CELLS + cell;
    [input(view, order, facing, cell), any_facing, STEPS + order * (MAX_STEPS + 1) + steps]
        .map(|input| input as u16)
}

/// By input of the engine.
fn rows() -> Vec<Vec<u16>> {
    let mut rows = vec![Vec::new(); INPUTS];
    for view in 0..VIEWS {
        for order in 0..City::ALL.len() {
            for facing in Facing::ALL {
                for cell in 0..CELLS {
                    rows[input(view, order, facing, cell)] = parts(view, order, facing, cell).into();
                }
            }
        }
    }
    rows
}

static ROWS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(rows);

pub(super) const NETWORK: NetworkTraining<Position> =
    NetworkTraining { aside: true, is_added: true, is_kept, shape, inputs, rounded };

/// There is no quiescence search, so all positions without a win in this turn are evaluated.
fn is_kept(position: &Position, _: Action) -> bool {
    winning_action(position).is_none()
}

fn shape() -> Shape {
    let inputs = STEPS + City::ALL.len() * (MAX_STEPS + 1);
    Shape {
        units: UNITS,
        inputs,
        rows: ROWS.clone(),
        images: vec![(0..inputs as u16).collect()],
        buckets: VIEWS,
    }
}

fn inputs(position: &Position) -> Option<training::Inputs> {
    let mut inputs = Vec::with_capacity(72);
    for_each_input(position, |input| inputs.extend(&ROWS[input]));
    Some((inputs.into(), view(position) as u8))
}

fn rounded(file: &[u8]) -> Option<Evaluate<Position>> {
    let network = Network::read(file)?;
    Some(Box::new(move |position| network.evaluate(position)))
}
