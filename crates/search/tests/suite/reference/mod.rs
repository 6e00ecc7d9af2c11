//! Reference solvers and a test game.

pub(crate) mod brute_force;
pub(crate) mod evaluation;
pub(crate) mod graph;
pub(crate) mod ring;
pub(crate) mod solver;

use abstract_game::{Match, Position, Turn};

/// Plays a turn into a match and asserts that it is exactly one complete turn.
pub(crate) fn play_turn<P: Position>(game: &mut Match<P>, turn: &Turn<P::Action>) {
    let turns = game.turns().len();
    for &action in turn {
        assert_eq!(game.turns().len(), turns, "actions after the end of the turn: {turn:?}");
        game.try_play(action).unwrap();
    }
    assert_eq!(game.turns().len(), turns + 1, "an incomplete turn: {turn:?}");
}
