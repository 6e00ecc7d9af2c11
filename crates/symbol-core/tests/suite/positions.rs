//! The text of positions: files of those that are and of those that are not.

use abstract_game::Rules as _;
use symbol_core::Symbol;

use crate::agreement::{compare, read};
use crate::naive::Naive;

/// The lines that are no comments.
fn lines(content: &str) -> impl Iterator<Item = &str> {
    content.lines().filter(|line| !line.is_empty() && !line.starts_with("// "))
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
        let Err(error) = Symbol::default().read_position(text) else { panic!("{text} is read") };
        let message = error.to_string();
        assert!(
            message.contains(fragment.trim()),
            "{text}\n  is refused with: {message}\n  not with: {fragment}"
        );
    }
}

#[test]
fn white_space_between_and_around_the_words_is_free() {
    let text = "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - -";
    assert_eq!(read(&format!(" {}\n", text.replace(' ', " \t "))), read(text));
}

#[test]
fn texts_of_any_length_are_refused_shortly() {
    for (unit, count) in [
        ("x7/", 1_000_000),
        ("K", 1_000_000),
        ("L15", 300_000),
        ("9", 1_000_000),
        ("fire=all;", 100_000),
        ("x ", 500_000),
        ("a,", 500_000),
        (":", 500_000),
        ("\u{1f40b}", 100_000),
    ] {
        let long = unit.repeat(count);
        for frame in [
            "@",
            "@ 1 L/l - -",
            "k,x6/x7/x7/x7/x7/x7/K,@ 1 L/l - -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 @ L/l - -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 @/l - -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L@/l - -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l @ -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l a1:1:@:- -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l a1:1:-:@ -",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - @",
            "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - army=@",
        ] {
            let Err(error) = Symbol::default().read_position(&frame.replace('@', &long)) else {
                panic!("{unit} × {count} in {frame} is read")
            };
            assert!(error.to_string().len() < 500, "{error}");
        }
    }
}

/// "`edition`: shorthand, expanded on reading and never written; explicit options win over it wherever they stand".
#[test]
fn editions_are_expanded() {
    let position = |rules: &str| format!("k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - {rules}");
    for (rules, written) in [
        ("edition=english", "-"),
        ("edition=german", "pushed-king=stays"),
        ("edition=spanish", "fire=all;deploy=spanish;pushed-king=stays"),
        ("edition=spanish;fire=enemies", "deploy=spanish;pushed-king=stays"),
        ("fire=enemies;edition=spanish", "deploy=spanish;pushed-king=stays"),
        ("pushed-king=removed;edition=german", "-"),
        ("game=simple;edition=english", "game=simple"),
        ("edition=german;fire=all", "fire=all;pushed-king=stays"),
        ("edition=spanish;tiebreak=regions", "fire=all;deploy=spanish;pushed-king=stays;tiebreak=regions"),
    ] {
        assert_eq!(read(&position(rules)).to_string(), position(written), "{rules}");
        assert_eq!(Naive::parse(&position(rules)).expect(rules).text(), position(written), "{rules}");
    }
}

/// Defaults may be written out, in any order.
#[test]
fn rules_may_come_in_any_order() {
    let position = |rules: &str| format!("k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - {rules}");
    for (rules, written) in [
        ("game=full", "-"),
        ("tiebreak=regions;fire=all", "fire=all;tiebreak=regions"),
        // "no effect on a position that is not the start": the reserves tell the armies.
        ("variant=unlimited;army=L8", "variant=unlimited"),
        ("army=L8;variant=unlimited", "variant=unlimited"),
        ("army2=L15;army1=W15", "-"),
        ("army=L3W3A3F3D3", "-"),
    ] {
        assert_eq!(read(&position(rules)).to_string(), position(written), "{rules}");
    }
}
