//! The rules compared with a second implementation, with counts, and with the sentences of the rulebook.

mod agreement;
mod both;
mod conformance;
mod endings;
mod errors;
mod explosion;
#[path = "../../examples/history.rs"]
mod history;
mod matches;
mod movement;
mod naive;
mod naive_tests;
mod options;
mod perft;
mod positions;
mod push;
mod refusals;
mod reinforcement;
mod sampling;
mod shore;
mod simple;
mod turns;

#[test]
fn the_program_of_the_book_runs() {
    history::main().unwrap();
}
