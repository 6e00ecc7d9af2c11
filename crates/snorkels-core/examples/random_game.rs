//! A random game of Snorkels, told turn by turn.

use abstract_game::random::SplitMix64;
use abstract_game::{Match, Position as _, Rules as _};
use snorkels_core::{CAPTURE, MUTUAL, SELF_CAPTURE, Snorkels};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The rules are a value: options first, then the first position.
    let rules = Snorkels::new().with_size(5)?.with_stones(1)?.with_seed(3);
    let mut game = Match::new(rules.start());
    let mut random = SplitMix64::new(1);

    while game.result().is_none() {
        let position = game.position();
        let legal = position.actions();
        let action = *random.choose(&legal).expect("an unfinished game has a legal action");
        println!("{} has {} turns and plays {action}", game.player_to_act(), legal.len());
        game.try_play(action)?;
    }

    // The text of the game, of its last position, and the board.
    println!("{}", game.turn_texts().join(" "));
    println!("{}", game.position());
    println!("{:#}", game.position());

    // Who won, and why.
    let end = game.result().expect("the loop has ended");
    let winner = end.winner.expect("Snorkels has no draws");
    match end.reason {
        CAPTURE => println!("{winner} took the last air of an enemy group."),
        MUTUAL => println!("{winner} took the last air of groups of both colours, and wins."),
        SELF_CAPTURE => println!("{} smothered an own group, so {winner} wins.", winner.opponent()),
        other => println!("{winner} wins by {other}."),
    }
    for (colour, group) in game.position().dead_groups() {
        let cells: Vec<_> =
            group.into_iter().map(|cell| snorkels_core::cell_name(cell).to_string()).collect();
        println!("without air: {colour} {}", cells.join(" "));
    }
    Ok(())
}
