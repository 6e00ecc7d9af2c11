//! Checks of options against their declarations.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::violation::{Check, Violation, same};
use crate::{OptionError, OptionKind, OptionSpec, Position, Rules};

/// Checks the options of a game: names and defaults as declared, values taken or refused as declared, every set of rules
/// playable; and that `rules` accept their own values and refuse others.
pub(super) fn check<R: Rules>(rules: &R) -> Result<(), Violation> {
    names::<R>()?;
    for spec in R::options() {
        declared::<R>(spec)
            .and_then(|()| takes_what_it_should::<R>(spec))
            .and_then(|()| own_value(&R::default(), spec))
            .and_then(|()| own_value(rules, spec))
            .and_then(|()| refuses_the_rest(rules, spec))
            .map_err(|violation| violation.about(format_args!("option {}", spec.name)))?;
    }
    Ok(())
}

/// Front-ends address games and options by name, as in `Snorkels.size`.
fn names<R: Rules>() -> Result<(), Violation> {
    let game = !R::NAME.is_empty() && R::NAME.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
    same(Check::OPTIONS, "the game's name in lower case:", &true, &game)?;
    let mut names: Vec<&str> = R::options().iter().map(|spec| spec.name).collect();
    let bad = |name: &&&str| name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '.');
    if let Some(name) = names.iter().find(bad) {
        return Err(Violation::new(Check::OPTIONS, "a name that is one word", format!("`{name}`")));
    }
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Violation::new(Check::OPTIONS, "one option of a name", format!("two of `{}`", pair[0])));
    }
    let mut rules = R::default();
    let unknown = "no such option";
    same(Check::OPTIONS, "no value where there is no option:", &None, &rules.option(unknown))?;
    match rules.set_option(unknown, "") {
        Err(OptionError::Unknown { .. }) => same(Check::OPTIONS, "", &R::default(), &rules),
        other => Err(Violation::new(Check::OPTIONS, "OptionError::Unknown", format!("{other:?}"))),
    }
}

/// The declaration agrees with itself and with the default rules.
fn declared<R: Rules>(spec: &OptionSpec) -> Result<(), Violation> {
    let (default, sound) = match spec.kind {
        OptionKind::Check { default } => (default.to_string(), true),
        OptionKind::Spin { default, min, max } => (default.to_string(), (min..=max).contains(&default)),
        OptionKind::Combo { default, values } => (default.to_string(), values.contains(&default)),
        OptionKind::Text { default } => (default.to_string(), true),
    };
    same(Check::OPTIONS, "a default among the values:", &true, &sound)?;
    same(Check::OPTIONS, "a sentence about it:", &true, &!spec.about.trim().is_empty())?;
    same(Check::OPTIONS, "by default", &Some(default), &R::default().option(spec.name))
}

/// Each value that is declared can be set from the default rules, and the game can then be played.
fn takes_what_it_should<R: Rules>(spec: &OptionSpec) -> Result<(), Violation> {
    let values: Vec<String> = match spec.kind {
        OptionKind::Check { .. } => Vec::from(["true".into(), "false".into()]),
        OptionKind::Spin { min, max, .. } => Vec::from([min.to_string(), max.to_string()]),
        OptionKind::Combo { values, .. } => values.iter().map(ToString::to_string).collect(),
        // Only the game knows which texts it takes.
        OptionKind::Text { .. } => Vec::new(),
    };
    for value in values {
        let mut rules = R::default();
        rules
            .set_option(spec.name, &value)
            .map_err(|error| Violation::new(Check::OPTIONS, format!("`{value}` to be taken"), error))?;
        let playable = rules.start().end().is_none() && !rules.start().actions().is_empty();
        same(Check::OPTIONS, &format!("a playable game with `{value}`:"), &true, &playable)?;
    }
    Ok(())
}

/// Setting an option to its value changes nothing.
fn own_value<R: Rules>(rules: &R, spec: &OptionSpec) -> Result<(), Violation> {
    let value = rules.option(spec.name).ok_or_else(|| Violation::new(Check::OPTIONS, "a value", "none"))?;
    let mut copy = rules.clone();
    copy.set_option(spec.name, &value).map_err(|error| {
        Violation::new(Check::OPTIONS, format!("its own value `{value}` to be taken"), error)
    })?;
    same(Check::OPTIONS, &format!("set to its own value `{value}`,"), rules, &copy)
}

/// A value that is refused leaves the rules as they were.
fn refuses_the_rest<R: Rules>(rules: &R, spec: &OptionSpec) -> Result<(), Violation> {
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
        match copy.set_option(spec.name, &value) {
            Err(_) => same(Check::OPTIONS, &format!("after refusing `{value}`,"), rules, &copy)?,
            Ok(()) if must_refuse => {
                return Err(Violation::new(
                    Check::OPTIONS,
                    format!("`{value}` to be refused"),
                    "it was taken",
                ));
            }
            Ok(()) => {}
        }
    }
    Ok(())
}
