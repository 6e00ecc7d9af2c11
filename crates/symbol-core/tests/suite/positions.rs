//! The text of positions.

use abstract_game::conformance::{check_invalid_positions, check_long_positions, check_valid_positions};
use symbol_core::Symbol;

use crate::agreement::read;
use crate::naive::Naive;

#[test]
fn valid_positions_are_written_as_they_were_read() {
    check_valid_positions::<Naive>(&Symbol::default(), include_str!("../valid-positions.txt"));
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    check_invalid_positions::<Naive>(&Symbol::default(), include_str!("../invalid-positions.txt"));
}

#[test]
fn white_space_between_and_around_the_words_is_free() {
    let text = "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - -";
    assert_eq!(read(&format!(" {}\n", text.replace(' ', " \t "))), read(text));
}

#[test]
fn long_texts_are_refused_with_short_messages() {
    let units = [
        ("x7/", 1_000_000),
        ("K", 1_000_000),
        ("L15", 300_000),
        ("9", 1_000_000),
        ("fire=all;", 100_000),
        ("x ", 500_000),
        ("a,", 500_000),
        (":", 500_000),
        ("\u{1f40b}", 100_000),
    ];
    let frames = [
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
    ];
    check_long_positions(&Symbol::default(), &units, &frames, 500);
}

/// "`edition`: shorthand, expanded on reading and never written; explicit options win over it wherever they stand".
#[test]
fn editions_are_expanded() {
    let position = |rules: &str| format!("k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - {rules}");
    for (rules, written) in [
        ("edition=english", "-"),
        ("edition=german", "pushed-king=pushed"),
        ("edition=spanish", "fire=all;deploy=spanish;pushed-king=pushed"),
        ("edition=spanish;fire=enemies", "deploy=spanish;pushed-king=pushed"),
        ("fire=enemies;edition=spanish", "deploy=spanish;pushed-king=pushed"),
        ("pushed-king=removed;edition=german", "-"),
        ("game=simple;edition=english", "game=simple"),
        ("edition=german;fire=all", "fire=all;pushed-king=pushed"),
        ("edition=spanish;tiebreak=regions", "fire=all;deploy=spanish;pushed-king=pushed;tiebreak=regions"),
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
