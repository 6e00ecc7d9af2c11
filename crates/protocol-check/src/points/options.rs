//! Setting options.

use std::collections::BTreeSet;
use std::thread;

use protocol::{Command, GoLimits, OptionDecl, OptionType, is_error};

use crate::dialogue::Probe;
use crate::game_options;
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "options";

/// No more memory than this is asked for, in MiB: it is the engine that is checked, not the machine.
const MOST_HASH: i64 = 256;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "values",
        says: "takes each value that it declares, and plays on afterwards",
        required: true,
        after: Some("go-nodes"),
        run: values,
    },
    Point {
        group: GROUP,
        name: "other-values",
        says: "outlives values that it did not declare",
        required: false,
        after: Some("go-nodes"),
        run: other_values,
    },
    Point {
        group: GROUP,
        name: "unknown-option",
        says: "refuses or ignores an option that it does not have",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            engine.tell("setoption name No Such Option value 1")?;
            engine.tell("setoption name No-Such-Button")?;
            engine.search(&[], &GoLimits::nodes(100)).map(drop)
        },
    },
];

fn values(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let mut refused = Vec::new();
    for option in engine.hello.options.clone() {
        for value in declared_values(&option) {
            let command = Command::SetOption { name: option.name.clone(), value }.to_string();
            let said = engine.tell(&command)?;
            if let Some(error) = said.iter().find(|line| is_error(line)) {
                refused.push(format!("`{}`: `{}`", printable(&command, 60), printable(error, 100)));
            }
        }
    }
    for (name, value) in game_options::settings(probe.command, probe.rules, &engine.hello.options) {
        engine.set(&name, &value)?;
    }
    engine.search(&[], &GoLimits::nodes(100))?;
    match refused.first() {
        None => Ok(()),
        Some(first) => Miss::failed(format!("{} declared values were refused, as {first}", refused.len())),
    }
}

/// The values to try of an option, its default last. Buttons are not pressed: who knows what they do. Of text only
/// the default is known to be good.
fn declared_values(option: &OptionDecl) -> Vec<String> {
    let (mut values, default): (Vec<String>, String) = match &option.kind {
        OptionType::Check { default } => (vec!["true".into(), "false".into()], default.to_string()),
        OptionType::Spin { default, min, max } => {
            let max = sensible(option).map_or(*max, |most| most.clamp(*min, *max));
            (vec![min.to_string(), max.to_string()], default.to_string())
        }
        OptionType::Combo { default, choices } => (choices.clone(), default.clone()),
        OptionType::String { default } if default.is_empty() => (Vec::new(), "<empty>".into()),
        OptionType::String { default } => (Vec::new(), default.clone()),
        OptionType::Button => return Vec::new(),
    };
    let mut seen = BTreeSet::from([default.clone()]);
    values.retain(|value| seen.insert(value.clone()));
    values.push(default);
    values
}

/// The most to ask for of what the machine may not have.
fn sensible(option: &OptionDecl) -> Option<i64> {
    if option.is_named("Hash") {
        Some(MOST_HASH)
    } else if option.is_named("Threads") {
        thread::available_parallelism().ok().and_then(|count| i64::try_from(count.get()).ok())
    } else {
        None
    }
}

fn other_values(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    for option in engine.hello.options.clone() {
        let values: Vec<String> = match &option.kind {
            OptionType::Check { .. } => vec!["perhaps".into(), String::new()],
            OptionType::Spin { .. } if sensible(&option).is_some() => vec!["many".into()],
            OptionType::Spin { min, max, .. } => {
                let beyond = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten();
                beyond.map(|number| number.to_string()).chain(["many".into()]).collect()
            }
            OptionType::Combo { .. } => vec!["no-such-choice".into()],
            OptionType::String { .. } | OptionType::Button => Vec::new(),
        };
        for value in values {
            engine.tell(&Command::SetOption { name: option.name.clone(), value }.to_string())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_with_the_default_and_none_comes_twice() {
        for (option, values) in [
            (OptionDecl::check("A", true), vec!["false", "true"]),
            (OptionDecl::spin("A", 3, 1, 9), vec!["1", "9", "3"]),
            (OptionDecl::spin("A", 1, 1, 1), vec!["1"]),
            (OptionDecl::combo("A", "x", ["x", "y", "z"]), vec!["y", "z", "x"]),
            (OptionDecl::string("A", ""), vec!["<empty>"]),
            (OptionDecl::string("A", "a b"), vec!["a b"]),
            (OptionDecl::button("A"), vec![]),
        ] {
            assert_eq!(declared_values(&option), values, "{option}");
        }
    }

    #[test]
    fn the_machine_is_not_put_to_the_test() {
        let hash = OptionDecl::spin("hash", 64, 1, 1 << 20);
        assert_eq!(declared_values(&hash), ["1", "256", "64"]);
        let large = OptionDecl::spin("Hash", 4096, 1024, 1 << 20);
        assert_eq!(declared_values(&large), ["1024", "4096"]);
    }
}
