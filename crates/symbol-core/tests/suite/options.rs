//! The options: their values, their effect on the first position, and the messages for other values.

use abstract_game::{OptionKind, Rules};
use symbol_core::Symbol;

use crate::naive::Naive;

#[track_caller]
fn with(options: &[(&str, &str)]) -> Symbol {
    let mut rules = Symbol::default();
    for (name, value) in options {
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{name} {value}: {error}"));
    }
    rules
}

/// The message; the rules stay as they were.
#[track_caller]
fn refusal(rules: Symbol, name: &str, value: &str) -> String {
    let mut changed = rules;
    let Err(error) = changed.set_option(name, value) else { panic!("{name} takes {value}") };
    assert_eq!(changed, rules);
    error.to_string()
}

/// "values (default first)".
#[test]
fn the_table() {
    for (name, values) in [
        ("game", "full simple"),
        ("edition", "english german spanish"),
        ("fire", "enemies all"),
        ("deploy", "english spanish"),
        ("pushed-king", "removed pushed stays"),
        ("blast-centre", "included spared"),
        ("left-behind", "illegal removed"),
        ("regions", "2-3-2 3-1-3"),
        ("variant", "standard unlimited enlisting"),
        ("tiebreak", "none regions"),
        ("pass", "forced king"),
    ] {
        let spec = <Symbol as Rules>::options().iter().find(|spec| spec.name == name).expect(name);
        let OptionKind::Combo { default, values: found } = spec.kind else {
            panic!("{name}: {:?}", spec.kind)
        };
        assert_eq!(found.join(" "), values, "{name}");
        assert_eq!(found[0], default);
        for value in found {
            assert_eq!(with(&[(name, value)]).option(name).as_deref(), Some(*value));
        }
    }
    assert_eq!(Symbol::default().option("army").as_deref(), Some("L3W3A3F3D3"));
    assert_eq!(<Symbol as Rules>::options().len(), 14);
}

#[test]
fn first_positions() {
    let empty = "x7/x7/x7/x7/x7/x7/x7 1";
    for (options, rest) in [
        (&[][..], "KL3W3A3F3D3/kl3w3a3f3d3 - -"),
        (&[("army", "L15")], "KL15/kl15 - -"),
        (&[("army1", "L15"), ("army2", "A7D8")], "KL15/ka7d8 - -"),
        (&[("army2", "A7D8")], "KL3W3A3F3D3/ka7d8 - -"),
        // "`army1`/`army2` win over `army`", wherever they stand.
        (&[("army1", "L15"), ("army", "W15")], "KL15/kw15 - -"),
        (&[("army", "W15"), ("army2", "L15")], "KW15/kl15 - -"),
        (&[("game", "simple")], "KL3W3A3F3D3/kl3w3a3f3d3 - game=simple"),
        // "exactly 15 pieces (8 in `unlimited`, 8 or 15 in `enlisting`, default `L2W2A2FD`)".
        (&[("variant", "unlimited")], "KL2W2A2FD/kl2w2a2fd - variant=unlimited"),
        (&[("variant", "enlisting")], "KL2W2A2FD/kl2w2a2fd - variant=enlisting"),
        // Said at its default, as front-ends do, the army is not thereby named.
        (&[("army", "L3W3A3F3D3"), ("variant", "unlimited")], "KL2W2A2FD/kl2w2a2fd - variant=unlimited"),
        (&[("variant", "enlisting"), ("army", "D8")], "KD8/kd8 - variant=enlisting"),
        (&[("variant", "enlisting"), ("army", "D15")], "KD15/kd15 - variant=enlisting"),
        (&[("variant", "enlisting"), ("army1", "L15"), ("army2", "A8")], "KL15/ka8 - variant=enlisting"),
        // The variant keeps an army of its size.
        (&[("army", "A15"), ("variant", "enlisting")], "KA15/ka15 - variant=enlisting"),
        (&[("pass", "king")], "KL3W3A3F3D3/kl3w3a3f3d3 - pass=king"),
        (&[("edition", "german")], "KL3W3A3F3D3/kl3w3a3f3d3 - pushed-king=pushed"),
        (&[("edition", "spanish")], "KL3W3A3F3D3/kl3w3a3f3d3 - fire=all;deploy=spanish;pushed-king=pushed"),
        (
            &[("fire", "enemies"), ("edition", "spanish")],
            "KL3W3A3F3D3/kl3w3a3f3d3 - deploy=spanish;pushed-king=pushed",
        ),
        (
            &[("edition", "spanish"), ("deploy", "english")],
            "KL3W3A3F3D3/kl3w3a3f3d3 - fire=all;pushed-king=pushed",
        ),
        (&[("edition", "spanish"), ("edition", "english")], "KL3W3A3F3D3/kl3w3a3f3d3 - -"),
    ] {
        let text = format!("{empty} {rest}");
        assert_eq!(with(options).start().to_string(), text, "{options:?}");
        assert_eq!(Naive::parse(&text).expect("a position").text(), text);
    }
}

#[test]
fn options_that_do_not_go_together() {
    for (set, name, value) in [
        // "simple with an edition other than english is an error".
        (&[("game", "simple")][..], "edition", "german"),
        (&[("game", "simple")], "edition", "spanish"),
        (&[("edition", "spanish")], "game", "simple"),
        // The armies fit the variant.
        (&[], "army", "L14"),
        (&[], "army", "L16"),
        (&[], "army", "L8"),
        (&[], "army1", "KL14"),
        (&[], "army1", "K"),
        (&[("variant", "unlimited")], "army", "L15"),
        (&[("variant", "enlisting")], "army2", "L7"),
        (&[("variant", "enlisting")], "army", "L9"),
        (&[("variant", "enlisting"), ("army", "L15")], "variant", "unlimited"),
    ] {
        assert!(refusal(with(set), name, value).contains(name), "{name} {value}");
    }
}

/// In the simple game the options of an edition can be chosen one by one.
#[test]
fn the_simple_game_takes_options_of_its_own() {
    let rules = with(&[("game", "simple"), ("fire", "all"), ("pushed-king", "stays")]);
    assert!(rules.start().to_string().ends_with(" game=simple;fire=all;pushed-king=stays"));
}

#[test]
fn refusals_say_what_was_expected() {
    for (name, value, message) in [
        ("sizes", "7", "there is no option `sizes`: expected one of game, edition, "),
        ("fire", "none", "expected one of enemies, all"),
        ("regions", "3-2-3", "expected one of 2-3-2, 3-1-3"),
        ("edition", "french", "expected one of english, german, spanish"),
        ("army", "L14", "15"),
        ("army", "X15", "expected one of"),
        ("army2", "l15", "l"),
    ] {
        let refusal = refusal(Symbol::default(), name, value);
        assert!(refusal.contains(message), "{name} {value}: {refusal}");
    }
}

/// A position's own rules win over the options; the armies do not matter to it.
#[test]
fn a_position_brings_its_rules() {
    let text = "k,x6/x7/x7/x7/x7/x7/K,x6 1 L/l - fire=all";
    let rules = with(&[("game", "simple"), ("army", "L15")]);
    assert_eq!(rules.read_position(text), Symbol::default().read_position(text));
}
