//! What faces show: the board, actions as clicks, events, the colours of the drawing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use abstract_game::Player;
use abstract_game::view::{
    ActionView, Attempt, Change, Choice, Fact, PieceView, ReserveView, Scene, SignColour, SignStyle, View,
};
use grid_topology::Cell;

use crate::{Action, BOARD, Event, Kind, Position, Stack, Terrain};

fn name(cell: Cell) -> String {
    BOARD.name(cell).to_string()
}

/// The letter of the notation.
fn letter(kind: Kind) -> &'static str {
    ["K", "L", "W", "A", "F", "D"][kind.index()]
}

impl View for Position {
    const LEGEND: Option<&'static str> = Some(
        "capitals P1, small letters P2: K king, L land, W water, A air, F fire, D destruction; . land, ~ water;\n\
         letters together are a stack, a number counts pieces of the kind before it",
    );

    fn sign_style(sign: char) -> Option<SignStyle> {
        let colour = match sign.to_ascii_uppercase() {
            '.' | '#' => SignColour::Dim,
            'K' => SignColour::Yellow,
            'L' => SignColour::Green,
            'W' => SignColour::Blue,
            'A' => SignColour::White,
            'F' => SignColour::Red,
            'D' => SignColour::Grey,
            '~' => SignColour::Cyan,
            _ => SignColour::Plain,
        };
        Some(SignStyle { colour, reversed: sign.is_ascii_lowercase() })
    }

    fn scene(&self) -> Scene {
        let ground = |cell| match Terrain::of(cell) {
            Terrain::Land => "land",
            Terrain::Water => "water",
        };
        let mut scene = Scene::of_board(BOARD, ground);
        let regions = self.options().regions.map();
        for (view, cell) in scene.cells.iter_mut().zip(BOARD.cells()) {
            view.region =
                (0..).zip(regions).find(|(_, region)| region.contains(cell)).map(|(number, _)| number);
        }
        let stack = |cell| {
            let seat = self.owner(cell).map_or(0, Player::index);
            let piece = move |(kind, count)| PieceView {
                cell: name(cell),
                seat,
                kind: letter(kind).into(),
                count,
                facing: None,
            };
            self.stack(cell).kinds().map(piece).collect::<Vec<_>>()
        };
        let reserve = |player: Player| {
            let pieces = self.reserve(player);
            let view = move |(kind, count)| ReserveView { seat: player.index(), kind: letter(kind), count };
            pieces.kinds().map(view).collect::<Vec<_>>()
        };
        Scene {
            pieces: self.occupied().into_iter().flat_map(stack).collect(),
            reserves: Player::BOTH.into_iter().flat_map(reserve).collect(),
            facts: vec![
                Fact { name: "reinforcements", value: self.reinforcements_left().into() },
                Fact { name: "regions-1", value: self.regions_controlled(Player::P1).into() },
                Fact { name: "regions-2", value: self.regions_controlled(Player::P2).into() },
            ],
            ..scene
        }
    }

    fn notes(&self) -> Vec<String> {
        self.notes_in_words()
    }

    fn action_view(&self, action: Action) -> ActionView {
        let click = |cell| Choice::cell(name(cell));
        let refined = |cell, pieces| vec![click(cell), Choice::Pieces(pieces)];
        let (set, path, refine) = match action {
            Action::PlaceKing { cell } => (None, vec![click(cell)], vec![]),
            Action::Reinforce { kind, cell } => {
                (None, vec![Choice::Reserve(letter(kind)), click(cell)], vec![])
            }
            Action::Move { from, to, pieces } => {
                (Some(from), vec![click(to)], refined(to, pieces.to_string()))
            }
            Action::MoveAndTake { from, to, target, pieces } => {
                (Some(from), vec![click(target)], refined(to, pieces.to_string()))
            }
            Action::Take { from, target } => (Some(from), vec![click(target)], refined(from, String::new())),
            Action::Detonate { cell } => (Some(cell), vec![Choice::Button("detonate".into())], vec![]),
            Action::EndTurn => (None, vec![Choice::Button("end".into())], vec![]),
            Action::Pass => (None, vec![Choice::Button("pass".into())], vec![]),
        };
        ActionView { text: action.to_string(), set: set.into_iter().map(name).collect(), path, refine }
    }

    fn change(event: &Event) -> Option<Change> {
        let moved = |from, to, pieces: Stack, forced| Change::Move {
            from: name(from),
            to: name(to),
            pieces: pieces.to_string(),
            forced,
        };
        match *event {
            Event::Placed { cell, .. } => Some(Change::Place { cell: name(cell) }),
            Event::Moved { from, to, pieces } => Some(moved(from, to, pieces, false)),
            Event::Pushed { from, to, pieces, .. } => Some(moved(from, to, pieces, true)),
            Event::Exploded { cell } => Some(Change::Explode { cell: name(cell) }),
            Event::Captured { cell, pieces, .. }
            | Event::LeftBehind { cell, pieces, .. }
            | Event::PushedOut { cell, pieces, .. }
            | Event::Destroyed { cell, pieces, .. } => {
                Some(Change::Remove { cells: vec![name(cell)], pieces: pieces.to_string() })
            }
            _ => None,
        }
    }

    /// A reinforcement, a king, or a move of the whole stack or of one of its mobile kinds.
    fn attempts(&self, attempt: &Attempt) -> Vec<String> {
        let target = &attempt.cell;
        if let Some(kind) = &attempt.reserve {
            return vec![if kind == "K" { format!("K@{target}") } else { format!("+{kind}{target}") }];
        }
        let Some(origin) = attempt.set.first() else {
            let king_waits = self.reserve(self.player).has(Kind::King);
            return king_waits.then(|| format!("K@{target}")).into_iter().collect();
        };
        let Ok(cell) = BOARD.parse_cell(origin) else { return vec![origin.clone()] };
        let stack = self.stack(cell);
        let kinds = stack.kinds().filter(|(kind, _)| kind.is_mobile());
        let single = kinds.map(|(kind, _)| format!("{origin}:{kind}>{target}"));
        core::iter::once(format!("{origin}:{stack}>{target}")).chain(single).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_colours() {
        assert_eq!(Position::sign_style('K'), Some(SignColour::Yellow.into()));
        let enemy = SignStyle { colour: SignColour::Yellow, reversed: true };
        assert_eq!(Position::sign_style('k'), Some(enemy));
    }
}
