//! Saves a match within a turn as JSON, and reads it again. Needs the feature `serde` of the rules crate.

use games::nika_core::{Action, Match, Nika};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Match::new(Nika.start());
    game.play_turn("k4k5>n,-")?;
    game.play("d8e8@n".parse::<Action>()?); // the first of two actions
    let saved = serde_json::to_string(&game)?;
    assert!(saved.ends_with(r#"",["k4k5>n,-"],"d8e8@n",null]"#), "{saved}");

    let mut read: Match = serde_json::from_str(&saved)?;
    assert_eq!((read.position(), read.pending()), (game.position(), game.pending()));

    // Positions and actions are their texts, too.
    let actions: Vec<Action> = read.legal_actions();
    let texts = serde_json::to_string(&actions)?;
    assert_eq!(serde_json::from_str::<Vec<Action>>(&texts)?, actions);

    read.play_turn("-")?; // the rest of the turn
    assert_eq!(read.turn_texts(), ["k4k5>n,-", "d8e8@n,-"]);
    Ok(())
}
