//! What a run tunes, and how.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

use arena::engine::EngineLimits;
use arena::game::Judging;
use arena::openings::Openings;
use serde::{Deserialize, Serialize};

use crate::error::{TrainerError, invalid};

/// A number of the engine that is tuned: an option of the engine that takes whole numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Parameter {
    /// The name of the option.
    pub name: String,
    /// The value at the start.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The change to each side in the last iteration. A change should be worth a few Elo; a twentieth of the range is a
    /// usual choice.
    pub c_end: f64,
    /// The rate of learning in the last iteration: a pair of games won twice moves the value by `2 * r_end * c_end`.
    #[serde(default = "default_r_end")]
    pub r_end: f64,
}

fn default_r_end() -> f64 {
    0.002
}

/// The settings of a run; the format of its TOML file.
///
/// ```
/// let settings: trainer::spsa::SpsaSettings = r#"
///     game = "chess"
///     rules = { clock = "off" }
///     engine = "agon:alphabeta option.Hash=4"
///     limits = { nodes = 500 }
///     iterations = 1000
///
///     [[parameter]]
///     name = "Chess.queen"
///     start = 9
///     min = 0
///     max = 60
///     c-end = 4
/// "#.parse()?;
/// assert_eq!((settings.parameters[0].r_end, settings.ahead), (0.002, 8));
/// # Ok::<(), trainer::TrainerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SpsaSettings {
    /// The name of the game.
    pub game: String,
    /// Options of its rules.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// The engine, as on the arena's command line.
    pub engine: String,
    /// The limits of each turn: `nodes`, `depth`, `movetime`, ....
    #[serde(default)]
    pub limits: EngineLimits,
    /// Number of iterations; each plays a pair of games.
    pub iterations: usize,
    /// Number of iterations that can be played at the same time: the values of an iteration depend on the results up to
    /// this number of iterations before it. With 1, each iteration waits for the one before it.
    #[serde(default = "default_ahead")]
    pub ahead: usize,
    /// Where the games begin. Both games of a pair have the same opening, with the sides swapped.
    #[serde(default)]
    pub openings: Openings,
    /// When a game ends before its rules end it.
    #[serde(default = "default_judging")]
    pub judging: Judging,
    /// The seed of the changes and openings.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// What is tuned.
    #[serde(rename = "parameter")]
    pub parameters: Vec<Parameter>,
}

fn default_ahead() -> usize {
    8
}

fn default_judging() -> Judging {
    Judging { max_turns: Some(1000), ..Judging::default() }
}

fn default_seed() -> u64 {
    1
}

/// The greatest number of iterations.
const MAX_ITERATIONS: usize = 5_000_000;
/// Steps and rates: their products are finite, and not 0.
const STEPS: RangeInclusive<f64> = 1e-9..=1e15;

impl SpsaSettings {
    /// Refuses settings that make no run.
    ///
    /// # Errors
    /// No parameters, two of the same name, a range without the start or without a whole number, a step or rate out of its
    /// range, no iterations or too many.
    pub fn check(&self) -> Result<(), TrainerError> {
        let wrong = |problem: String| Err(invalid(problem));
        if self.parameters.is_empty() {
            return wrong("no parameters: expected `[[parameter]]` once or more".to_owned());
        }
        if !(1..=MAX_ITERATIONS).contains(&self.iterations) || self.ahead == 0 {
            return wrong(format!(
                "`iterations` and `ahead` are whole numbers from 1, `iterations` at most {MAX_ITERATIONS}"
            ));
        }
        for (index, parameter) in self.parameters.iter().enumerate() {
            let Parameter { name, start, min, max, c_end, r_end } = parameter;
            let limit = 2_f64.powi(53);
            if self.parameters[..index].iter().any(|earlier| earlier.name == *name) {
                return wrong(format!("parameter `{name}` is given twice"));
            }
            // Written so that NaN is refused, too.
            if !(-limit <= *min && min < max && *max <= limit && (*min..=*max).contains(start)) {
                return wrong(format!("parameter `{name}`: expected min <= start <= max, and min < max"));
            }
            if min.ceil() > max.floor() {
                return wrong(format!("parameter `{name}`: no whole number is from {min} to {max}"));
            }
            if ![c_end, r_end].iter().all(|number| STEPS.contains(number)) {
                let (least, greatest) = (STEPS.start(), STEPS.end());
                return wrong(format!(
                    "parameter `{name}`: `c-end` and `r-end` are from {least:e} to {greatest:e}"
                ));
            }
        }
        Ok(())
    }

    /// The settings as JSON, as a store keeps them.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts, finite numbers and lists of them are JSON")
    }

    /// Reads JSON.
    ///
    /// # Errors
    /// It is not the settings of a run.
    pub fn from_json(text: &str) -> Result<SpsaSettings, TrainerError> {
        serde_json::from_str(text).map_err(|error| invalid(error.to_string()))
    }
}

impl FromStr for SpsaSettings {
    type Err = TrainerError;

    /// Reads TOML.
    fn from_str(text: &str) -> Result<SpsaSettings, TrainerError> {
        let settings: SpsaSettings = toml::from_str(text).map_err(|error| invalid(error.to_string()))?;
        settings.check()?;
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "game = 'chess'\nengine = 'random'\niterations = 10\n[[parameter]]\nname = 'x'\n\
        start = 5\nmin = 0\nmax = 10\nc-end = 1\n";

    #[test]
    fn settings_survive_the_store() {
        let settings: SpsaSettings = TOML.parse().unwrap();
        assert_eq!(SpsaSettings::from_json(&settings.to_json()).unwrap(), settings);
    }

    #[test]
    fn mistakes_are_refused() {
        let again = "[[parameter]]\nname = 'x'\nstart = 5\nmin = 0\nmax = 10\nc-end = 1\n";
        for (from, to, message) in [
            ("iterations = 10", "iterations = 0", "whole numbers from 1"),
            ("iterations", "itterations", "unknown field `itterations`"),
            ("start = 5", "start = 11", "expected min <= start <= max"),
            ("max = 10", "max = nan", "expected min <= start <= max"),
            ("iterations = 10", "iterations = 5000001", "`iterations` at most 5000000"),
            (
                "start = 5\nmin = 0\nmax = 10",
                "start = 5.5\nmin = 5.2\nmax = 5.8",
                "no whole number is from 5.2 to 5.8",
            ),
            ("c-end = 1", "c-end = 0", "`c-end` and `r-end` are from 1e-9 to 1e15"),
            ("c-end = 1", "c-end = 1e200", "`c-end` and `r-end` are from 1e-9 to 1e15"),
            ("c-end = 1", "c-end = 1e-200", "`c-end` and `r-end` are from 1e-9 to 1e15"),
            ("c-end = 1\n", &format!("c-end = 1\n{again}"), "parameter `x` is given twice"),
        ] {
            let error = TOML.replace(from, to).parse::<SpsaSettings>().unwrap_err().to_string();
            assert!(error.contains(message), "{to}: {error}");
        }
    }
}
