//! Bytes as a position and turns: what is read is written back and read again the same.

#![no_main]

use abstract_game::{Match, Rules as _};
use libfuzzer_sys::fuzz_target;
use snorkels_core::Snorkels;

fuzz_target!(|text: &str| {
    let (position, turns) = text.split_once('\n').unwrap_or((text, ""));
    let rules = Snorkels::default();
    let Ok(start) = rules.read_position(position) else { return };
    assert_eq!(rules.read_position(&start.to_string()).as_ref(), Ok(&start));
    let mut game = Match::new(start);
    for turn in turns.split_whitespace() {
        let before = game.position().to_string();
        if game.play_text(turn).is_err() {
            assert_eq!(game.position().to_string(), before, "a refused turn changes nothing");
        }
    }
    let mut again = Match::new(game.start().clone());
    for turn in game.turn_texts() {
        again.play_text(&turn).expect("what was played can be read back");
    }
    assert_eq!(again.position(), game.position());
    assert_eq!(again.end(), game.end());
});
