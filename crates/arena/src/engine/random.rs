//! The built-in random player.

use abstract_game::random::SplitMix64;
use protocol::driver::BestMove;

use super::running::{Engine, Fault, TurnRequest};

/// Plays random legal actions, all of a step with the same probability.
#[derive(Clone, Debug)]
pub struct RandomPlayer(SplitMix64);

impl Default for RandomPlayer {
    fn default() -> Self {
        RandomPlayer(SplitMix64::new(0))
    }
}

impl Engine for RandomPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        let turn = request.game.random_turn(&mut self.0);
        turn.map(BestMove::new).ok_or_else(|| Fault::Protocol("there is no legal turn".to_owned()))
    }
}
