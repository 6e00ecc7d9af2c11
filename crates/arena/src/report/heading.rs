//! What is played, in one line.

use std::fmt::Write as _;

use crate::openings::Openings;
use crate::schedule::Format;
use crate::tournament::Tournament;

/// What is played, in one line: the game with the options that are not at their defaults, the format, the limits,
/// the openings, what else ends a game, and the seed.
#[must_use]
pub fn heading(tournament: &Tournament) -> String {
    let (rules, settings) = (tournament.rules(), tournament.settings());
    let mut text = rules.name().to_owned();
    for spec in rules.changed_options() {
        let _ = write!(text, " {}={}", spec.name, rules.option(spec.name).unwrap_or_default());
    }
    match &settings.format {
        Format::RoundRobin => {}
        other => {
            let _ = write!(text, "; {other}");
        }
    }
    if let Some(sprt) = &settings.sprt {
        let _ = write!(text, "; {sprt}");
    }
    let _ = write!(text, "; {}; {}", settings.limits, openings(&settings.openings));
    for rule in [
        settings.judging.resign.map(|rule| format!("resign {rule}")),
        settings.judging.draw.map(|rule| format!("draw {rule}")),
    ] {
        text.extend(rule.map(|rule| format!("; {rule}")));
    }
    let _ = writeln!(text, "; seed {}", settings.seed);
    text
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::Listed { openings, shuffled } => {
            let order = if *shuffled { ", shuffled" } else { "" };
            format!("{} openings from a file{order}", openings.len())
        }
        Openings::Random(random) => match random.turns {
            0 => "no openings".to_owned(),
            1 => "openings of 1 random turn".to_owned(),
            n => format!("openings of {n} random turns"),
        },
    }
}
