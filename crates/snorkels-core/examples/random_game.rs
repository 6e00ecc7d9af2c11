//! Plays a random game of Snorkels and explains its last turn.

use snorkels_core::abstract_game::random::SplitMix64;
use snorkels_core::{Match, Snorkels};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The rules are a value: the options, then the first position.
    let rules = Snorkels::new().with("size", 5)?.with("stones", 1)?.with("stones-seed", 3)?;
    let mut game = Match::new(rules.start());
    let mut random = SplitMix64::new(1);

    while let Some(&action) = random.choose(&game.legal_actions()) {
        println!("{} has {} turns and plays {action}", game.player_to_act(), game.legal_actions().len());
        game.try_play(action)?;
    }

    // The turns, the text of the last position, and the board.
    println!("{}", game.turn_texts().join(" "));
    println!("{game}");
    println!("{game:#}");

    // The events of the last turn.
    let last = game.undo().expect("the game has turns")[0];
    println!("{}", game.position().explain(last)?);
    Ok(())
}
