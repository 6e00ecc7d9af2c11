//! The text of positions: files of those that are and of those that are not.

use snorkels_core::{Position, Snorkels};

use crate::read;

/// The lines that are no comments.
fn lines(content: &str) -> impl Iterator<Item = &str> {
    content.lines().filter(|line| !line.is_empty() && !line.starts_with("// "))
}

#[test]
fn valid_ones_are_written_as_they_were_read() {
    for text in lines(include_str!("../valid-positions.txt")) {
        for pie in [true, false] {
            let position = Snorkels::new().with_pie(pie).read_position(text);
            assert_eq!(position.unwrap_or_else(|error| panic!("{text}: {error}")).to_string(), text);
        }
    }
}

#[test]
fn invalid_ones_are_refused_with_the_reason() {
    for line in lines(include_str!("../invalid-positions.txt")) {
        let (text, fragment) = line.split_once(';').expect("a position and a part of the message");
        let Err(error) = Snorkels::new().read_position(text) else { panic!("{text} is read") };
        let message = error.to_string();
        assert!(
            message.contains(fragment.trim()),
            "{text}\n  is refused with: {message}\n  not with: {fragment}"
        );
    }
}

#[test]
fn white_space_between_and_around_the_words_is_free() {
    assert_eq!(read(" 3/3/3\tp  1 -\n"), read("3/3/3 p 1 -"));
}

#[test]
fn texts_of_any_length_are_refused_shortly() {
    for (unit, count) in [
        ("7/", 1_000_000),
        ("8", 1_000_000),
        ("P", 1_000_000),
        ("p ", 1_000_000),
        ("/", 255),
        ("/", 256),
        ("P8", 200_000),
        (" ", 1_000_000),
        ("\u{1f40b}", 100_000),
    ] {
        let long = unit.repeat(count);
        let frames = ["@", "@ p 1 -", "@/@ p 1 -", "3/3/3 @ 1 -", "3/3/3 p @ -", "3/3/3 p 1 @"];
        for text in frames.map(|frame| frame.replace('@', &long)) {
            let Err(error) = Snorkels::new().read_position(&text) else {
                panic!("{unit} × {count} is read")
            };
            assert!(error.to_string().len() < 300, "{error}");
        }
    }
}

#[test]
fn the_board_of_a_text_wins_over_the_option() {
    let position = Snorkels::new().with_size(5).unwrap().read_position("3/3/3 p 1 -").unwrap();
    assert_eq!(position.size(), 3);
}

#[test]
fn a_hand_written_position_may_hold_more_than_three_stones() {
    assert_eq!(read("####/####/####/###1 p 1 -").stones().len(), 15);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 40);
}
