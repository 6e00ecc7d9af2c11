//! The engine plays a small game against itself.

use agon_engine::{Limits, best_turn};
use games::snorkels_core::{Match, Snorkels};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Snorkels::new().with("size", 5)?.start());
    while let Some(turn) = best_turn(&game, Limits::nodes(5_000)) {
        for action in turn {
            game.try_play(action)?;
        }
    }
    println!("{}", game.turn_texts().join(" "));
    println!("{game:#}"); // the board and the result
    Ok(())
}
