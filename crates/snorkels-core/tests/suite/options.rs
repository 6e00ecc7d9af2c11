//! The options: their values, and the messages for other values.

use abstract_game::OptionKind;
use snorkels_core::{Snorkels, board};

use crate::names;

fn with(options: &[(&str, &str)]) -> Snorkels {
    let mut rules = Snorkels::default();
    for (name, value) in options {
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}

/// The message; the rules stay as they were.
#[track_caller]
fn refusal(rules: Snorkels, name: &str, value: &str) -> String {
    let mut changed = rules;
    let error = changed.set_option(name, value).unwrap_err();
    assert_eq!(changed, rules);
    error.to_string()
}

#[test]
fn defaults_are_those_of_the_rules() {
    let rules = Snorkels::default();
    assert_eq!((rules.size(), rules.pie(), rules.stones().len()), (7, true, 0));
    for spec in Snorkels::options() {
        let default = match spec.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.to_owned(),
        };
        assert_eq!(rules.option(spec.name), Some(default), "{}", spec.name);
    }
    assert_eq!(rules.option("colour"), None);
}

#[test]
fn values_are_read_back() {
    let set = [
        ("size", "8"),
        ("width", "8"),
        ("pie", "false"),
        ("stones", "3"),
        ("stones-seed", "4294967295"),
        ("stone-cells", "c3,h8"),
    ];
    let rules = with(&set);
    for (name, value) in set {
        assert_eq!(rules.option(name).as_deref(), Some(value));
    }
}

#[test]
fn random_stones_come_from_the_seed_and_nothing_else() {
    let start = |stones: &str, seed: &str| with(&[("stones", stones), ("stones-seed", seed)]).start();
    assert_eq!(start("3", "5"), start("3", "5"));
    assert_ne!(start("3", "5"), start("3", "6"));
    for stones in 0..=3 {
        assert_eq!(start(&stones.to_string(), "5").stones().len(), stones);
        // One stone more leaves the others where they are.
        assert!(start(&stones.to_string(), "5").stones().is_subset_of(start("3", "5").stones()));
    }
}

/// These may never change: records and studies refer to them.
#[test]
fn published_set_ups() {
    let stones = |size, seed| names(with(&[("size", size), ("stones", "3"), ("stones-seed", seed)]).stones());
    let found =
        [stones("7", "0"), stones("7", "1"), stones("7", "4294967295"), stones("5", "1"), stones("2", "1")];
    assert_eq!(found, ["c3 d4 c6", "c1 b2 d3", "d4 c6 c7", "c2 a4 e5", "a1 b1 a2"]);
}

#[test]
fn random_stones_lie_anywhere() {
    let mut counts = [0; 64];
    for seed in 0..3000 {
        for cell in Snorkels::new()
            .with("size", 3)
            .unwrap()
            .with("stones", 3)
            .unwrap()
            .with("stones-seed", seed)
            .unwrap()
            .stones()
        {
            counts[cell.index()] += 1;
        }
    }
    for cell in board(3).cells() {
        assert!((900..1100).contains(&counts[cell.index()]), "{counts:?}");
    }
}

#[test]
fn given_stones_win_over_random_ones() {
    let rules = with(&[("stones", "3"), ("stone-cells", "e5,c3")]);
    assert_eq!(rules.start().to_string(), "7/7/4#2/7/2#4/7/7 p 1 -");
    assert_eq!(rules.option("stone-cells").as_deref(), Some("c3,e5"));
    let mut random = rules;
    random.set_option("stone-cells", "").unwrap();
    assert_eq!(random.stones().len(), 3);
    assert_eq!(random, with(&[("stones", "3")]));
}

