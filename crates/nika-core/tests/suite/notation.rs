//! Texts of actions and turns, and the messages for other texts.

use abstract_game::turn;
use nika_core::Nika;

use crate::agreement::read;
use crate::both::{plays, refuses};
use crate::naive::{Act, START};

/// "Turn: its actions joined by `,`: `k4k5>n,j6@n`, `-,-`".
#[test]
fn whole_turns() {
    let start = Nika.start();
    for text in ["k4k5>n,j6@n", "-,-", "j6@n,-", "-,k5>n", "k4k5@e,k4k5@n", "j5j6@n,j6@e"] {
        let actions = turn::read(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(actions.len(), 2);
        assert_eq!(turn::write(&start, &actions), text);
    }
}

/// "it has as many actions as the position has left, fewer only if the last one ends the game."
#[test]
fn a_turn_has_at_most_the_actions_left() {
    let wins = read("k12n/-/-/- A 2 0");
    assert_eq!(turn::read(&wins, "k12>n").unwrap().len(), 1);
    let within = read("k11n/-/-/- A 1 0");
    assert_eq!(turn::read(&within, "k11>n").unwrap().len(), 1);
    for (position, text, message) in [
        (START, "-", "not finished"),
        (START, "k4k5>n", "not finished"),
        (START, "-,-,-", "the turn ends with action 2"),
        (START, "-,", "action 2"),
        (START, ",-", "action 1"),
        (START, "", ""),
        (START, "k4k5>n,k4>n", "action 2"),
        ("k12n/-/-/- A 2 0", "k12>n,-", "the turn ends with action 1"),
        ("k11n/-/-/- A 1 0", "k11>n,-", "the turn ends with action 1"),
    ] {
        let Err(error) = turn::read(&read(position), text) else { panic!("{text} is read") };
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
}

/// "Order of cells: by file, then rank. Cells are read greedily: letter, then one or two digits".
#[test]
fn cells_in_order() {
    // As numbers, not as letters: 9 before 10.
    plays("e9ne10n/-/-/-", "e9e10>n", "e10ne11n/-/-/-");
    refuses("e9ne10n/-/-/-", "e10e9>n", "order");
    refuses("e5nf5n/-/-/-", "f5e5@e", "order");
    refuses("e5nf5n/-/-/-", "e5e5@e", "e5 is named twice");
    refuses("e5nf5n/-/-/-", "e5e5f5@e", "e5 is named twice");
    plays("-/-/j12wk11sk12s/- M", "k11k12@n", "-/-/j12wk11nk12n/-");
}

#[test]
fn texts_that_are_no_action() {
    let start = read(START);
    for text in [
        "",
        " ",
        "--",
        "-n",
        "+",
        "+k",
        "+k2",
        "+kn",
        "+k2x",
        "+k2N",
        "+k2nn",
        "+k2k1n",
        "@",
        ">",
        "k4",
        "k4>",
        "k4@",
        ">n",
        "@n",
        "k4>x",
        "k4>N",
        "k4>nn",
        "k4 >n",
        " k4>n",
        "k4>n ",
        "K4>n",
        "k04>n",
        "k4k05>n",
        "k4>n@e",
        "k4>>n",
        "k4@@n",
        "k4k>n",
        "kk4>n",
        "4k>n",
        "k4,k5>n",
        "k4-k5>n",
        "k4+k5>n",
        "a1>n",
        "v4>n",
        "k16>n",
        "k0>n",
        "k99>n",
        "k123>n",
        "k7>n",
        "g8@n",
        "+g8n",
        "pass",
        "k4>north",
        "é4>n",
        "k4>é",
        "k4\u{0}>n",
        "k4>n,",
        "k²>n",
        "+k02n",
    ] {
        let Err(error) = start.read_action(text) else { panic!("{text} is read") };
        assert!(!error.to_string().is_empty() && error.to_string().len() < 400, "{error}");
        // The second implementation agrees that this is no text, or no cell of the board.
        assert!(Act::parse(text).is_err(), "{text}");
    }
}

/// A seventh cell is one too many, even where pieces of that kind could not stand.
#[test]
fn messages_shorten_long_texts() {
    let start = read(START);
    for text in [
        "k4".repeat(100_000),
        format!("{}>n", "k4".repeat(100_000)),
        "d4d5d6e4e5e6f4>n".to_owned(),
        "+".repeat(100_000),
        "\u{e4}".repeat(100_000),
        format!("k4>{}", "n".repeat(100_000)),
        "-".repeat(100_000),
    ] {
        let Err(error) = start.read_action(&text) else { panic!("{text} is read") };
        assert!(error.to_string().len() < 400, "{error}");
    }
}

#[test]
#[should_panic(expected = "illegal action")]
fn playing_an_illegal_action_panics() {
    let mut there = read("e5n/-/-/- A 2 0");
    let elsewhere = read("e6n/-/-/- A 2 0");
    let action = elsewhere.read_action("e6>n").expect("legal there");
    there.play(action);
}
