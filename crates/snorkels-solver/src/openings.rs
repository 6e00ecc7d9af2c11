//! The openings of a board: the value of each first placement.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use snorkels_core::{Action, Cell, Position, cell_name};

use crate::check::Side;
use crate::solver::{Solver, SolverError};

/// A class of placements that a symmetry of the position maps onto each other.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The placements, in ascending order.
    pub cells: Vec<Cell>,
    /// Whether they win for the player who places; `None` if that is open.
    pub wins: Option<bool>,
    /// The number of nodes searched for it.
    pub nodes: u64,
    /// A line of play from the first placement on, with a winning placement at each turn of the winner.
    pub line: Vec<Cell>,
}

impl Opening {
    /// `win`, `loss` or `open`.
    #[must_use]
    pub fn value(&self) -> &'static str {
        self.wins.map_or("open", |wins| if wins { "win" } else { "loss" })
    }
}

/// The placements of a position by class, the class of `a1` first.
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

/// Decides a class of placements with at most this number of nodes.
///
/// # Errors
/// The position is not one of the solver's board, is finished, or offers a swap.
pub fn opening(
    solver: &mut Solver,
    position: &Position,
    cells: Vec<Cell>,
    nodes: u64,
) -> Result<Opening, SolverError> {
    let before = solver.nodes();
    let first = Action::place(cells[0]);
    let after = position.after_unchecked(first);
    let wins = match after.end() {
        Some(end) => Some(end.winner == Some(position.player_to_act())),
        None => solver.solve(&after, nodes)?.value.map(|side| side == Side::Second),
    };
    let nodes = solver.nodes() - before;
    let mut line = vec![cells[0]];
    if wins.is_some() && after.end().is_none() {
        line.extend(self::line(solver, &after)?);
    }
    Ok(Opening { cells, wins, nodes, line })
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
        let cell = match solver.winning_placement(&position, u64::MAX)? {
            Some(cell) => cell,
            None => solver.longest_defence(&position)?,
        };
        position.play(Action::place(cell));
        line.push(cell);
    }
    Ok(line)
}

/// The width of a cell in the drawing, in pixels.
const CELL: usize = 56;

/// Draws the board with the value of each placement as an SVG image.
#[must_use]
pub fn map(position: &Position, openings: &[Opening]) -> String {
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
    for opening in openings {
        let fill = opening.wins.map_or("#dddddd", |wins| if wins { "#8fce8f" } else { "#f0a8a8" });
        let word = opening.value();
        for cell in &opening.cells {
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
