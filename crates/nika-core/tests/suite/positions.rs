//! The text of positions: files of those that are and of those that are not.

use abstract_game::Rules as _;
use nika_core::Nika;

use crate::agreement::{compare, read};
use crate::naive::{Naive, START};

/// The lines that are no comments.
fn lines(content: &str) -> impl Iterator<Item = &str> {
    content.lines().filter(|line| !line.is_empty() && !line.starts_with("// "))
}

#[test]
fn the_start() {
    assert_eq!(Nika.start().to_string(), START);
    assert_eq!(Nika.start(), read(START));
    compare(&Nika.start(), &Naive::start());
}

#[test]
fn valid_ones_are_written_as_they_were_read() {
    for text in lines(include_str!("../valid-positions.txt")) {
        let naive = Naive::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(naive.text(), text);
        compare(&read(text), &naive);
    }
}

#[test]
fn invalid_ones_are_refused_with_the_reason() {
    for line in lines(include_str!("../invalid-positions.txt")) {
        let (text, fragment) = line.rsplit_once("; ").expect("a position and a part of the message");
        assert!(Naive::parse(text).is_err(), "{text}");
        let Err(error) = Nika.read_position(text) else { panic!("{text} is read") };
        let message = error.to_string();
        assert!(
            message.contains(fragment.trim()),
            "{text}\n  is refused with: {message}\n  not with: {fragment}"
        );
    }
}

#[test]
fn texts_of_any_length_are_refused_shortly() {
    for (unit, count) in [
        ("e5n", 300_000),
        ("/", 1_000_000),
        ("-", 1_000_000),
        ("9", 1_000_000),
        ("p", 1_000_000),
        ("\u{1f40b}", 100_000),
    ] {
        let long = unit.repeat(count);
        for frame in [
            "@",
            "@ A 2 0",
            "-/-/@/- A 2 0",
            "-/-/e5n@/- A 2 0",
            "-/-/-/- @ 2 0",
            "-/-/-/- A @ 0",
            "-/-/-/- A 1@ 0",
            "-/-/-/- A 2 @",
        ] {
            let text = frame.replace('@', &long);
            let Err(error) = Nika.read_position(&text) else { panic!("{unit} in {frame} is read") };
            assert!(error.to_string().len() < 500, "{error}");
        }
    }
}
