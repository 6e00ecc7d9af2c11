//! The built-in players, which only know the rules.

use abstract_game::random::SplitMix64;
use protocol::driver::BestMove;

use super::running::{Engine, Fault, TurnRequest};

/// A built-in player, which only knows the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    /// It plays random legal actions.
    Random,
    /// It also takes wins in one turn and avoids losses in one.
    Careful,
}

impl BuiltIn {
    /// All built-in players.
    pub const ALL: [BuiltIn; 2] = [BuiltIn::Random, BuiltIn::Careful];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            BuiltIn::Random => "random",
            BuiltIn::Careful => "careful",
        }
    }

    /// The player with a name.
    pub(super) fn by_name(name: &str) -> Option<BuiltIn> {
        BuiltIn::ALL.into_iter().find(|player| player.name() == name)
    }

    pub(super) fn start(self) -> Box<dyn Engine> {
        match self {
            BuiltIn::Random => Box::new(RandomPlayer::default()),
            BuiltIn::Careful => Box::new(CarefulPlayer::default()),
        }
    }
}

/// Plays random legal actions, all of a step with the same probability.
#[derive(Clone, Debug, Default)]
pub struct RandomPlayer(SplitMix64);

impl Engine for RandomPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        played(request.game.random_turn(&mut self.0))
    }
}

/// Plays random legal actions, but takes a win in one turn, and avoids a loss in one if one of 200 random turns does.
#[derive(Clone, Debug, Default)]
pub struct CarefulPlayer(SplitMix64);

impl Engine for CarefulPlayer {
    fn new_game(&mut self, seed: u64) -> Result<(), Fault> {
        self.0 = SplitMix64::new(seed);
        Ok(())
    }

    fn best_turn(&mut self, request: &TurnRequest<'_>) -> Result<BestMove, Fault> {
        played(request.game.careful_turn(&mut self.0))
    }
}

/// The answer of a player of the rules.
fn played(turn: Option<String>) -> Result<BestMove, Fault> {
    turn.map(BestMove::new).ok_or_else(|| Fault::Protocol("there is no legal turn".to_owned()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::{GoLimits, Start};

    use super::*;
    use crate::stop::Stop;

    fn best(player: &mut dyn Engine, game: &str, position: &str) -> String {
        let game = games::by_name(game).unwrap().read_position(position).unwrap();
        let second = Duration::from_secs(1);
        let (start, stop) = (Start::Fen(position.to_owned()), Stop::new());
        let request = TurnRequest {
            start: &start,
            turns: &[],
            game: &*game,
            limits: GoLimits::nodes(1),
            announced: None,
            deadline: second,
            grace: second,
            stop: &stop,
        };
        player.best_turn(&request).unwrap().turn
    }

    #[test]
    fn the_careful_player_wins_in_one_and_does_not_lose_in_one() {
        let mut player = CarefulPlayer::default();
        let mut saved = 0;
        for seed in 0..20 {
            player.new_game(seed).unwrap();
            // d2 captures.
            assert_eq!(best(&mut player, "snorkels", "7/7/1G2GG1/2PP3/1PGGP2/2P4/7 p 1 -"), "d2");
            // d4 has its last air on d3.
            saved += u32::from(best(&mut player, "snorkels", "7/1P3P1/3G3/2GPG2/7/1P3P1/7 p 1 -") == "d3");
        }
        // The only good turn of 38 is not always among those drawn.
        assert!(saved >= 18, "{saved} of 20");
    }

    #[test]
    fn the_careful_player_is_random_otherwise() {
        let mut player = CarefulPlayer::default();
        let turns = (0..8).map(|seed| {
            player.new_game(seed).unwrap();
            best(&mut player, "snorkels", "7/7/7/7/7/7/7 p 1 -")
        });
        let turns: Vec<String> = turns.collect();
        assert!(turns.iter().any(|turn| *turn != turns[0]), "{turns:?}");
    }
}
