//! The rules compared with a second implementation, with counts, and with the sentences of the rulebook.

#![expect(clippy::unwrap_used, reason = "a panic fails the test, in a helper too")]

mod actions;
mod agreement;
mod conformance;
mod endings;
#[path = "../../examples/first_snorkels_game.rs"]
mod first_snorkels_game;
mod naive;
mod options;
mod perft;
mod playout;
mod positions;
mod queries;
mod swap;

use snorkels_core::{Position, Snorkels};

/// A position by text, under the default rules.
#[track_caller]
fn read(text: &str) -> Position {
    Snorkels::new().read_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The position after some turns.
#[track_caller]
fn played(mut position: Position, turns: &str) -> Position {
    for turn in turns.split_whitespace() {
        let action = position.read_action(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
        position.play(action);
    }
    position
}

/// The names of a set's cells, separated by spaces.
fn names(cells: grid_topology::Bitboard64) -> String {
    let names: Vec<String> =
        cells.into_iter().map(|cell| snorkels_core::cell_name(cell).to_string()).collect();
    names.join(" ")
}

#[test]
fn the_program_of_the_book_runs() {
    first_snorkels_game::main().unwrap();
}
