//! Checks of short examples in both implementations.
//!
//! The positions of these tests name their cells: `d2=KL d6=k c4=a2w; 1 L2/- - fire=all`. After the `;` come the player,
//! the reserves, the turn state and the rules, as in the text of a position; they may be left out from the right (`1`,
//! `-/-`, `-`, and the rules of the position before or `-`).

use std::collections::BTreeMap;

use abstract_game::conformance::Comparison;
use symbol_core::Symbol;

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
fn game(short: &str) -> Comparison<Naive> {
    Comparison::read(Symbol::default(), &text(short, "-"))
}

/// The actions, joined by commas, lead to that position with that result, as in `P1 wins by king`.
#[track_caller]
pub(crate) fn ends(before: &str, actions: &str, after: &str, result: &str) {
    let text_before = text(before, "-");
    let (_, rules) = text_before.rsplit_once(' ').expect("five words");
    let mut game = game(before);
    game.play_all(actions);
    assert_eq!(game.second().text(), text(after, rules), "after {actions} on {before}");
    assert_eq!(game.result(), result, "after {actions} on {before}");
}

/// The actions lead to that position, and the game is not over.
#[track_caller]
pub(crate) fn plays(before: &str, actions: &str, after: &str) {
    ends(before, actions, after, "not over");
}

/// The legal actions with this prefix are these, in any order.
#[track_caller]
pub(crate) fn offers(before: &str, prefix: &str, expected: &str) {
    let mut found = game(before).action_texts();
    found.retain(|action| action.starts_with(prefix));
    let mut expected: Vec<String> =
        expected.split_whitespace().map(|rest| format!("{prefix}{rest}")).collect();
    expected.sort_unstable();
    assert_eq!(found, expected, "{before}");
}

/// The legal actions are these, in any order.
#[track_caller]
pub(crate) fn only(before: &str, expected: &str) {
    offers(before, "", expected);
}

/// The action is not legal, and the message contains these words.
#[track_caller]
pub(crate) fn refuses(before: &str, action: &str, words: &str) {
    game(before).check_refusal(action, words);
}

/// The position has that result as soon as it is read.
#[track_caller]
pub(crate) fn has_result(position: &str, result: &str) {
    let game = game(position);
    game.check();
    assert_eq!(game.result(), result, "{position}");
}
