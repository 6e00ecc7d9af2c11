//! Examples for the network of Snorkels.

use agon::GameEngine as _;
use agon::games::snorkels::SnorkelsEngine;
use agon::games::snorkels::network::{BUCKETS, CLASSES, SIZE, inputs, number};
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

/// The example of a position with an expected result, and the hand-written evaluation of the position in centipawns. `None`
/// if the text is not a position of a board that the network knows.
#[must_use]
pub fn example(sample: &Sample, result_weight: f32) -> Option<(Example, i32)> {
    let position = sample.position.parse().ok()?;
    let of_position = inputs(&position)?;
    let mut list = Vec::with_capacity(CELLS);
    for (class, mut cells) in of_position.classes.into_iter().enumerate() {
        while cells != 0 {
            list.push(input(class, Cell::new(cells.trailing_zeros() as u8)));
            cells &= cells - 1;
        }
    }
    let by_score = Score::centipawns(sample.score.into()).expectation() as f32;
    let target = match sample.half_points {
        Sample::NO_RESULT => by_score,
        half_points => by_score + result_weight * (f32::from(half_points) / 2.0 - by_score),
    };
    let terms = SnorkelsEngine::terms(&position);
    let of_hand = terms.iter().filter(|term| term.name != "network");
    let hand_written = of_hand.map(|term| term.centipawns).sum();
    Some((Example { inputs: list.into(), bucket: of_position.bucket as u8, target }, hand_written))
}
