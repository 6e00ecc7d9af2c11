//! The openings of a board: the value of each first placement.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use snorkels_core::{Action, Bitboard64, Cell, Position, cell_name};

use crate::solver::{Solver, SolverError};

/// The value of a placement for the player who places: `win`, `loss` or `open`.
#[must_use]
pub fn value(wins: Option<bool>) -> &'static str {
    wins.map_or("open", |wins| if wins { "win" } else { "loss" })
}

/// The placements of a position by class, the class of `a1` first, each in ascending order. The symmetries of the position map the
/// placements of a class onto each other.
#[must_use]
pub fn classes(position: &Position) -> Vec<Vec<Cell>> {
    let mut classes: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    let board = position.topology();
    let symmetries: Vec<_> =
        board.symmetries().filter(|&symmetry| position.mapped(symmetry) == *position).collect();
    for cell in position.empty() {
        let images = symmetries.iter().map(|&symmetry| board.map_cell(symmetry, cell));
        classes.entry(images.min().unwrap_or(cell)).or_default().push(cell);
    }
    classes.into_values().collect()
}

/// A line of play from a proved position to the end: the winner's placements win; the loser takes the one whose proof
/// was the most work.
///
/// # Errors
/// The position is not one of the solver's board, is finished, or offers a swap.
pub fn line(solver: &mut Solver, position: &Position) -> Result<Vec<Cell>, SolverError> {
    let mut position = *position;
    let mut line = Vec::new();
    while position.end().is_none() {
        let state = solver.state(&position)?;
        let search = solver.limited(u64::MAX);
        let at = search.winning_placement(&state).unwrap_or_else(|| search.longest_defence(&state));
        let cell = Bitboard64::from_words([at]).first().expect("a position in play has an empty cell");
        position.play(Action::place(cell));
        line.push(cell);
    }
    Ok(line)
}

/// The width of a cell in the drawing, in pixels.
const CELL: usize = 56;

/// Draws the board with the value of each placement as an SVG image: of each class, whether it wins.
#[must_use]
pub fn map(position: &Position, openings: &[(Vec<Cell>, Option<bool>)]) -> String {
    let (width, height) = (usize::from(position.width()), usize::from(position.height()));
    let (across, down) = ((width + 1) * CELL, (height + 1) * CELL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {across} {down}\" width=\"{across}\" height=\"{down}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>First placements on {width} by {height}</title>\n"
    );
    let text = |svg: &mut String, x: usize, y: usize, size: usize, text: &str| {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#333\">{text}</text>");
    };
    let (left, middle) = (CELL / 2, CELL / 2 + 6);
    for rank in 0..height {
        text(&mut svg, left / 2, (height - 1 - rank) * CELL + middle, 16, &(rank + 1).to_string());
    }
    for file in 0..width {
        let name = char::from(b'a' + file as u8).to_string();
        text(&mut svg, left + file * CELL + CELL / 2, height * CELL + 22, 16, &name);
    }
    for (cells, wins) in openings {
        let fill = wins.map_or("#dddddd", |wins| if wins { "#8fce8f" } else { "#f0a8a8" });
        let word = value(*wins);
        for cell in cells {
            let (file, rank) = (cell.index() % 8, cell.index() / 8);
            let (x, y) = (left + file * CELL, (height - 1 - rank) * CELL);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"#555\"><title>{}: {word}</title></rect>",
                cell_name(*cell)
            );
            text(&mut svg, x + CELL / 2, y + middle, 16, word);
        }
    }
    svg + "</svg>\n"
}
