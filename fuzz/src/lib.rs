//! What the fuzz targets of all games share: the target names the game, this says what must hold.

use abstract_game::{Match, Position, Rules};

/// A position on the first line, turns on the others: what is read is written back and read again the
/// same, and what is refused changes nothing.
pub fn texts<R: Rules>(rules: &R, text: &str) {
    let (position, turns) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(start) = rules.read_position(position) else { return };
    assert_eq!(rules.read_position(&start.to_string()).as_ref(), Ok(&start));
    let mut game = Match::new(start);
    for turn in turns.split_whitespace() {
        let before = game.position().to_string();
        if game.play_turn(turn).is_err() {
            assert_eq!(game.position().to_string(), before, "a refused turn changes nothing");
        }
    }
    let mut again = Match::new(game.start().clone());
    for turn in game.turn_texts() {
        again.play_turn(&turn).expect("what was played can be read back");
    }
    assert_eq!(again.position(), game.position());
    assert_eq!(again.result(), game.result());
}

/// Plays the legal actions that the bytes choose, and asks about the contract after each.
pub fn play<R: Rules>(rules: &R, bytes: &[u8]) {
    let mut position = rules.start();
    for pair in bytes.chunks_exact(2) {
        let actions = position.actions();
        assert_eq!(actions.len(), position.count_actions());
        assert_eq!(actions.is_empty(), position.end().is_some(), "{position}");
        let choice = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        let Some(&action) = actions.get(choice % actions.len().max(1)) else { return };
        assert!(position.is_legal(action), "{action:?} on {position}");
        position.play_unchecked(action);
        assert_eq!(position.key(), position.key_from_scratch(), "{position}");
        if position.end().is_none() {
            assert_eq!(rules.read_position(&position.to_string()).as_ref(), Ok(&position));
        }
    }
}
