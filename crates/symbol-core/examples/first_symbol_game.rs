//! A whole game: plays at most 200 turns and draws the last position.

use symbol_core::{Match, Symbol};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Symbol::new().start());
    while game.result().is_none() && game.turns().len() < 200 {
        let turns = game.legal_turns(100);
        game.play_turn(&turns[turns.len() / 2])?;
    }
    println!("{}", game.turn_texts().join(" "));
    println!("{game:#}"); // the board and the result
    Ok(())
}
