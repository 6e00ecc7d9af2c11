//! The program of the README: plays 100 turns at most and draws the last position.

use nika_core::{Match, Nika};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Nika.start());
    game.play_turn("k4k5>n,l4>e")?;
    while game.result().is_none() && game.turns().len() < 100 {
        let turns = game.legal_turns(2000);
        game.play_turn(&turns[turns.len() / 2])?;
    }
    println!("{}", game.turn_texts().join(" "));
    println!("{game:#}"); // the board and the result
    Ok(())
}
