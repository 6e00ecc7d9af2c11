//! What training needs to know of the network.

use std::sync::Arc;

use games::snorkels_core::{Action, MAX_SIZE, Position, board};
use grid_topology::{Bitboard64, Cell, CellName, Symmetry};
use search::StaticResult;
use snorkels_solver::{Judgement, judgement};

use super::Analysis;
use super::network::{BUCKETS, CLASSES, Inputs, Network, SIZE, UNITS, number};
use super::parameters::SnorkelsKnowledge;
use super::policy::{Policy, ROWS};
use super::proofs::proofs;
use crate::training::{
    self, GameNetwork, Ordered, PolicyTraining, Shape, SolverTraining, WrongLength, is_quiet,
};

const CELLS: usize = (SIZE as usize).pow(2);

/// The input for a class and the number of a cell.
fn input(class: usize, number: usize) -> u16 {
    (class * CELLS + number) as u16
}

pub(super) const NETWORK: GameNetwork<Position, SnorkelsKnowledge> =
    GameNetwork { is_added: false, is_kept: is_quiet::<_, SnorkelsKnowledge>, shape, inputs, shares, set };

pub(super) const POLICY: PolicyTraining<Position> = PolicyTraining { weights: ROWS, decision };

/// The policy orders the placements that are not [urgent](search::URGENT), of positions without a choice to swap.
fn decision(position: &Position, best: Action) -> Option<Ordered> {
    let analysis = Analysis::of(position);
    let is_open = analysis.static_result(position, &mut Vec::new()) == StaticResult::Open;
    if !is_open || position.can_swap() {
        return None;
    }
    let policy = Policy::of(position, &analysis);
    let rows = |cell| policy.rows(cell).map(|row| row as u16).into();
    ordered(position.empty() - position.self_captures(), best, rows)
}

pub(super) const SOLVER: SolverTraining<Position> = SolverTraining {
    policy: PolicyTraining { weights: snorkels_solver::Policy::ROWS, decision: solver_decision },
    proofs,
};

/// The solver searches the placements that its judgement leaves.
fn solver_decision(position: &Position, best: Action) -> Option<Ordered> {
    let Ok(Judgement::Open(candidates)) = judgement(position) else { return None };
    let policy = snorkels_solver::Policy::of(position);
    ordered(candidates, best, |cell| policy.rows(cell).into())
}

/// The rows of each of the cells, and the index of the best placement.
fn ordered(cells: Bitboard64, best: Action, rows: impl Fn(Cell) -> Vec<u16>) -> Option<Ordered> {
    let best = cells.into_iter().position(|cell| best.cell() == Some(cell))?;
    (cells.len() > 1).then(|| (cells.into_iter().map(rows).collect(), best))
}

/// An input for each class of each cell, and the symmetries of the square.
fn shape() -> Shape {
    let board = board(SIZE);
    let image = |symmetry| {
        let mut image = vec![0; CLASSES * CELLS];
        for class in 0..CLASSES {
            for cell in board.cells() {
                let mapped = number(board.map_cell(symmetry, cell));
                image[usize::from(input(class, number(cell)))] = input(class, mapped);
            }
        }
        image
    };
    Shape {
        units: UNITS,
        most_inputs: usize::from(MAX_SIZE).pow(2),
        inputs: CLASSES * CELLS,
        rows: (0..(CLASSES * CELLS) as u16).map(|input| vec![input]).collect(),
        images: Symmetry::ALL.map(image).into(),
        buckets: BUCKETS,
    }
}

fn inputs(position: &Position) -> training::Inputs {
    let seen = Inputs::new(position);
    let mut inputs = Vec::with_capacity(CELLS);
    for (class, mut cells) in seen.classes().into_iter().enumerate() {
        while cells != 0 {
            let cell = Cell::new(cells.trailing_zeros() as u8);
            inputs.push(input(class, seen.number(cell)));
            cells &= cells - 1;
        }
    }
    (inputs.into(), seen.bucket as u8)
}

fn shares(knowledge: &SnorkelsKnowledge, position: &Position) -> Vec<(CellName, i32)> {
    let inputs = Inputs::new(position);
    let network = knowledge.network();
    let output = network.evaluate(&inputs);
    let share = |cell| (position.topology().name(cell), output - network.evaluate(&inputs.without(cell)));
    (position.board() - position.empty() - position.stones()).into_iter().map(share).collect()
}

fn set(knowledge: &mut SnorkelsKnowledge, file: Option<&[u8]>) -> Result<(), WrongLength> {
    knowledge.network = file.map(Network::read).transpose()?.map(Arc::new);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::inputs;

    #[test]
    fn every_cell_but_stones_is_an_input_also_two_with_the_weights_of_one() {
        for (text, cells) in [("7/7/7/3#3/7/7/7 p 1 -", 48), ("8/8/8/3##3/8/8/8/8 p 1 -", 62)] {
            let (inputs, _) = inputs(&text.parse().expect("a position"));
            assert_eq!(inputs.len(), cells, "{text}");
        }
    }
}
