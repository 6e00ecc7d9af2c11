//! Asks both implementations the same question.
//!
//! The positions of these tests name their cells: `d2=KL d6=k c4=a2w; 1 L2/- - fire=all`. Behind the `;` stand the
//! player, the reserves, the turn state and the rules, as in the text of a position; from the right on they may be left
//! out (`1`, `-/-`, `-`, and the rules of the position before or `-`).

use std::collections::BTreeMap;

use abstract_game::Position as _;

use crate::agreement::{compare, play_both, read};
use crate::naive::{Naive, everywhere, name};

/// The text of a position.
#[track_caller]
pub(crate) fn text(short: &str, rules: &str) -> String {
    let (cells, rest) = short.split_once(';').unwrap_or((short, ""));
    let mut board: BTreeMap<&str, &str> = BTreeMap::new();
    for cell in cells.split_whitespace() {
        let (cell, stack) = cell.split_once('=').unwrap_or_else(|| panic!("{cell} in {short}"));
        assert!(everywhere().any(|on| name(on) == cell), "{cell} in {short}");
        assert_eq!(board.insert(cell, stack), None, "{cell} twice in {short}");
    }
    let mut rows = Vec::new();
    for rank in (1..=7).rev() {
        let cells = (1..=7).map(|file| board.get(name((file, rank)).as_str()).copied().unwrap_or("x"));
        let mut row = format!("{},", cells.collect::<Vec<_>>().join(","));
        // The longest runs first.
        for run in (2..=7).rev() {
            row = format!(",{row}").replace(&format!(",{}", "x,".repeat(run)), &format!(",x{run},"))[1..]
                .to_owned();
        }
        rows.push(row.trim_end_matches(',').to_owned());
    }
    let rest: Vec<&str> = rest.split_whitespace().collect();
    let word = |index: usize, default| rest.get(index).copied().unwrap_or(default);
    format!("{} {} {} {} {}", rows.join("/"), word(0, "1"), word(1, "-/-"), word(2, "-"), word(3, rules))
}

#[track_caller]
fn naive(text: &str) -> Naive {
    Naive::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn end(naive: &Naive) -> String {
    match naive.end {
        None => "goes on".to_owned(),
        Some((None, reason)) => format!("draw by {reason}"),
        Some((Some(winner), reason)) => format!("P{} wins by {reason}", winner + 1),
    }
}

/// Plays some actions, joined by commas, and returns what both come to.
#[track_caller]
fn play(before: &str, actions: &str) -> Naive {
    let mut naive = naive(&text(before, "-"));
    let mut real = read(&naive.text());
    compare(&real, &naive);
    for action in actions.split(',') {
        let legal = naive.actions();
        assert!(legal.contains(&action.to_owned()), "{action} on {}: {}", naive.text(), legal.join(" "));
        play_both(&mut real, &mut naive, action);
        compare(&real, &naive);
    }
    naive
}

fn rules(before: &str) -> String {
    text(before, "-").rsplit_once(' ').expect("five words").1.to_owned()
}

/// The actions lead to that position, and the game goes on.
#[track_caller]
pub(crate) fn plays(before: &str, actions: &str, after: &str) {
    ends(before, actions, after, "goes on");
}

/// The actions lead to that position and end the game, as in `P1 wins by king`.
#[track_caller]
pub(crate) fn ends(before: &str, actions: &str, after: &str, how: &str) {
    let naive = play(before, actions);
    assert_eq!(naive.text(), text(after, &rules(before)), "after {actions} on {before}");
    assert_eq!(end(&naive), how, "after {actions} on {before}");
}

/// The legal actions that begin so are these, in any order.
#[track_caller]
pub(crate) fn offers(before: &str, prefix: &str, expected: &str) {
    let naive = naive(&text(before, "-"));
    compare(&read(&naive.text()), &naive);
    let found: Vec<String> =
        naive.actions().into_iter().filter(|action| action.starts_with(prefix)).collect();
    let mut expected: Vec<String> =
        expected.split_whitespace().map(|rest| format!("{prefix}{rest}")).collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{before}");
}

/// All legal actions.
#[track_caller]
pub(crate) fn only(before: &str, expected: &str) {
    offers(before, "", expected);
}

/// The action is not legal, and the message says so with these words.
#[track_caller]
pub(crate) fn refuses(before: &str, action: &str, words: &str) {
    let naive = naive(&text(before, "-"));
    assert!(!naive.actions().contains(&action.to_owned()), "{action} on {before}");
    let Err(error) = read(&naive.text()).read_action(action) else { panic!("{action} is legal on {before}") };
    let message = error.to_string();
    assert!(
        message.contains(words),
        "{action} on {before}\n  is refused with: {message}\n  not with: {words}"
    );
}

/// How the game has ended on a position as it is read.
#[track_caller]
pub(crate) fn stands(position: &str, how: &str) {
    let naive = naive(&text(position, "-"));
    compare(&read(&naive.text()), &naive);
    assert_eq!(end(&naive), how, "{position}");
}
