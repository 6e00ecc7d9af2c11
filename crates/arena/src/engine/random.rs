//! The player who plays anything.

use abstract_game::random::SplitMix64;

use crate::engine::contestant::{Answer, Contestant, Entrant, Fault, Question};

/// Plays random legal actions, each as likely as the others at its step.
#[derive(Clone, Debug)]
pub struct RandomPlayer(SplitMix64);

impl Default for RandomPlayer {
    fn default() -> Self {
        RandomPlayer(SplitMix64::new(0))
    }
}

impl RandomPlayer {
    /// An entrant of that name.
    pub fn entrant(name: impl Into<String>) -> Entrant {
        Entrant::new(name, || Ok(Box::new(RandomPlayer::default()) as Box<dyn Contestant>))
    }
}

impl Contestant for RandomPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        let turn = question.game.random_turn(&mut self.0);
        turn.map(Answer::new).ok_or_else(|| Fault::Protocol("there is no legal turn".to_owned()))
    }
}
