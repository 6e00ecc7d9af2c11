//! Any game by its name; everything is text.

use abstract_game::random::SplitMix64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| games::DEFAULT.to_owned());
    let mut rules = games::by_name(&name)?;
    for option in rules.options() {
        let value = rules.option(option.name).unwrap_or_default();
        println!("{} = {value}: {}", option.name, option.about);
    }
    if name == "snorkels" {
        rules.set_option("size", "3")?;
    }

    let mut game = rules.start();
    let mut random = SplitMix64::new(7);
    while let Some(turn) = game.random_turn(&mut random) {
        game.play_turn(&turn)?;
    }
    println!("{}", game.turns().join(" "));
    print!("{}", game.drawing());

    // Errors are sentences, and a refused turn changes nothing.
    println!("{}", game.play_turn("b2").expect_err("it is refused"));
    game.undo();
    println!("{}", game.play_turn("z9").expect_err("it is refused"));
    println!("{}", game.legal_turns(5).join(" "));
    Ok(())
}
