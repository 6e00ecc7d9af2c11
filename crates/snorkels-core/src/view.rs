//! What faces show: the board, actions as clicks, events, the colours of the drawing.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use abstract_game::view::{
    ActionView, Attempt, Change, Choice, PieceView, Scene, SignColour, SignStyle, View,
};
use grid_topology::Cell;

use crate::{Action, Colour, Content, Event, Position, cell_name};

fn name(cell: Cell) -> String {
    cell_name(cell).to_string()
}

impl View for Position {
    const LEGEND: Option<&'static str> = Some(
        "P purple snorkel, G green snorkel (P1 begins with purple; after `swap` with green), # stone, . empty;\n\
         p, g: of a group without air",
    );

    fn sign_style(sign: char) -> Option<SignStyle> {
        let colour = match sign {
            '.' | '#' => SignColour::Dim,
            'P' | 'p' => SignColour::Magenta,
            'G' | 'g' => SignColour::Green,
            _ => SignColour::Plain,
        };
        Some(colour.into())
    }

    fn scene(&self) -> Scene {
        let ground = |cell| if self.content(cell) == Some(Content::Stone) { "stone" } else { "plain" };
        let pieces = Colour::BOTH.into_iter().flat_map(|colour| {
            let seat = self.owner(colour).index();
            let piece = move |cell| {
                let kind = colour.to_string().into();
                PieceView { cell: name(cell), seat, kind, count: 1, facing: None }
            };
            self.snorkels(colour).into_iter().map(piece)
        });
        Scene { pieces: pieces.collect(), ..Scene::of_board(self.topology(), ground) }
    }

    fn notes(&self) -> Vec<String> {
        self.notes_in_words()
    }

    fn action_view(&self, action: Action) -> ActionView {
        let choice = action.cell().map_or(Choice::Button("swap".into()), |cell| Choice::cell(name(cell)));
        ActionView { text: action.to_string(), set: Vec::new(), path: vec![choice], refine: Vec::new() }
    }

    fn change(event: &Event) -> Option<Change> {
        match *event {
            Event::Placed { cell, .. } => Some(Change::Place { cell: name(cell) }),
            Event::Captured { group, .. } | Event::SelfCaptured { group, .. } => {
                Some(Change::Remove { cells: group.into_iter().map(name).collect(), pieces: String::new() })
            }
            _ => None,
        }
    }

    fn attempts(&self, attempt: &Attempt) -> Vec<String> {
        vec![attempt.cell.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_colours() {
        assert_eq!(Position::sign_style('P'), Some(SignColour::Magenta.into()));
        assert_eq!(Position::sign_style('p'), Position::sign_style('P'));
        assert_eq!(Position::sign_style('G'), Some(SignColour::Green.into()));
        assert_eq!(Position::sign_style('.'), Some(SignColour::Dim.into()));
    }
}
