//! The handshake, `isready`, the first turn, and options.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use super::positions::same_position;
use crate::checks::engine::{Check, EXIT_TIMEOUT};
use crate::checks::result::{PointResult, ensure, expect_none, failed, not_offered};
use crate::checks::transcript::printable;
use crate::driver::first_word;
use crate::{Command, GoLimits, OptionDecl, OptionKind, is_error};

/// How long an engine must be silent before the handshake.
const SILENCE: Duration = Duration::from_millis(300);
/// Limit of the memory to ask for, in MiB, as the engine is checked and not the machine.
const MAX_HASH: i64 = 256;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("greeting", |_| Ok(())),
    ("silence", |engine| {
        let lines = engine.process.lines_within(SILENCE)?;
        expect_none(lines.first(), |line| format!("it wrote `{}` before `ugi`", printable(line, 60)))
    }),
    ("name", |engine| ensure!(!engine.process.identity().name.is_empty(), "no line `id name` with a name")),
    ("author", |engine| {
        ensure!(!engine.process.identity().author.is_empty(), "no line `id author` with an author")
    }),
    ("declarations", |engine| {
        expect_none(engine.other_lines.iter().find(|line| first_word(line) == "option"), |line| {
            let expected = "`option name N type T`, T being check, spin, combo, string or button";
            format!("`{}`; expected {expected}", printable(line, 100))
        })?;
        let mut names = BTreeSet::new();
        engine.process.options().iter().try_for_each(|option| {
            ensure!(names.insert(option.name.to_ascii_lowercase()), "option {} comes twice", option.name)?;
            expect_none(option.mistake(), |mistake| format!("option {}: {mistake}", option.name))
        })
    }),
    ("nothing-else", |engine| {
        let allowed = ["", "id", "info", "registration", "copyprotection", "option"];
        let other = engine.other_lines.iter().find(|line| !allowed.contains(&first_word(line)));
        expect_none(other, |line| format!("it wrote `{}`", printable(line, 60)))
    }),
    ("ready", |engine| engine.ready().map(drop)),
    ("ready-each", |engine| {
        const TIMES: usize = 3;
        (0..TIMES).for_each(|_| engine.process.send(Command::IsReady));
        for _ in 0..TIMES {
            engine.until_ready()?;
        }
        engine.process.send(Command::Quit);
        let mut more = 0;
        // Counts up to the end of the output; it is no failure that this end comes, or does not come in time.
        let _ = engine.process.lines_until("the end", EXIT_TIMEOUT, |line| {
            more += usize::from(first_word(line) == "readyok");
            false
        });
        ensure!(more == 0, "{TIMES} `isready` were answered by {} `readyok`", TIMES + more)
    }),
    ("set-up", |engine| {
        engine.game_settings().into_iter().try_for_each(|(name, value)| {
            let Some(option) = engine.process.options().iter().find(|option| option.is_named(&name)) else {
                return failed(format!("option {name} is to be set, but the engine does not have it"));
            };
            expect_none(option.accept(&value).err(), |expected| {
                format!("option {name} does not offer {value}, but {expected}")
            })?;
            engine.set_option(name, value)
        })
    }),
    ("startpos", |engine| {
        let (rules, declared) = (engine.games.rules, engine.process.options());
        let mut changed =
            rules.changed_options().into_iter().map(|(name, _)| format!("{}.{name}", rules.title()));
        let is_missing = |rule: &String| !declared.iter().any(|option| option.is_named(rule));
        if let Some(rule) = changed.find(is_missing) {
            return not_offered(format!("it has no option {rule}, so its first position is another"));
        }
        engine.accepted("position startpos")?;
        // An engine need not report its position, but what it reports must be right.
        match same_position(engine, engine.games.first()) {
            Err(PointResult::NotOffered(_)) => Ok(()),
            result => result,
        }
    }),
    ("go-nodes", |engine| engine.plays(GoLimits::nodes(500))),
    ("values", |engine| {
        let mut refused = Vec::new();
        for option in engine.process.options().to_vec() {
            for value in declared_values(&option) {
                let command = Command::SetOption { name: option.name.clone(), value }.to_string();
                let lines = engine.request(&command)?;
                if let Some(error) = lines.iter().find(|line| is_error(line)) {
                    refused.push(format!("`{}`: `{}`", printable(&command, 60), printable(error, 100)));
                }
            }
        }
        for (name, value) in engine.game_settings() {
            engine.set_option(name, value)?;
        }
        engine.still_plays()?;
        let number = refused.len();
        expect_none(refused.first(), |first| format!("{number} declared values were refused, as {first}"))
    }),
    ("other-values", |engine| {
        for option in engine.process.options().to_vec() {
            for value in other_values(&option) {
                engine.request(&Command::SetOption { name: option.name.clone(), value }.to_string())?;
            }
        }
        Ok(())
    }),
    ("unknown-option", |engine| {
        engine.request("setoption name No Such Option value 1")?;
        engine.request("setoption name No-Such-Button")?;
        engine.still_plays()
    }),
];

/// The values of an option to try, the default last. A text has only its default, and buttons are not pressed: what
/// they do is not known.
fn declared_values(option: &OptionDecl) -> Vec<String> {
    let (mut values, default): (Vec<String>, String) = match &option.kind {
        Some(OptionKind::Check { default }) => (vec!["true".into(), "false".into()], default.to_string()),
        Some(OptionKind::Spin { default, min, max }) => {
            let max = sensible_limit(option).map_or(*max, |limit| limit.clamp(*min, *max));
            (vec![min.to_string(), max.to_string()], default.to_string())
        }
        Some(OptionKind::Combo { default, values }) => (values.clone(), default.clone()),
        Some(OptionKind::Text { default }) if default.is_empty() => (Vec::new(), "<empty>".into()),
        Some(OptionKind::Text { default }) => (Vec::new(), default.clone()),
        None => return Vec::new(),
    };
    let mut seen = BTreeSet::from([default.clone()]);
    values.retain(|value| seen.insert(value.clone()));
    values.push(default);
    values
}

/// Values that an option does not have.
fn other_values(option: &OptionDecl) -> Vec<String> {
    match &option.kind {
        Some(OptionKind::Check { .. }) => vec!["perhaps".into(), String::new()],
        Some(OptionKind::Spin { .. }) if sensible_limit(option).is_some() => vec!["many".into()],
        Some(OptionKind::Spin { min, max, .. }) => {
            let beyond = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten();
            beyond.map(|number| number.to_string()).chain(["many".into()]).collect()
        }
        Some(OptionKind::Combo { .. }) => vec!["no-such-choice".into()],
        Some(OptionKind::Text { .. }) | None => Vec::new(),
    }
}

/// The greatest value to set of an option that takes memory or cores.
fn sensible_limit(option: &OptionDecl) -> Option<i64> {
    let threads = || thread::available_parallelism().ok().and_then(|count| i64::try_from(count.get()).ok());
    if option.is_named("Threads") { threads() } else { option.is_named("Hash").then_some(MAX_HASH) }
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
    fn memory_is_limited() {
        let hash = OptionDecl::spin("hash", 64, 1, 1 << 20);
        assert_eq!(declared_values(&hash), ["1", "256", "64"]);
        let large = OptionDecl::spin("Hash", 4096, 1024, 1 << 20);
        assert_eq!(declared_values(&large), ["1024", "4096"]);
    }
}
