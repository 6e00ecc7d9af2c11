//! Knowledge that is only an evaluation.

use abstract_game::{Player, Position};
use search::{MoveOrdering, Playouts};

/// Evaluates positions by a function, without playouts.
pub(crate) struct Evaluation<F>(pub(crate) F);

impl<P: Position, F: Fn(&P) -> i32 + Send + Sync> search::Evaluation<P> for Evaluation<F> {
    type Analysis = ();

    fn analyse(&self, _: &P) {}

    fn evaluate(&self, position: &P, (): &()) -> i32 {
        (self.0)(position)
    }
}

impl<P: Position, F: Fn(&P) -> i32 + Send + Sync> MoveOrdering<P> for Evaluation<F> {}

impl<P: Position, F: Fn(&P) -> i32 + Send + Sync> Playouts<P> for Evaluation<F> {
    fn playout_length(&self) -> u32 {
        0
    }
}

/// Evaluates every position as lost for player 1.
pub(crate) fn pessimistic<P: Position>(position: &P) -> i32 {
    if position.player_to_act() == Player::P1 { -2_000 } else { 2_000 }
}
