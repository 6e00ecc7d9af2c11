//! The text of actions, and the messages for illegal ones.

use abstract_game::Action as _;
use grid_topology::Cell;
use snorkels_core::{Action, Snorkels};

use crate::{played, read};

#[track_caller]
fn refusal(position: &str, action: &str) -> String {
    read(position).read_action(action).unwrap_err().to_string()
}

#[test]
fn every_cell_and_swap_are_read_back() {
    for size in 2..=8_u8 {
        let first = played(Snorkels::new().with("size", size).unwrap().start(), "a1");
        let actions = first.actions();
        assert_eq!(actions.len(), usize::from(size * size));
        for action in actions {
            assert_eq!(first.read_action(&first.action_text(action)), Ok(action));
        }
    }
}

#[test]
fn cells_are_named_from_the_bottom_left() {
    let start = Snorkels::new().start();
    for (name, text) in [("a1", "7/7/7/7/7/7/P6"), ("g7", "6P/7/7/7/7/7/7"), ("b6", "7/1P5/7/7/7/7/7")] {
        assert_eq!(played(start, name).to_string(), format!("{text} g 1 s"));
    }
}

#[test]
fn texts_that_are_no_action() {
    let start = "7/7/7/7/7/7/7 p 1 -";
    for (text, message) in [
        ("", "``"),
        ("d", "`d`"),
        ("4", "expected a cell such as `a1`, found `4`"),
        ("D4", "found `D`"),
        ("d0", "ranks begin at 1"),
        ("d44", "`d44` is not on the board (a1 to g7)"),
        ("h1", "`h1` is not on the board (a1 to g7)"),
        ("d4 ", "expected nothing after `d4`, found ` `"),
        ("Swap", "`Swap`"),
        ("pass", "neither `swap` nor a cell"),
        ("é4", "found `é`"),
    ] {
        let refusal = refusal(start, text);
        assert!(refusal.contains(message), "{text}: {refusal}");
        assert!(refusal.contains("is no action"), "{text}: {refusal}");
    }
}

#[test]
fn messages_shorten_long_texts() {
    let refusal = refusal("7/7/7/7/7/7/7 p 1 -", &"ä".repeat(100_000));
    assert!(refusal.len() < 200, "{refusal}");
}

#[test]
fn errors_name_the_content_of_occupied_cells() {
    let position = "3/P1#/1G1 p 1 -";
    assert_eq!(refusal(position, "a2"), "no snorkel can be placed on a2: a purple snorkel is there");
    assert_eq!(refusal(position, "b1"), "no snorkel can be placed on b1: a green snorkel is there");
    assert_eq!(refusal(position, "c2"), "no snorkel can be placed on c2: a stone is there");
}

#[test]
fn cells_beyond_a_smaller_board() {
    let position = read("3/3/3 p 1 -");
    let h8 = Action::place(Cell::new(63));
    assert_eq!(
        position.check(h8).unwrap_err().to_string(),
        "no snorkel can be placed on h8: it is not on the board (a1 to c3)"
    );
    // The cells of the frame beside a row.
    assert_eq!(
        position.check(Action::place(Cell::new(3))).unwrap_err().to_string(),
        "no snorkel can be placed on d1: it is not on the board (a1 to c3)"
    );
}

#[test]
fn a_swap_that_is_not_offered_says_why() {
    for (position, why) in [
        ("3/3/3 p 1 -", "it needs exactly one purple snorkel on the board, and there are 0"),
        ("3/PP1/3 g 1 -", "it needs exactly one purple snorkel on the board, and there are 2"),
        ("3/PG1/3 p 1 -", "it needs a board without green snorkels, and there are 1"),
        ("3/P2/3 p 1 -", "it is an answer to the first purple snorkel, and purple is to place"),
        ("3/P2/3 g 2 -", "P2 owns purple already"),
        ("3/P2/3 g 1 -", "this position does not offer it (its text ends in `-`, not in `s`)"),
    ] {
        assert_eq!(refusal(position, "swap"), format!("`swap` is not legal: {why}"), "{position}");
    }
}

#[test]
fn a_finished_game_refuses_everything() {
    let over = played(read("3/G2/P2 g 1 -"), "b1");
    for action in Action::all() {
        let refusal = over.check(action).unwrap_err().to_string();
        assert_eq!(refusal, "the game is over: P2 wins by capture");
        assert!(!over.is_legal(action));
    }
}

#[test]
#[should_panic(expected = "illegal action d4 on 7/7/7/3P3/7/7/7 g 1 s: no snorkel can be placed on d4")]
fn playing_an_illegal_action_panics_with_the_rule() {
    let mut position = Snorkels::new().start();
    let d4 = position.read_action("d4").unwrap();
    position.play(d4);
    position.play(d4);
}

#[test]
fn actions_are_small_with_distinct_tags_and_indices() {
    assert_eq!((size_of::<Action>(), Action::all().count()), (1, Action::COUNT));
    for (index, action) in Action::all().enumerate() {
        assert_eq!((action.index(), action.tag() as usize), (index, index));
        assert_eq!(action.cell().map_or(Action::SWAP, Action::place), action);
    }
}