#[test]
fn stones_and_size_must_fit() {
    let rules = with(&[("stone-cells", "c3,g7,b1")]);
    assert_eq!(
        refusal(rules, "size", "6"),
        "option `size` does not take `6`: expected a board with the cell g7, which `stone-cells` names"
    );
    assert!(rules.with("size", 8).is_ok());
    assert_eq!(
        refusal(rules, "width", "6"),
        "option `width` does not take `6`: expected a board with the cell g7, which `stone-cells` names"
    );
    assert!(rules.with("width", 8).is_ok());
    assert!(
        rules
            .with("size", 2)
            .unwrap_err()
            .to_string()
            .ends_with("a board with the cell g7, which `stone-cells` names")
    );
    assert_eq!(
        refusal(with(&[("size", "5")]), "stone-cells", "c3,g7"),
        "option `stone-cells` does not take `c3,g7`: expected up to 3 cells joined by commas, such as `c3,e5`, but \
         `g7` is not on the board (a1 to e5)"
    );
}

#[test]
fn refusals_say_what_was_expected() {
    for (name, value, message) in [
        (
            "sizes",
            "7",
            "there is no option `sizes`: expected one of size, width, pie, stones, stones-seed, stone-cells",
        ),
        ("size", "1", "expected a whole number from 2 to 8"),
        ("size", "9", "expected a whole number from 2 to 8"),
        ("size", "258", "expected a whole number from 2 to 8"),
        ("size", "seven", "expected a whole number from 2 to 8"),
        ("width", "0", "expected one of square, 2, 3, 4, 5, 6, 7, 8"),
        ("width", "9", "expected one of square, 2, 3, 4, 5, 6, 7, 8"),
        ("pie", "on", "expected `true` or `false`"),
        ("stones", "4", "expected a whole number from 0 to 3"),
        ("stones", "-1", "expected a whole number from 0 to 3"),
        ("stones-seed", "-1", "expected a whole number from 0 to 4294967295"),
        ("stones-seed", "4294967296", "expected a whole number from 0 to 4294967295"),
        ("stone-cells", "c3,,e5", "expected a cell such as `a1`, found nothing"),
        ("stone-cells", "c3,", "found nothing"),
        ("stone-cells", ",", "found nothing"),
        ("stone-cells", "c3 e5", "expected nothing after `c3`, found ` `"),
        ("stone-cells", "c3,c3", "c3 is named twice: expected different cells"),
        ("stone-cells", "a1,a2,a3,a4", "4 stones: expected at most 3"),
    ] {
        let refusal = refusal(Snorkels::new(), name, value);
        assert!(refusal.contains(message), "{name} {value}: {refusal}");
    }
}

/// `with` sets an option as `set_option` does.
#[test]
fn rules_with_an_option() {
    assert_eq!(Snorkels::new().with("size", 5), Ok(with(&[("size", "5")])));
    assert_eq!(
        Snorkels::new().with("size", 9).unwrap_err().to_string(),
        refusal(Snorkels::new(), "size", "9")
    );
    assert_eq!(Snorkels::new().with("stone-cells", ""), Ok(Snorkels::new()));
    let refused = Snorkels::new().with("stone-cells", "h1").unwrap_err().to_string();
    assert!(refused.contains("`h1` is not on the board (a1 to g7)"), "{refused}");
}

#[test]
fn a_width_makes_a_rectangle() {
    let rules = with(&[("size", "6"), ("width", "5")]);
    assert_eq!((rules.width(), rules.size()), (5, 6));
    assert_eq!(rules.start().to_string(), "5/5/5/5/5/5 p 1 -");
    // It stays when the size changes, until it is `square` again.
    assert_eq!(with(&[("width", "5"), ("size", "6")]), rules);
    assert_eq!(with(&[("width", "5"), ("size", "6"), ("width", "square")]), with(&[("size", "6")]));
    assert_eq!(
        with(&[("size", "3"), ("width", "8"), ("stone-cells", "h3")]).start().to_string(),
        "7#/8/8 p 1 -"
    );
}

#[test]
fn every_set_up_can_be_played() {
    for size in 2..=8 {
        for stones in 0..=3 {
            for seed in 0..50 {
                let rules = Snorkels::new()
                    .with("size", size)
                    .unwrap()
                    .with("stones", stones)
                    .unwrap()
                    .with("stones-seed", seed)
                    .unwrap();
                let start = rules.start();
                assert!(start.end().is_none() && start.count_actions() > 0);
                assert_eq!(rules.read_position(&start.to_string()), Ok(start));
            }
        }
    }
}
