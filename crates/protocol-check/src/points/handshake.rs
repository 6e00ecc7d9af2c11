//! The greeting and what the engine says of itself.

use std::time::Duration;

use protocol::{OptionDecl, OptionType};

use crate::dialogue::Probe;
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "handshake";

/// How long an engine is listened to before it is greeted.
const QUIET: Duration = Duration::from_millis(300);

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "greeting",
        says: "answers the greeting, up to `ugiok` (or `uciok`)",
        required: true,
        after: None,
        run: |probe| probe.greet().map(drop),
    },
    Point {
        group: GROUP,
        name: "silence",
        says: "says nothing before it is greeted",
        required: false,
        after: Some("greeting"),
        run: silence,
    },
    Point {
        group: GROUP,
        name: "name",
        says: "says its name: `id name ...`",
        required: true,
        after: Some("greeting"),
        run: |probe| match probe.greet()?.hello.name {
            Some(_) => Ok(()),
            None => Miss::failed("no line `id name` with a name"),
        },
    },
    Point {
        group: GROUP,
        name: "author",
        says: "says its author: `id author ...`",
        required: false,
        after: Some("greeting"),
        run: |probe| match probe.greet()?.hello.author {
            Some(_) => Ok(()),
            None => Miss::failed("no line `id author` with an author"),
        },
    },
    Point {
        group: GROUP,
        name: "declarations",
        says: "declares its options well: readable, each once, with defaults that fit",
        required: true,
        after: Some("greeting"),
        run: declarations,
    },
    Point {
        group: GROUP,
        name: "nothing-else",
        says: "answers the greeting with `id`, `option` and `info` lines only",
        required: false,
        after: Some("greeting"),
        run: |probe| match probe.greet()?.hello.others.first() {
            None => Ok(()),
            Some(line) => Miss::failed(format!("it said `{}`", printable(line, 60))),
        },
    },
];

fn silence(probe: &Probe<'_>) -> Result<(), Miss> {
    let said = probe.start()?.listen(QUIET)?;
    match said.first() {
        None => Ok(()),
        Some(line) => Miss::failed(format!("it said `{}` before it was greeted", printable(&line.text, 60))),
    }
}

fn declarations(probe: &Probe<'_>) -> Result<(), Miss> {
    let hello = probe.greet()?.hello;
    if let Some(line) = hello.unreadable.first() {
        return Miss::failed(format!(
            "`{}`; expected `option name N type T`, T being check, spin, combo, string or button",
            printable(line, 100)
        ));
    }
    for (number, option) in hello.options.iter().enumerate() {
        if hello.options[..number].iter().any(|earlier| earlier.is_named(&option.name)) {
            return Miss::failed(format!("option {} comes twice", option.name));
        }
        unfit(option).map_or(Ok(()), |what| Miss::failed(format!("option {}: {what}", option.name)))?;
    }
    Ok(())
}

/// What is wrong with a declaration that can be read.
fn unfit(option: &OptionDecl) -> Option<String> {
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
