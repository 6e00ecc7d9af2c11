//! The handshake, `isready`, the first turn, and options.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use protocol::{Command, GameOptions, GoLimits, OptionDecl, OptionType, Query, Start, is_error};

use crate::engine::{CheckResult, EXIT_TIMEOUT, EngineUnderTest, Preparation, Problem, ensure, expect_none};
use crate::point::{Point, recommended, required};
use crate::transcript::{first_word, printable};

/// How long an engine must be silent before the handshake.
const SILENCE: Duration = Duration::from_millis(300);
/// Limit of the memory to ask for, in MiB, as the engine is checked and not the machine.
const MAX_HASH: i64 = 256;

pub(super) const HANDSHAKE: [Point; 6] = [
    required("greeting", "answers `ugi` up to `ugiok` (or `uci` up to `uciok`)", |_| Ok(())),
    recommended("silence", "writes nothing before `ugi`", silence).after("greeting").at(Preparation::Spawned),
    required("name", "reports its name: `id name ...`", |engine| {
        let name = &engine.process.identity().name;
        ensure(!name.is_empty(), || "no line `id name` with a name".into())
    })
    .after("greeting"),
    recommended("author", "reports its author: `id author ...`", |engine| {
        let author = &engine.process.identity().author;
        ensure(!author.is_empty(), || "no line `id author` with an author".into())
    })
    .after("greeting"),
    required("declarations", "declares each option once, readable, with a valid default", declarations)
        .after("greeting"),
    recommended("nothing-else", "writes only `id`, `option` and `info` lines before `ugiok`", |engine| {
        let allowed = ["", "id", "info", "registration", "copyprotection", "option"];
        let other = engine.other_lines.iter().find(|line| !allowed.contains(&first_word(line)));
        expect_none(other, |line| format!("it wrote `{}`", printable(line, 60)))
    })
    .after("greeting"),
];

pub(super) const READINESS: [Point; 2] = [
    required("ready", "answers `isready` by `readyok`", |engine| engine.ready().map(drop)).after("greeting"),
    required("ready-each", "answers each `isready` once", ready_each),
];

pub(super) const FIRST_TURN: [Point; 3] = [
    required("set-up", "accepts the game, its rules, and the options of its command", set_up)
        .after("ready-each")
        .at(Preparation::Handshake),
    required("startpos", "accepts the first position, `position startpos`", startpos),
    required("go-nodes", "answers `go nodes` by a legal turn", |engine| {
        engine.plays(&[], &GoLimits::nodes(500))
    })
    .after("startpos"),
];

pub(super) const OPTIONS: [Point; 3] = [
    required("values", "accepts each value that it declares, and plays afterwards", values),
    recommended("other-values", "keeps running after values that it did not declare", other_values),
    required("unknown-option", "refuses or ignores an option that it does not have", |engine| {
        engine.request("setoption name No Such Option value 1")?;
        engine.request("setoption name No-Such-Button")?;
        engine.plays(&[], &GoLimits::nodes(100))
    }),
];

fn silence(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let lines = engine.process.lines_within(SILENCE)?;
    expect_none(lines.first(), |line| format!("it wrote `{}` before `ugi`", printable(&line.text, 60)))
}

fn declarations(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    expect_none(engine.other_lines.iter().find(|line| first_word(line) == "option"), |line| {
        let expected = "`option name N type T`, T being check, spin, combo, string or button";
        format!("`{}`; expected {expected}", printable(line, 100))
    })?;
    let mut names = BTreeSet::new();
    engine.process.options().iter().try_for_each(|option| {
        let new = names.insert(option.name.to_ascii_lowercase());
        ensure(new, || format!("option {} comes twice", option.name))?;
        expect_none(mistake(option), |mistake| format!("option {}: {mistake}", option.name))
    })
}

/// What is wrong with a readable declaration.
fn mistake(option: &OptionDecl) -> Option<String> {
    match &option.kind {
        OptionType::Spin { min, max, .. } if min > max => Some(format!("min {min} is more than max {max}")),
        OptionType::Spin { default, min, max } if !(min..=max).contains(&default) => {
            Some(format!("default {default} is not within {min} to {max}"))
        }
        OptionType::Combo { choices, .. } if choices.is_empty() => Some("no `var` is declared".into()),
        OptionType::Combo { default, choices } if !choices.contains(default) => {
            Some(format!("default `{default}` is none of {}", choices.join(", ")))
        }
        _ => None,
    }
}

