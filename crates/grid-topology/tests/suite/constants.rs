//! Boards and their queries are computed at compile time.

use grid_topology::{Bitboard, Bitboard64, Cell, Direction, Numbering, Shape, Symmetry, Topology};

const BOARD: Topology<49, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
const LARGEST: Topology<256, 4> = Topology::new(Shape::rectangle::<16, 16>(), Numbering::Dense);

const CENTRE: Cell = match BOARD.at(3, 3) {
    Some(cell) => cell,
    None => panic!("7×7 has a centre"),
};
const EDGE: Bitboard64 = {
    let mut inner = BOARD.cells();
    let mut i = 0;
    while i < 4 {
        inner = inner.intersection(BOARD.shift(BOARD.cells(), Direction::ORTHOGONAL[i]));
        i += 1;
    }
    BOARD.cells().difference(inner)
};
const CROSS: Bitboard64 = BOARD.expand(Bitboard::EMPTY.with(CENTRE));
const REACHED: Bitboard64 = BOARD.flood(EDGE, BOARD.cells().difference(CROSS));
const MIRRORED: Bitboard64 = BOARD.map_set(Symmetry::MirrorFiles, BOARD.ray(CENTRE, Direction::East));

#[test]
fn computed_by_the_compiler() {
    assert_eq!(EDGE.len(), 24);
    assert_eq!(CROSS, BOARD.neighbours(CENTRE) | CENTRE.into());
    assert_eq!(REACHED, BOARD.cells() - CROSS);
    assert_eq!(MIRRORED, BOARD.ray(CENTRE, Direction::West));
    assert_eq!(LARGEST.cells(), !Bitboard::EMPTY);
}

#[test]
#[should_panic(expected = "the board needs more CELLS")]
fn too_few_cells() {
    let _: Topology<48, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Dense);
}

#[test]
#[should_panic(expected = "the board needs more CELLS")]
fn too_few_cells_for_the_stride() {
    let _: Topology<54, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Strided(8));
}

#[test]
#[should_panic(expected = "the stride is less than the width of the board")]
fn too_short_a_stride() {
    let _: Topology<64, 1> = Topology::new(Shape::rectangle::<7, 7>(), Numbering::Strided(6));
}

#[test]
#[should_panic(expected = "the stride is more than 32")]
fn too_long_a_stride() {
    let _: Topology<64, 1> = Topology::new(Shape::rectangle::<1, 1>(), Numbering::Strided(33));
}

#[test]
#[should_panic(expected = "the board does not have this symmetry")]
fn a_symmetry_the_board_lacks() {
    let board: Topology<6, 1> = Topology::new(Shape::rectangle::<2, 3>(), Numbering::Dense);
    board.map_cell(Symmetry::Rotate90, Cell::new(0));
}

#[test]
#[should_panic(expected = "not a cell of this board")]
fn the_file_of_a_hole() {
    let board: Topology<16, 1> = Topology::new(Shape::rectangle::<7, 2>(), Numbering::Strided(8));
    board.file(Cell::new(7));
}
