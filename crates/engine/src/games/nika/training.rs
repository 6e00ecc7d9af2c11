//! What training needs to know of the network.

use std::sync::{Arc, LazyLock};

use games::nika_core::{Action, BOARD, City, Facing, Position};
use grid_topology::CellName;

use super::exposed::exposed;
use super::network::{
    EXPOSURES, INPUTS, MOST_INPUTS, Network, UNITS, VIEWS, exposed_input, for_each_input, piece_input,
    to_victory, view,
};
use super::parameters::NikaKnowledge;
use super::policy::{Policy, ROWS as POLICY_ROWS};
use super::win::winning_action;
use crate::training::{self, GameNetwork, Ordered, PolicyTraining, Shape, WrongLength};

const CELLS: usize = BOARD.len();
/// The first input of pieces with any facing: by view, order of the city and cell.
const ANY_FACING: usize = INPUTS;
/// The first input of steps: by order of the city and number of steps to the victory area.
const STEPS: usize = ANY_FACING + VIEWS * 4 * CELLS;
/// The first input of exposures on any cell: by order of the city and kind.
const ANY_CELL: usize = STEPS + City::ALL.len() * (MAX_STEPS + 1);
/// No number of steps is greater, apart from cells that are closed to the city.
const MAX_STEPS: usize = 31;

/// By input of the engine: its parts.
fn rows() -> Vec<Vec<u16>> {
    let mut rows: Vec<Vec<u16>> = (0..INPUTS as u16).map(|input| vec![input]).collect();
    for view in 0..VIEWS {
        for order in 0..City::ALL.len() {
            for cell in 0..CELLS {
                for facing in Facing::ALL {
                    let steps = to_victory(view, order, cell).min(MAX_STEPS);
                    let any_facing = ANY_FACING + (view * 4 + order) * CELLS + cell;
                    let others = [any_facing, STEPS + order * (MAX_STEPS + 1) + steps];
                    rows[piece_input(view, order, facing, cell)].extend(others.map(|input| input as u16));
                }
                for kind in 0..EXPOSURES {
                    let any_cell = ANY_CELL + order * EXPOSURES + kind;
                    rows[exposed_input(view, order, kind, cell)].push(any_cell as u16);
                }
            }
        }
    }
    rows
}

static ROWS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(rows);

pub(super) const NETWORK: GameNetwork<Position, NikaKnowledge> =
    GameNetwork { is_added: true, is_kept, shape, inputs, shares, set };

pub(super) const POLICY: PolicyTraining<Position> = PolicyTraining { weights: POLICY_ROWS, decision };

/// The policy orders all actions of positions without a win in the turn.
fn decision(position: &Position, best: Action) -> Option<Ordered> {
    if winning_action(position).is_some() {
        return None;
    }
    let actions = position.actions();
    let best = actions.iter().position(|&action| action == best)?;
    let policy = Policy::of(position);
    let weights = |&action: &Action| policy.rows(action).into_iter().map(|row| row as u16).collect();
    (actions.len() > 1).then(|| (actions.iter().map(weights).collect(), best))
}

/// There is no quiescence search, so all positions without a win in this turn are evaluated.
fn is_kept(position: &Position, _: Action) -> bool {
    winning_action(position).is_none()
}

fn shape() -> Shape {
    let inputs = ANY_CELL + City::ALL.len() * EXPOSURES;
    Shape {
        units: UNITS,
        most_inputs: 3 * MOST_INPUTS,
        inputs,
        rows: ROWS.clone(),
        images: vec![(0..inputs as u16).collect()],
        buckets: VIEWS,
    }
}

fn inputs(position: &Position) -> training::Inputs {
    let mut inputs = Vec::with_capacity(72);
    for_each_input(position, &exposed(position), |_, input| inputs.extend(&ROWS[input]));
    (inputs.into(), view(position) as u8)
}

fn shares(knowledge: &NikaKnowledge, position: &Position) -> Vec<(CellName, i32)> {
    let mut inputs = Vec::new();
    for_each_input(position, &exposed(position), |cell, input| inputs.push((cell, input)));
    let shares = knowledge.network().shares(view(position), &inputs);
    shares.into_iter().map(|(cell, share)| (BOARD.name(cell), share)).collect()
}

fn set(knowledge: &mut NikaKnowledge, file: Option<&[u8]>) -> Result<(), WrongLength> {
    knowledge.network = file.map(|file| Network::read(file, INPUTS)).transpose()?.map(Arc::new);
    Ok(())
}