fn ready_each(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    const TIMES: usize = 3;
    (0..TIMES).for_each(|_| engine.process.send(Command::IsReady));
    for _ in 0..TIMES {
        engine.lines_until("`readyok`", engine.context.settings.timeout)?;
    }
    engine.process.send(Command::Quit);
    let mut more = 0;
    // Counts up to the end of the output; it is no failure that this end comes, or does not come in time.
    let _ = engine.process.lines_until("the end", EXIT_TIMEOUT, |line| {
        more += usize::from(first_word(line) == "readyok");
        false
    });
    ensure(more == 0, || format!("{TIMES} `isready` were answered by {} `readyok`", TIMES + more))
}

fn set_up(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let declared = engine.process.options().to_vec();
    if let Some(option) = GameOptions::game_option(&declared)
        && let OptionType::Combo { choices, .. } = &option.kind
        && !choices.iter().any(|choice| choice == engine.context.rules.name())
    {
        let (name, game) = (&option.name, engine.context.rules.name());
        return Problem::failed(format!("option {name} does not offer {game}, but {}", choices.join(", ")));
    }
    for (name, value) in engine.context.option_settings(&declared) {
        let known = declared.iter().any(|option| option.is_named(&name));
        ensure(known, || format!("option {name} is to be set, but the engine does not have it"))?;
        engine.set_option(&name, &value)?;
    }
    Ok(())
}

fn startpos(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let rules = engine.context.rules;
    let mut changed =
        rules.changed_options().into_iter().map(|spec| format!("{}.{}", rules.title(), spec.name));
    let declared = engine.process.options();
    if let Some(rule) = changed.find(|rule| !declared.iter().any(|option| option.is_named(rule))) {
        return Problem::not_offered(format!("it has no option {rule}, so its first position is another"));
    }
    engine.set_position(&Start::Startpos, &[])?;
    // An engine need not report its position, but what it reports must be right.
    match engine.query(&Query::Fen) {
        Err(Problem::NotOffered(_)) => Ok(()),
        Err(problem) => Err(problem),
        Ok(text) => engine.context.same_position(&text, &*engine.context.games.after(&[])),
    }
}

fn values(engine: &mut EngineUnderTest<'_>) -> CheckResult {
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
    for (name, value) in engine.context.option_settings(engine.process.options()) {
        engine.set_option(&name, &value)?;
    }
    engine.legal_search(&[], &GoLimits::nodes(100))?;
    let number = refused.len();
    expect_none(refused.first(), |first| format!("{number} declared values were refused, as {first}"))
}

/// The values of an option to try, the default last. A text has only its default, and buttons are not pressed: what
/// they do is not known.
fn declared_values(option: &OptionDecl) -> Vec<String> {
    let (mut values, default): (Vec<String>, String) = match &option.kind {
        OptionType::Check { default } => (vec!["true".into(), "false".into()], default.to_string()),
        OptionType::Spin { default, min, max } => {
            let max = sensible_limit(option).map_or(*max, |limit| limit.clamp(*min, *max));
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

/// The greatest value to set of an option that takes memory or cores.
fn sensible_limit(option: &OptionDecl) -> Option<i64> {
    let threads = || thread::available_parallelism().ok().and_then(|count| i64::try_from(count.get()).ok());
    if option.is_named("Threads") { threads() } else { option.is_named("Hash").then_some(MAX_HASH) }
}

fn other_values(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    for option in engine.process.options().to_vec() {
        let values: Vec<String> = match &option.kind {
            OptionType::Check { .. } => vec!["perhaps".into(), String::new()],
            OptionType::Spin { .. } if sensible_limit(&option).is_some() => vec!["many".into()],
            OptionType::Spin { min, max, .. } => {
                let beyond = [min.checked_sub(1), max.checked_add(1)].into_iter().flatten();
                beyond.map(|number| number.to_string()).chain(["many".into()]).collect()
            }
            OptionType::Combo { .. } => vec!["no-such-choice".into()],
            OptionType::String { .. } | OptionType::Button => Vec::new(),
        };
        for value in values {
            engine.request(&Command::SetOption { name: option.name.clone(), value }.to_string())?;
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
    fn memory_is_limited() {
        let hash = OptionDecl::spin("hash", 64, 1, 1 << 20);
        assert_eq!(declared_values(&hash), ["1", "256", "64"]);
        let large = OptionDecl::spin("Hash", 4096, 1024, 1 << 20);
        assert_eq!(declared_values(&large), ["1024", "4096"]);
    }
}
