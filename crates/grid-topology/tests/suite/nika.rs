//! Nika's board, as drawn in the rules.

use crate::shapes::NIKA;
use grid_topology::{Bitboard, Cell, CellError, Direction, Numbering, Symmetry, Topology};

static BOARD: Topology<144, 3> = Topology::new(NIKA, Numbering::Dense);

fn cell(name: &str) -> Cell {
    BOARD.parse_cell(name).unwrap_or_else(|error| panic!("{error}"))
}

fn names(set: Bitboard<3>) -> Vec<String> {
    set.into_iter().map(|cell| BOARD.name(cell).to_string()).collect()
}

/// The cells of a block given by its corners.
fn block(files: std::ops::RangeInclusive<u8>, ranks: std::ops::RangeInclusive<u8>) -> Bitboard<3> {
    BOARD
        .cells()
        .into_iter()
        .filter(|&cell| files.contains(&(BOARD.file(cell) + b'a')) && ranks.contains(&(BOARD.rank(cell) + 1)))
        .collect()
}

#[test]
fn field_victory_and_rally_areas_make_144_cells() {
    assert_eq!((BOARD.width(), BOARD.height(), BOARD.len()), (21, 15, 144));
    assert_eq!(format!("{BOARD:?}"), "Topology(21×15, 144 cells)");
    let field = block(b'd'..=b'r', 4..=12);
    let victory = block(b'j'..=b'l', 13..=13)
        | block(b'j'..=b'l', 3..=3)
        | block(b'c'..=b'c', 7..=9)
        | block(b's'..=b's', 7..=9);
    let rally = block(b'j'..=b'l', 14..=15)
        | block(b'j'..=b'l', 1..=2)
        | block(b'a'..=b'b', 7..=9)
        | block(b't'..=b'u', 7..=9);
    assert_eq!((field.len(), victory.len(), rally.len()), (108, 12, 24));
    assert_eq!(field ^ victory ^ rally, BOARD.cells());
    assert_eq!(BOARD.cells().words(), [u64::MAX, u64::MAX, 0xffff]);
}

#[test]
fn the_mural_is_a_hole() {
    for rank in 1..=15 {
        for file in 'a'..='u' {
            let mural = ('g'..='o').contains(&file) && (7..=9).contains(&rank);
            let corner = !('d'..='r').contains(&file) && !(7..=9).contains(&rank)
                || !(4..=12).contains(&rank) && !('j'..='l').contains(&file);
            let parsed = BOARD.parse_cell(&format!("{file}{rank}"));
            assert_eq!(parsed.is_err(), mural || corner, "{file}{rank}");
            assert!(parsed.is_ok() || matches!(parsed, Err(CellError::Hole { .. })));
        }
    }
    assert_eq!(
        BOARD.parse_cell("k8").map_err(|error| error.to_string()),
        Err("`k8` is a hole in the board".into())
    );
    assert_eq!(
        BOARD.parse_cell("v8").map_err(|error| error.to_string()),
        Err("`v8` is not on the board (a1 to u15)".into())
    );
}

#[test]
fn nothing_steps_across_the_mural() {
    assert_eq!(BOARD.step(cell("f7"), Direction::East), None);
    assert_eq!(BOARD.step(cell("p7"), Direction::West), None);
    assert_eq!(BOARD.step(cell("k6"), Direction::North), None);
    assert_eq!(BOARD.step(cell("k10"), Direction::South), None);
    // Next to each other in the numbering, not on the board.
    assert_eq!(cell("f7").index() + 1, cell("p7").index());
    assert_eq!(names(BOARD.neighbours(cell("f7"))), ["f6", "e7", "f8"]);
    assert_eq!(names(BOARD.neighbours(cell("k12"))), ["k11", "j12", "l12", "k13"]);
    assert_eq!(names(BOARD.neighbours(cell("a7"))), ["b7", "a8"]);
    assert_eq!(names(BOARD.king_steps(cell("j3"))), ["j2", "k2", "k3", "i4", "j4", "k4"]);
    assert!(BOARD.shift(block(b'f'..=b'f', 7..=9), Direction::East).is_empty());
}

#[test]
fn rays_stop_at_the_mural() {
    assert_eq!(names(BOARD.ray(cell("k1"), Direction::North)), ["k2", "k3", "k4", "k5", "k6"]);
    assert_eq!(names(BOARD.ray(cell("u9"), Direction::West)), ["p9", "q9", "r9", "s9", "t9"]);
    assert_eq!(names(BOARD.ray(cell("j4"), Direction::NorthWest)), ["i5", "h6"]);
    assert_eq!(BOARD.ray(cell("d4"), Direction::North).len(), 8);
    assert_eq!(BOARD.ray(cell("d4"), Direction::East).len(), 14);
}

#[test]
fn cells_are_numbered_from_the_bottom() {
    assert_eq!(cell("j1").index(), 0);
    assert_eq!(cell("a7").index(), 54);
    assert_eq!(cell("l15").index(), 143);
    for name in ["j15", "u9", "a8", "r12"] {
        assert_eq!(BOARD.name(cell(name)).to_string(), name);
    }
}

#[test]
fn it_has_the_symmetries_of_a_rectangle() {
    use Symmetry::{Identity, MirrorFiles, MirrorRanks, Rotate180};
    assert!(BOARD.symmetries().eq([Identity, Rotate180, MirrorFiles, MirrorRanks]));
    let image = |symmetry, name| BOARD.name(BOARD.map_cell(symmetry, cell(name))).to_string();
    assert_eq!(image(Rotate180, "j1"), "l15");
    assert_eq!(image(MirrorFiles, "a7"), "u7");
    assert_eq!(image(MirrorRanks, "a7"), "a9");
}

#[test]
fn it_is_connected_through_the_field() {
    let connected = |name, within| BOARD.flood(cell(name).into(), within).len();
    assert_eq!(connected("j1", BOARD.cells()), BOARD.len() as u32);
    let arms = BOARD.cells() - block(b'd'..=b'r', 4..=12);
    assert_eq!(["j1", "a7", "s7", "j15"].map(|name| connected(name, arms)), [9, 9, 9, 9]);
}

#[test]
fn drawn_as_in_the_rules() {
    let drawing = BOARD.draw(|_| 'o').to_string();
    assert!(drawing.starts_with("15                    o o o\n14                    o o o\n"));
    assert!(drawing.contains("\n 9  o o o o o o                   o o o o o o\n"));
    assert!(drawing.ends_with("\n    a b c d e f g h i j k l m n o p q r s t u"));
}
