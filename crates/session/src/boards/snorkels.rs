//! Snorkels.

use abstract_game::Position as _;
use games::snorkels_core::{Action, Bitboard64, Cell, Colour, Content, Event, Position, Snorkels, cell_name};

use super::{Attempt, BoardRules};
use crate::view::{ActionView, CellView, Change, Choice, EventView, PieceView, Scene};

fn name(cell: Cell) -> String {
    cell_name(cell).to_string()
}

fn names(cells: Bitboard64) -> Vec<String> {
    cells.into_iter().map(name).collect()
}

impl BoardRules for Snorkels {
    fn scene(position: &Position) -> Scene {
        let board = position.topology();
        let cell = |cell| CellView {
            name: name(cell),
            file: board.file(cell),
            rank: board.rank(cell),
            ground: if position.content(cell) == Some(Content::Stone) { "stone" } else { "plain" },
            region: None,
        };
        let pieces = Colour::BOTH.into_iter().flat_map(|colour| {
            let seat = position.owner(colour).index();
            let kind = match colour {
                Colour::Purple => "purple",
                Colour::Green => "green",
            };
            let piece = move |cell| PieceView { cell: name(cell), seat, kind, count: 1, facing: None };
            position.snorkels(colour).into_iter().map(piece)
        });
        Scene {
            width: position.width(),
            height: position.height(),
            cells: board.cells().into_iter().map(cell).collect(),
            pieces: pieces.collect(),
            reserves: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn action(_: &Position, action: Action) -> ActionView {
        let choice = action.cell().map_or(Choice::Button("swap"), |cell| Choice::cell(name(cell)));
        ActionView { text: action.to_string(), set: Vec::new(), path: vec![choice], refine: Vec::new() }
    }

    fn events(position: &Position, action: Action) -> Vec<EventView> {
        debug_assert!(position.is_legal(action));
        let events = position.explain(action).map(|explanation| explanation.events).unwrap_or_default();
        let view = |event: Event| EventView {
            change: match event {
                Event::Placed { cell, .. } => Some(Change::Place { cell: name(cell) }),
                Event::Captured { group, .. } | Event::SelfCaptured { group, .. } => {
                    Some(Change::Remove { cells: names(group) })
                }
                _ => None,
            },
            text: event.to_string(),
        };
        events.into_iter().map(view).collect()
    }

    fn attempts(_: &Position, attempt: &Attempt) -> Vec<String> {
        vec![attempt.cell.clone()]
    }

    fn skip_turn(words: &mut [String]) {
        if let [_, turn, _, pie] = words {
            *turn = if turn == "p" { "g" } else { "p" }.to_owned();
            "-".clone_into(pie);
        }
    }
}
