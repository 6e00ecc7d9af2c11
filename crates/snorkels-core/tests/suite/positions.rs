//! The text of positions.

use abstract_game::conformance::{check_invalid_positions, check_long_positions, check_valid_positions};
use snorkels_core::{Position, Snorkels};

use crate::naive::Naive;
use crate::read;

#[test]
fn valid_positions_are_written_as_they_were_read() {
    for pie in [true, false] {
        let rules = Snorkels::new().with_pie(pie);
        check_valid_positions::<Naive>(&rules, include_str!("../valid-positions.txt"));
    }
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    check_invalid_positions::<Naive>(&Snorkels::new(), include_str!("../invalid-positions.txt"));
}

#[test]
fn white_space_between_and_around_the_words_is_free() {
    assert_eq!(read(" 3/3/3\tp  1 -\n"), read("3/3/3 p 1 -"));
}

#[test]
fn long_texts_are_refused_with_short_messages() {
    let units = [
        ("7/", 1_000_000),
        ("8", 1_000_000),
        ("P", 1_000_000),
        ("p ", 1_000_000),
        ("/", 255),
        ("/", 256),
        ("P8", 200_000),
        (" ", 1_000_000),
        ("\u{1f40b}", 100_000),
    ];
    let frames = ["@", "@ p 1 -", "@/@ p 1 -", "3/3/3 @ 1 -", "3/3/3 p @ -", "3/3/3 p 1 @"];
    check_long_positions(&Snorkels::new(), &units, &frames, 300);
}

#[test]
fn the_board_of_a_text_wins_over_the_option() {
    let position = Snorkels::new().with("size", 5).unwrap().read_position("3/3/3 p 1 -").unwrap();
    assert_eq!((position.width(), position.height()), (3, 3));
    let position = Snorkels::new().with("width", 5).unwrap().read_position("4/4/4 p 1 -").unwrap();
    assert_eq!((position.width(), position.height()), (4, 3));
}

#[test]
fn a_hand_written_position_may_hold_more_than_three_stones() {
    assert_eq!(read("####/####/####/###1 p 1 -").stones().len(), 15);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 40);
}
