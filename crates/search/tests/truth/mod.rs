//! Games and a solver for the tests of searches.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod ring;
pub(crate) mod solver;

use abstract_game::{Match, Position, Turn};

/// Plays a turn into a match and says whether it was a whole one.
pub(crate) fn play_turn<P: Position>(game: &mut Match<P>, turn: &Turn<P::Action>) {
    let turns = game.turns().len();
    for &action in turn {
        assert_eq!(game.turns().len(), turns, "actions behind the end of the turn: {turn:?}");
        game.try_play(action).unwrap();
    }
    assert_eq!(game.turns().len(), turns + 1, "not a whole turn: {turn:?}");
}
