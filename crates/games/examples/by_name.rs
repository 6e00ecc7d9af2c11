//! Any game by its name; everything is text.

use std::io::Write;

use abstract_game::random::SplitMix64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| games::DEFAULT.to_owned());
    play(&name, &mut std::io::stdout())
}

/// Plays a random game, and writes the options, the game, and two refusals.
pub(crate) fn play(name: &str, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = games::by_name(name)?;
    for option in rules.options() {
        let value = rules.option(option.name).unwrap_or_default();
        writeln!(out, "{} = {value}: {}", option.name, option.about)?;
    }
    if name == "snorkels" {
        rules.set_option("size", "3")?;
    }

    let mut game = rules.start();
    let mut random = SplitMix64::new(7);
    while let Some(turn) = game.random_turn(&mut random) {
        game.play_turn(&turn)?;
    }
    writeln!(out, "{}", game.turns().join(" "))?;
    write!(out, "{}", game.drawing())?;

    // Errors are sentences, and a refused turn changes nothing.
    writeln!(out, "{}", game.play_turn("b2").expect_err("it is refused"))?;
    game.undo();
    writeln!(out, "{}", game.play_turn("z9").expect_err("it is refused"))?;
    writeln!(out, "{}", game.legal_turns(5).join(" "))?;
    Ok(())
}
