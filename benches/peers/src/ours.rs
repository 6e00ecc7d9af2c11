//! The same work by the crates of this repository, through their public interfaces.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Player};
use rand::RngExt as _;
use rand::rngs::Xoshiro256PlusPlus;
use search::alpha_beta::AlphaBetaParameters;
use search::{AlphaBeta, Evaluation, Mcts, MoveOrdering, SearchLimits, Searcher as _};
use snorkels_core::prelude::*;
use snorkels_core::{Action, Colour, Position, Snorkels};

/// The mebibytes of each side's table.
pub const HASH: usize = 64;

/// Without the pie rule: a first action that may be taken back has no counterpart in the peers.
pub fn start() -> Position {
    Snorkels::new().with_pie(false).start()
}

/// A quiet position in the midst of a game: many cells are empty, no group is short of air, and neither side proves a
/// result at the depths measured here.
pub fn middle() -> Position {
    "7/1P3G1/7/3PG2/7/1G3P1/7 p 1 -".parse().expect("a position")
}

/// A uniformly random game through the contract. Returns whether the first player wins.
pub fn playout(mut position: Position, random: &mut Xoshiro256PlusPlus, buffer: &mut Vec<Action>) -> bool {
    position.play_out(u32::MAX, buffer, |count| random.random_range(0..count as u32) as usize);
    position.end().is_some_and(|end| end.winner == Some(Player::P1))
}

/// Monte-Carlo tree search with whole uniform playouts. Returns the iterations.
pub fn mcts(iterations: u64) -> u64 {
    let mut search = Mcts::without_knowledge();
    search.set_hash(1024).expect("the memory is available");
    let limits = SearchLimits::nodes(iterations);
    let result = search.search(&Match::new(start()), &limits, &AtomicBool::new(false), &mut |_| ());
    result.report.nodes
}

/// The trivial evaluation of both sides: the difference in empty cells beside snorkels, for the player to act.
pub fn evaluate(position: &Position) -> i32 {
    let air = |colour: Colour| position.air_of(position.snorkels(colour)).len() as i32;
    10 * (air(position.to_place()) - air(position.to_place().opponent()))
}

struct Trivial;

impl Evaluation<Position> for Trivial {
    type Analysis = ();

    fn analyse(&self, _: &Position) {}

    fn evaluate(&self, position: &Position, _: &()) -> i32 {
        evaluate(position)
    }
}

impl MoveOrdering<Position> for Trivial {}

/// Alpha-beta to a depth, from an empty table. Returns the nodes: the entries into the recursion, leaves included.
pub fn alpha_beta(position: &Position, depth: u32) -> u64 {
    let parameters = AlphaBetaParameters { lmr_min_depth: u32::MAX, ..AlphaBetaParameters::default() };
    let mut search = AlphaBeta::new(Arc::new(Trivial)).with_parameters(parameters);
    search.set_hash(HASH).expect("the memory is available");
    let limits = SearchLimits::depth(depth);
    let result = search.search(&Match::new(*position), &limits, &AtomicBool::new(false), &mut |_| ());
    result.report.nodes
}
