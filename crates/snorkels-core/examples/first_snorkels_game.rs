//! The program of the README: plays a whole game and draws the last position.

use snorkels_core::{Match, Snorkels};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Snorkels::new().with("size", 5)?.start());
    game.play_turn("c3")?;
    while game.result().is_none() {
        let turns = game.legal_turns(100);
        println!("{} has {} legal turns", game.player_to_act(), turns.len());
        game.play_turn(&turns[turns.len() / 2])?;
    }
    println!("{}", game.turn_texts().join(" "));
    println!("{game:#}"); // the board and the result
    Ok(())
}
