//! Checks of options against their declarations.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::violation::{Check, Place};
use crate::{OptionError, OptionKind, OptionSpec, Position, Rules};

/// Checks the options of a game: names and defaults as declared, values taken or refused as declared, every set of rules
/// playable; and that `rules` accept their own values and refuse others.
pub(super) fn check<R: Rules>(rules: &R, place: Place<'_>) {
    names::<R>(place);
    for spec in R::options() {
        let about = format_args!("option {}", spec.name);
        let place = place.about(&about);
        declared::<R>(spec, place);
        takes_what_it_should::<R>(spec, place);
        own_value(&R::default(), spec, place);
        own_value(rules, spec, place);
        refuses_the_rest(rules, spec, place);
    }
}

/// Front-ends address games and options by name, as in `Snorkels.size`.
fn names<R: Rules>(place: Place<'_>) {
    let game = !R::NAME.is_empty() && R::NAME.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    place.same(Check::OPTIONS, "the game's name in lower case:", &true, &game);
    let mut names = BTreeSet::new();
    for name in R::options().iter().map(|spec| spec.name) {
        let one_word = !name.is_empty() && !name.contains(|c: char| c.is_whitespace() || c == '.');
        place.ensure(Check::OPTIONS, one_word, "a name that is one word", format_args!("`{name}`"));
        let found = format_args!("two of `{name}`");
        place.ensure(Check::OPTIONS, names.insert(name), "one option of a name", found);
    }
    let mut rules = R::default();
    let unknown = "no such option";
    place.same(Check::OPTIONS, "no value where there is no option:", &None, &rules.option(unknown));
    let set = rules.set_option(unknown, "");
    let refused = matches!(set, Err(OptionError::Unknown { .. }));
    place.ensure(Check::OPTIONS, refused, "OptionError::Unknown", format_args!("{set:?}"));
    place.same(Check::OPTIONS, "", &R::default(), &rules);
}

/// The declaration agrees with itself and with the default rules.
fn declared<R: Rules>(spec: &OptionSpec, place: Place<'_>) {
    let (default, sound) = match spec.kind {
        OptionKind::Check { default } => (default.to_string(), true),
        OptionKind::Spin { default, min, max } => (default.to_string(), (min..=max).contains(&default)),
        OptionKind::Combo { default, values } => (default.to_string(), values.contains(&default)),
        OptionKind::Text { default } => (default.to_string(), true),
    };
    place.same(Check::OPTIONS, "a default among the values:", &true, &sound);
    place.same(Check::OPTIONS, "a sentence about it:", &true, &!spec.about.trim().is_empty());
    place.same(Check::OPTIONS, "by default", &Some(default), &R::default().option(spec.name));
}

/// Each value that is declared can be set from the default rules, and the game can then be played.
fn takes_what_it_should<R: Rules>(spec: &OptionSpec, place: Place<'_>) {
    let values: Vec<String> = match spec.kind {
        OptionKind::Check { .. } => Vec::from(["true".into(), "false".into()]),
        OptionKind::Spin { min, max, .. } => Vec::from([min.to_string(), max.to_string()]),
        OptionKind::Combo { values, .. } => values.iter().map(ToString::to_string).collect(),
        // Only the game knows which texts it takes.
        OptionKind::Text { .. } => Vec::new(),
    };
    let usual = R::default().start();
    for value in values {
        let mut rules = R::default();
        if let Err(error) = rules.set_option(spec.name, &value) {
            place.fail(Check::OPTIONS, format_args!("`{value}` to be taken"), error);
        }
        let start = rules.start();
        let playable = start.end().is_none() && !start.actions().is_empty();
        place.same(Check::OPTIONS, format_args!("a playable game with `{value}`:"), &true, &playable);
        let key = start.key();
        let found = format_args!("key {key:016x} with any value");
        place.ensure(Check::DISTINCT_KEYS, start == usual || key != usual.key(), "a key of its own", found);
    }
}

/// Setting an option to its value changes nothing.
fn own_value<R: Rules>(rules: &R, spec: &OptionSpec, place: Place<'_>) {
    let Some(value) = rules.option(spec.name) else { place.fail(Check::OPTIONS, "a value", "none") };
    let mut copy = rules.clone();
    if let Err(error) = copy.set_option(spec.name, &value) {
        place.fail(Check::OPTIONS, format_args!("its own value `{value}` to be taken"), error);
    }
    place.same(Check::OPTIONS, format_args!("set to its own value `{value}`,"), rules, &copy);
}

/// A value that is refused leaves the rules as they were.
fn refuses_the_rest<R: Rules>(rules: &R, spec: &OptionSpec, place: Place<'_>) {
    let mut wrong: Vec<String> = Vec::from(["no such value".into(), "\0".into(), "é".into()]);
    // Only the game knows which texts are wrong, so none has to be refused.
    let must_refuse = !matches!(spec.kind, OptionKind::Text { .. });
    if let OptionKind::Spin { min, max, .. } = spec.kind {
        let beyond = [min.checked_sub(1), max.checked_add(1)];
        wrong.extend(beyond.into_iter().flatten().map(|number| number.to_string()));
    }
    if must_refuse {
        wrong.push(String::new());
    }
    for value in wrong {
        let mut copy = rules.clone();
        if copy.set_option(spec.name, &value).is_err() {
            place.same(Check::OPTIONS, format_args!("after refusing `{value}`,"), rules, &copy);
        } else {
            let expected = format_args!("`{value}` to be refused");
            place.ensure(Check::OPTIONS, !must_refuse, expected, "it was taken");
        }
    }
}
