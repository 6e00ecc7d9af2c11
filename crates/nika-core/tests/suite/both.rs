//! Checks of short examples in both implementations.
//!
//! Positions are written as in the rules; the words after the pieces may be left out from the right (`A`, `2`, `0`).

use abstract_game::conformance::Comparison;
use nika_core::Nika;

use crate::naive::Naive;

#[track_caller]
fn game(short: &str) -> Comparison<Naive> {
    let words: Vec<&str> = short.split(' ').collect();
    let word = |index: usize, default| words.get(index).copied().unwrap_or(default);
    let text = format!("{} {} {} {}", words[0], word(1, "A"), word(2, "2"), word(3, "0"));
    Comparison::read(Nika, &text)
}

/// The actions, joined by commas, lead to the position `after` with that result. Only the words that `after` gives are
/// compared.
#[track_caller]
pub(crate) fn ends(before: &str, actions: &str, after: &str, result: &str) {
    let mut game = game(before);
    game.play_all(actions);
    let words = after.split(' ').count();
    let text = game.second().text();
    let found: Vec<&str> = text.split(' ').take(words).collect();
    assert_eq!(found.join(" "), after, "after {actions} on {before}");
    assert_eq!(game.result(), result, "after {actions} on {before}");
}

/// The actions lead to that position, and the game is not over.
#[track_caller]
pub(crate) fn plays(before: &str, actions: &str, after: &str) {
    ends(before, actions, after, "not over");
}

/// The legal actions with this suffix are these, in any order; `=` is the suffix alone.
#[track_caller]
pub(crate) fn offers(before: &str, suffix: &str, expected: &str) {
    let mut found = game(before).action_texts();
    found.retain(|action| action.ends_with(suffix));
    let mut expected: Vec<String> =
        expected.split_whitespace().map(|begin| format!("{}{suffix}", begin.trim_end_matches('='))).collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{before}");
}

/// The number of legal actions of one kind (`>`, `@` or `+`).
#[track_caller]
pub(crate) fn counts(before: &str, kind: char, expected: usize) {
    let mut found = game(before).action_texts();
    found.retain(|action| action.contains(kind));
    assert_eq!(found.len(), expected, "{before}: {found:?}");
}

/// The action is not legal, and the message contains these words.
#[track_caller]
pub(crate) fn refuses(before: &str, action: &str, words: &str) {
    game(before).check_refusal(action, words);
}
