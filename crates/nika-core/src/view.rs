//! What faces show: the board, actions as clicks, events, the colours of the drawing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use abstract_game::view::{
    ActionView, Attempt, Change, Choice, Fact, PieceView, ReserveView, Scene, SignColour, SignStyle, View,
};
use grid_topology::Cell;

use crate::{Action, BOARD, City, Event, Facing, Position};

const HOPLITE: &str = "hoplite";

fn name(cell: Cell) -> String {
    BOARD.name(cell).to_string()
}

fn ground(cell: Cell) -> &'static str {
    const VICTORY: [&str; 4] = ["victory-0", "victory-1", "victory-2", "victory-3"];
    const RALLY: [&str; 4] = ["rally-0", "rally-1", "rally-2", "rally-3"];
    let area = |city: City| {
        let (victory, rally) = (city.victory_area().contains(cell), city.rally_area().contains(cell));
        let ground = if victory { VICTORY } else { RALLY };
        (victory || rally).then_some(ground[city.index()])
    };
    City::ALL.into_iter().find_map(area).unwrap_or("field")
}

fn face(facing: Facing) -> &'static str {
    ["face-n", "face-e", "face-s", "face-w"][facing.index()]
}

fn step(cell: Cell, direction: Facing) -> Option<Cell> {
    BOARD.step(cell, direction.direction())
}

impl View for Position {
    const LEGEND: Option<&'static str> = Some(
        "A Athens, M Messene (P1), S Sparta, T Thebes (P2), each with the direction that it faces: ^ > v <;\n\
         . field, * victory area, + rally area, ## the mural",
    );

    /// A facing has the colour of its piece.
    fn sign_style(sign: char) -> Option<SignStyle> {
        let colour = match sign {
            '^' | '>' | 'v' | '<' => return None,
            '.' | '#' => SignColour::Dim,
            'A' => SignColour::White,
            'S' => SignColour::Red,
            'M' => SignColour::Blue,
            'T' => SignColour::Grey,
            '*' => SignColour::Yellow,
            '+' => SignColour::Cyan,
            _ => SignColour::Plain,
        };
        Some(colour.into())
    }

    fn scene(&self) -> Scene {
        let piece = |cell| {
            let (city, facing) = self.piece_at(cell)?;
            let facing = Some(facing.letter());
            Some(PieceView { cell: name(cell), seat: city.index(), kind: HOPLITE.into(), count: 1, facing })
        };
        let routed = |city: City| {
            let count = u8::try_from(self.routed(city)).unwrap_or(u8::MAX);
            (count > 0).then_some(ReserveView { seat: city.index(), kind: HOPLITE, count })
        };
        Scene {
            pieces: self.occupied().into_iter().filter_map(piece).collect(),
            reserves: City::ALL.into_iter().filter_map(routed).collect(),
            facts: vec![
                Fact { name: "actions", value: self.actions_left().into() },
                Fact { name: "passed-turns", value: self.passed_turns().into() },
            ],
            ..Scene::of_board(&BOARD, ground)
        }
    }

    fn notes(&self) -> Vec<String> {
        self.notes_in_words()
    }

    fn action_view(&self, action: Action) -> ActionView {
        let set = action.pieces().map(|pieces| pieces.cells().map(name).collect()).unwrap_or_default();
        let path = match action {
            Action::Pass => vec![Choice::Button("pass".into())],
            Action::Rotate { facing, .. } => vec![Choice::Button(face(facing).into())],
            Action::Move { pieces, direction } => {
                let ahead = pieces.cells().filter_map(|cell| step(cell, direction));
                vec![Choice::Cells(ahead.filter(|&cell| !pieces.set().contains(cell)).map(name).collect())]
            }
            Action::Rally { cell, facing } => {
                vec![Choice::Reserve(HOPLITE), Choice::cell(name(cell)), Choice::Button(face(facing).into())]
            }
        };
        ActionView { text: action.to_string(), set, path, refine: Vec::new() }
    }

    fn change(event: &Event) -> Option<Change> {
        let moved =
            |from, to, forced| Change::Move { from: name(from), to: name(to), pieces: String::new(), forced };
        match *event {
            Event::Rotated { cell, .. } => Some(Change::Turn { cell: name(cell) }),
            Event::Pushed { from, to, .. } => Some(moved(from, to, true)),
            Event::Moved { from, to, .. } => Some(moved(from, to, false)),
            Event::Routed { cell, .. } => {
                Some(Change::Remove { cells: vec![name(cell)], pieces: String::new() })
            }
            Event::Rallied { cell, .. } => Some(Change::Place { cell: name(cell) }),
            _ => None,
        }
    }

    /// A step of the selected pieces towards the cell, or a rally on it.
    fn attempts(&self, attempt: &Attempt) -> Vec<String> {
        let Ok(target) = BOARD.parse_cell(&attempt.cell) else { return vec![attempt.cell.clone()] };
        if attempt.reserve.is_some() {
            return vec![format!("+{}n", attempt.cell)];
        }
        let mut cells: Vec<Cell> =
            attempt.set.iter().filter_map(|cell| BOARD.parse_cell(cell).ok()).collect();
        cells.sort_unstable_by_key(|&cell| (BOARD.file(cell), BOARD.rank(cell)));
        let origin: String = cells.iter().copied().map(name).collect();
        let towards = Facing::ALL.into_iter().filter(|&direction| {
            cells.iter().any(|&cell| step(cell, direction) == Some(target) && !cells.contains(&target))
        });
        towards.map(|direction| format!("{origin}>{}", direction.letter())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_colours() {
        assert_eq!(Position::sign_style('A'), Some(SignColour::White.into()));
        assert_eq!(Position::sign_style('<'), None);
    }
}
