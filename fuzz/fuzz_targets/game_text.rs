//! Bytes as a position and turns of every game.

#![no_main]

use abstract_game::facade::AnyRules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in games::names() {
        let rules = games::by_name(game).expect("it is in the list");
        texts(&*rules, text);
    }
});

/// A position on the first line, turns on the others: what is read is written back and read again the same, and what is
/// refused changes nothing.
fn texts(rules: &dyn AnyRules, text: &str) {
    let (position, turns) = text.split_once('\n').unwrap_or((text, ""));
    let mut game = match rules.read_position(position) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let start = game.start_text();
    for turn in turns.split_whitespace() {
        let before = (game.position_text(), game.key());
        if game.play_turn(turn).is_err() {
            assert_eq!((game.position_text(), game.key()), before, "a refused turn changes nothing");
        }
    }
    let mut again = rules.read_position(&start).expect("what was written can be read back");
    assert_eq!(again.position_text(), start);
    for turn in game.turns() {
        again.play_turn(&turn).expect("what was played can be read back");
    }
    assert_eq!((again.position_text(), again.key()), (game.position_text(), game.key()));
    assert_eq!(again.result(), game.result());
}
