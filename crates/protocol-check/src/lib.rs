//! Whether an engine keeps to the protocol: one point after the other, with what was said.
//!
//! Each point is checked in processes of its own, so what goes wrong in one does no harm to the next, and its
//! [`Transcript`] is the whole story: what stands behind `>` can be typed into the engine to see it again. Every
//! wait has a deadline, and no process is left behind.
//!
//! What a tournament needs is *required*; the rest is *recommended*. The rules of the game are the judge, and
//! positions come from games of random turns from a seed.
//!
//! ```no_run
//! use protocol_check::{CheckSettings, run};
//! use protocol::driver::EngineCommand;
//!
//! let rules = games::by_name("snorkels")?;
//! let engine = EngineCommand { program: "./my-engine".into(), ..EngineCommand::default() };
//! let report = run(&engine, &*rules, &CheckSettings::default());
//! print!("{report}");
//! for finding in report.failed() {
//!     print!("\n{}", finding.conversation());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Points are entries of tables, in files of one group each. To add one is to add an entry.

mod cancel;
mod dialogue;
mod game_options;
mod info_line;
mod material;
mod point;
mod points;
mod report;
mod session;
mod transcript;

use std::collections::BTreeMap;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use protocol::driver::EngineCommand;
use protocol::{Dialect, OptionType};
use thiserror::Error;

pub use cancel::Cancel;
pub use point::Point;
pub use points::points;
pub use report::{Finding, Outcome, Report};
pub use transcript::{Transcript, TranscriptLine, Who};

use dialogue::{Hello, Probe};
use material::Material;
use point::Miss;
use session::Shared;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct CheckSettings {
    /// How long to wait for any answer, beyond the time that a search was given.
    pub timeout: Duration,
    /// How late an answer may be where time is checked. The best of three tries counts.
    pub margin: Duration,
    /// The dialect to speak.
    pub dialect: Dialect,
    /// Makes the games of random turns.
    pub seed: u64,
    /// Names of points or of groups; only these are checked. All, if there are none.
    pub only: Vec<String>,
    /// When cancelled, the engine is killed and the checks end.
    pub cancel: Cancel,
}

impl Default for CheckSettings {
    /// 10 s for any answer, 50 ms late at the most, UGI, seed 1, all points.
    fn default() -> CheckSettings {
        CheckSettings {
            timeout: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            dialect: Dialect::Ugi,
            seed: 1,
            only: Vec::new(),
            cancel: Cancel::new(),
        }
    }
}

/// Why there is nothing to check.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CheckError {
    /// No point or group has that name.
    #[error("there is no point or group `{name}`: expected one of {known}")]
    UnknownPoint {
        /// The name.
        name: String,
        /// The names there are, groups first.
        known: String,
    },
    /// The engine did not say which games it plays.
    #[error("the games of the engine cannot be listed: {0}")]
    Games(String),
}

impl CheckSettings {
    /// Whether all names in `only` are names of points or groups.
    ///
    /// ```
    /// use protocol_check::CheckSettings;
    /// let only = |name: &str| CheckSettings { only: vec![name.into()], ..CheckSettings::default() };
    /// assert!(only("searching").verify().is_ok());
    /// assert!(only("one-answer").verify().is_ok());
    /// assert!(only("juggling").verify().is_err());
    /// ```
    ///
    /// # Errors
    /// One of them is not.
    pub fn verify(&self) -> Result<(), CheckError> {
        for name in &self.only {
            if !points().any(|point| point.name == name || point.group == name) {
                let mut known: Vec<&str> = points().map(|point| point.group).collect();
                known.dedup();
                known.extend(points().map(|point| point.name));
                return Err(CheckError::UnknownPoint { name: name.clone(), known: known.join(", ") });
            }
        }
        Ok(())
    }

    fn wants(&self, point: &Point) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == point.name || name == point.group)
    }
}

