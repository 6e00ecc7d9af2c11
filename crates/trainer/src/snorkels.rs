//! Examples for the network of Snorkels.

use agon::GameEngine as _;
use agon::games::snorkels::SnorkelsEngine;
use agon::games::snorkels::network::{BUCKETS, CLASSES, Inputs, SIZE, number};
use grid_topology::{Cell, Symmetry};
use search::Score;

use crate::{Example, Sample, Shape};

const CELLS: usize = (SIZE as usize).pow(2);

fn input(class: usize, cell: Cell) -> u16 {
    (class * CELLS + number(cell)) as u16
}

/// The shape of the network: an input for each class of each cell, and the symmetries of the square.
#[must_use]
pub fn shape() -> Shape {
    let board = games::snorkels_core::board(SIZE);
    let image = |symmetry| {
        let mut image = vec![0; CLASSES * CELLS];
        for class in 0..CLASSES {
            for cell in board.cells() {
                image[usize::from(input(class, cell))] = input(class, board.map_cell(symmetry, cell));
            }
        }
        image
    };
    Shape { inputs: CLASSES * CELLS, images: Symmetry::ALL.map(image).into(), buckets: BUCKETS }
}

/// The inputs of a sample with its expected result, `result_weight` parts of which are the game's result and the rest the score
/// of the search. `None` if the network does not know such boards.
#[must_use]
pub fn example(sample: &Sample, result_weight: f32) -> Option<Example> {
    let Inputs { classes, bucket } = Inputs::new(&sample.position)?;
    let mut inputs = Vec::with_capacity(CELLS);
    for (class, mut cells) in classes.into_iter().enumerate() {
        while cells != 0 {
            inputs.push(input(class, Cell::new(cells.trailing_zeros() as u8)));
            cells &= cells - 1;
        }
    }
    let by_score = Score::centipawns(sample.score.into()).expectation() as f32;
    let by_result = f32::from(u8::from(sample.won));
    let target = by_score + result_weight * (by_result - by_score);
    Some(Example { inputs: inputs.into(), bucket: bucket as u8, target })
}

/// The hand-written evaluation in centipawns.
#[must_use]
pub fn hand_written(sample: &Sample) -> i32 {
    let terms = SnorkelsEngine::terms(&sample.position);
    terms.iter().filter(|term| term.name != "network").map(|term| term.centipawns).sum()
}
