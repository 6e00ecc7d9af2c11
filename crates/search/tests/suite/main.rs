//! The integration tests of the searches.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod alpha_beta;
#[path = "../../examples/generic_search.rs"]
mod generic_search;
mod mcts;
mod node_counts;
mod panics;
mod parameters;
mod proof;
mod reference;
mod results;
mod snorkels;
mod threads;

#[test]
fn the_program_of_the_book_runs() {
    generic_search::main().unwrap();
}
