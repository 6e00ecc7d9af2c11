//! A tournament before it is played: its settings in one line, and its schedule.

use std::fmt::Write as _;

use crate::openings::Openings;
use crate::schedule::{Format, ScheduleError};
use crate::tournament::Tournament;

/// The settings in one line: the game with the options that differ from their defaults, the format, the limits, the
/// openings, the rules of adjudication, and the seed.
#[must_use]
pub fn heading(tournament: &Tournament) -> String {
    let (rules, settings) = (tournament.rules(), tournament.settings());
    let mut text = rules.name().to_owned();
    for spec in rules.changed_options() {
        let _ = write!(text, " {}={}", spec.name, rules.option(spec.name).unwrap_or_default());
    }
    let (format, judging) = (&settings.format, &settings.judging);
    let parts = [
        (*format != Format::RoundRobin).then(|| format.to_string()),
        settings.sprt.as_ref().map(ToString::to_string),
        Some(settings.limits.to_string()),
        Some(openings(&settings.openings)),
        judging.resign.map(|rule| format!("resign {rule}")),
        judging.draw.map(|rule| format!("draw {rule}")),
        Some(format!("seed {}", settings.seed)),
    ];
    text.extend(parts.into_iter().flatten().map(|part| format!("; {part}")));
    text.push('\n');
    text
}

/// The schedule before any game: a line for each encounter as far as it is known.
///
/// # Errors
/// None for the schedule of a tournament.
pub fn schedule(tournament: &Tournament) -> Result<String, ScheduleError> {
    let names: Vec<&str> = tournament.names().collect();
    let mut text = tournament.schedule().plan(&names)?;
    if tournament.settings().sprt.is_some() {
        text += "or fewer: it ends when the test has decided\n";
    }
    Ok(text)
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
