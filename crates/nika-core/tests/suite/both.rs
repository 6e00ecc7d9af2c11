//! Asks both implementations the same question.
//!
//! Positions are written as the rules have it; the words behind the pieces may be left out from the right on
//! (`A`, `2`, `0`).

use abstract_game::Position as _;

use crate::agreement::{compare, play_both, read};
use crate::naive::Naive;

#[track_caller]
fn naive(short: &str) -> Naive {
    let words: Vec<&str> = short.split(' ').collect();
    let word = |index: usize, default| words.get(index).copied().unwrap_or(default);
    let text = format!("{} {} {} {}", words[0], word(1, "A"), word(2, "2"), word(3, "0"));
    Naive::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// As in `P1 wins by victory-area`.
pub(crate) fn end(naive: &Naive) -> String {
    match naive.end() {
        None => "goes on".to_owned(),
        Some((None, reason)) => format!("draw by {reason}"),
        Some((Some(winner), reason)) => format!("P{} wins by {reason}", winner + 1),
    }
}

/// The actions, joined by commas, lead to that position and end the game so. Of the position only the words that are
/// given are looked at.
#[track_caller]
pub(crate) fn ends(before: &str, actions: &str, after: &str, how: &str) {
    let mut naive = naive(before);
    let mut real = read(&naive.text());
    compare(&real, &naive);
    for action in actions.split(',') {
        let legal = naive.actions();
        assert!(legal.contains(&action.to_owned()), "{action} on {before}: {}", legal.join(" "));
        play_both(&mut real, &mut naive, action);
        compare(&real, &naive);
    }
    let words = after.split(' ').count();
    let text = naive.text();
    let found: Vec<&str> = text.split(' ').take(words).collect();
    assert_eq!(found.join(" "), after, "after {actions} on {before}");
    assert_eq!(end(&naive), how, "after {actions} on {before}");
}

/// The actions lead to that position, and the game goes on.
#[track_caller]
pub(crate) fn plays(before: &str, actions: &str, after: &str) {
    ends(before, actions, after, "goes on");
}

/// The legal actions that end so are these, in any order; `=` is the suffix alone.
#[track_caller]
pub(crate) fn offers(before: &str, suffix: &str, expected: &str) {
    let naive = naive(before);
    compare(&read(&naive.text()), &naive);
    let found: Vec<String> = naive.actions().into_iter().filter(|action| action.ends_with(suffix)).collect();
    let mut expected: Vec<String> =
        expected.split_whitespace().map(|begin| format!("{}{suffix}", begin.trim_end_matches('='))).collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{before}");
}

/// The legal actions of that kind (`>`, `@` or `+`) are so many.
#[track_caller]
pub(crate) fn counts(before: &str, kind: char, expected: usize) {
    let naive = naive(before);
    compare(&read(&naive.text()), &naive);
    let found: Vec<String> = naive.actions().into_iter().filter(|action| action.contains(kind)).collect();
    assert_eq!(found.len(), expected, "{before}: {found:?}");
}

/// The action is not legal, and the message says so with these words.
#[track_caller]
pub(crate) fn refuses(before: &str, action: &str, words: &str) {
    let naive = naive(before);
    assert!(!naive.actions().contains(&action.to_owned()), "{action} on {before}");
    let Err(error) = read(&naive.text()).read_action(action) else { panic!("{action} is legal on {before}") };
    let message = error.to_string();
    assert!(
        message.contains(words),
        "{action} on {before}\n  is refused with: {message}\n  not with: {words}"
    );
}