/// Checks an engine in one game. An engine that cannot even be started fails the first point.
#[must_use]
pub fn run(command: &EngineCommand, rules: &dyn AnyRules, settings: &CheckSettings) -> Report {
    run_watched(command, rules, settings, &mut |_, _| ())
}

/// As [`run`], and calls `watch` with the heading and each finding as soon as it is there.
pub fn run_watched(
    command: &EngineCommand,
    rules: &dyn AnyRules,
    settings: &CheckSettings,
    watch: &mut dyn FnMut(&str, &Finding),
) -> Report {
    let material = Material::new(rules, settings.seed);
    let engine = introduced(command, settings).1;
    let mut report = Report {
        engine,
        game: rules.name(),
        dialect: settings.dialect,
        findings: Vec::new(),
        complete: false,
    };
    let heading = report.heading();
    let (mut held, mut strays) = (BTreeMap::new(), Vec::new());
    for point in points().filter(|point| settings.wants(point)) {
        let transcript = Shared::new();
        let probe = Probe {
            command,
            rules,
            settings,
            material: &material,
            transcript: transcript.clone(),
            strays: &strays,
        };
        let outcome = outcome(point, &probe, &held);
        if settings.cancel.is_cancelled() {
            return report;
        }
        held.insert(point.name, matches!(outcome, Outcome::Passed | Outcome::NotOffered(_)));
        let transcript = transcript.copy();
        strays.extend(transcript.strays().iter().map(|line| format!("`{line}` in {}", point.name)));
        let finding = Finding { point, outcome, transcript };
        watch(&heading, &finding);
        report.findings.push(finding);
    }
    report.complete = true;
    report
}

fn outcome(point: &Point, probe: &Probe<'_>, held: &BTreeMap<&str, bool>) -> Outcome {
    // One that was not asked for is taken to hold.
    if let Some(before) = point.after.filter(|before| held.get(before) == Some(&false)) {
        return Outcome::NotTried(format!("`{before}` did not pass"));
    }
    match (point.run)(probe) {
        Ok(()) => Outcome::Passed,
        Err(Miss::Failed(why)) => Outcome::Failed(why),
        Err(Miss::NotOffered(why)) => Outcome::NotOffered(why),
    }
}

/// The names of the games that the engine offers by its option `Game` (UCI: `UCI_Variant`) and of which the
/// rules are known here.
///
/// # Errors
/// It cannot be asked, has no such option, or offers none of these games.
pub fn offered_games(
    command: &EngineCommand,
    settings: &CheckSettings,
) -> Result<Vec<&'static str>, CheckError> {
    let hello = introduced(command, settings).0.map_err(CheckError::Games)?;
    let option = game_options::game_option(&hello.options)
        .ok_or_else(|| CheckError::Games("it has no option `Game` or `UCI_Variant`".into()))?;
    let OptionType::Combo { choices, .. } = &option.kind else {
        return Err(CheckError::Games(format!("its option `{}` is no combo", option.name)));
    };
    let offered: Vec<_> = games::names().filter(|name| choices.iter().any(|choice| choice == name)).collect();
    if offered.is_empty() {
        return Err(CheckError::Games(format!("its option `{}` has none that is known here", option.name)));
    }
    Ok(offered)
}

/// What an engine says of itself, or why it says nothing; and what to call it.
fn introduced(command: &EngineCommand, settings: &CheckSettings) -> (Result<Hello, String>, String) {
    let transcript = Shared::new();
    let called = || command.name.clone().unwrap_or_else(|| command.program.display().to_string());
    match dialogue::introduce(command, settings, &transcript) {
        Ok(hello) => {
            let named = hello.name.as_ref().map(|name| match &hello.author {
                Some(author) => format!("{name} by {author}"),
                None => name.clone(),
            });
            let engine = named.unwrap_or_else(called);
            (Ok(hello), engine)
        }
        Err(Miss::Failed(why) | Miss::NotOffered(why)) => (Err(why), called()),
    }
}
