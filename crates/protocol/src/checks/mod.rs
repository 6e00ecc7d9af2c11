#![doc = include_str!("../README.md")]

mod engine;
mod points;
mod report;
mod test_games;
mod transcript;

use std::sync::Arc;
use std::time::Duration;

use abstract_game::facade::AnyRules;
use parking_lot::Mutex;
use protocol::Dialect;
use protocol::driver::{DriverError, EngineCommand, EngineProcess, StopHandle};
use thiserror::Error;

pub use points::{Point, points};
pub use report::{CheckReport, CheckedPoint, PointResult};
pub use transcript::{Transcript, TranscriptLine};

use engine::CheckContext;
use test_games::TestGames;
use transcript::SharedTranscript;

/// How an engine is checked.
#[derive(Clone, Debug)]
pub struct CheckSettings {
    /// Timeout of any answer, beyond the time that a search was given.
    pub timeout: Duration,
    /// How late an answer may be where time is checked. The best of three attempts counts.
    pub margin: Duration,
    /// The dialect to speak.
    pub dialect: Dialect,
    /// The seed of the random games from which positions are taken.
    pub seed: u64,
    /// Names of points or of groups; only these are checked. All points if it is empty.
    pub only: Vec<String>,
    /// The running engine, for another thread that ends the program: it kills the engine and exits while it holds the
    /// lock, so that no other one is started.
    pub running: Arc<Mutex<Option<StopHandle>>>,
}

impl Default for CheckSettings {
    /// A timeout of 10 s, a margin of 50 ms, UGI, seed 1, all points.
    fn default() -> CheckSettings {
        CheckSettings {
            timeout: Duration::from_secs(10),
            margin: Duration::from_millis(50),
            dialect: Dialect::Ugi,
            seed: 1,
            only: Vec::new(),
            running: Arc::default(),
        }
    }
}

impl CheckSettings {
    /// Checks that all names in `only` are names of points or groups.
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
    /// The first other name.
    pub fn verify(&self) -> Result<(), UnknownPoint> {
        let mut known: Vec<&str> = points().map(|point| point.group).collect();
        known.dedup();
        known.extend(points().map(|point| point.name));
        match self.only.iter().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(UnknownPoint(name.clone(), known.join(", "))),
        }
    }

    fn selects(&self, point: &Point) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == point.name || name == point.group)
    }
}

/// No point or group has this name; all names, groups first.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no point or group `{0}`: expected one of {1}")]
pub struct UnknownPoint(String, String);

/// Checks an engine in one game. An engine that does not start fails the first point.
///
/// `progress` gets the report piece by piece as it grows: the heading, then a row for each point that is tried.
///
/// ```no_run
/// use protocol::driver::EngineCommand;
/// use protocol_check::{CheckSettings, check};
///
/// let rules = games::by_name("snorkels")?;
/// let engine = EngineCommand { program: "./my-engine".into(), ..EngineCommand::default() };
/// let report = check(&engine, &*rules, &CheckSettings::default(), &mut |text| print!("{text}"));
/// print!("\n{}", report.summary());
/// for failed in report.failed() {
///     print!("\n{}", failed.dialogue(false));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(
    command: &EngineCommand,
    rules: &dyn AnyRules,
    settings: &CheckSettings,
    progress: &mut dyn FnMut(&str),
) -> CheckReport {
    let identity = handshake(command, settings).map(|engine| engine.identity().clone()).unwrap_or_default();
    let engine = match (identity.name, identity.author) {
        (name, _) if name.is_empty() => command.display_name(),
        (name, author) if author.is_empty() => name,
        (name, author) => format!("{name} by {author}"),
    };
    let (game, dialect) = (rules.name(), settings.dialect);
    let mut report = CheckReport { engine, game, dialect, points: Vec::new() };
    progress(&report.heading());
    let (games, transcript) = (TestGames::new(rules, settings.seed), SharedTranscript::default());
    let mut context = CheckContext { command, settings, games, transcript, stray_lines: Vec::new() };
    for point in points().filter(|point| settings.selects(point)) {
        context.transcript = SharedTranscript::default();
        // A point that was not selected counts as met.
        let before = report.points.iter().find(|before| Some(before.point.name) == point.after);
        let result = match before.and_then(CheckedPoint::obstacle) {
            Some(obstacle) => PointResult::NotTried(obstacle),
            None => {
                let checked = context.start(point.stage).and_then(|mut engine| (point.check)(&mut engine));
                checked.err().unwrap_or(PointResult::Passed)
            }
        };
        let transcript = context.transcript.lock().clone();
        let stray_lines = transcript.stray_lines.iter().map(|line| format!("`{line}` in {}", point.name));
        context.stray_lines.extend(stray_lines);
        report.points.push(CheckedPoint { point, result, transcript });
        progress(&report.row(report.points.len() - 1));
    }
    report
}

/// An engine after the handshake.
fn handshake(command: &EngineCommand, settings: &CheckSettings) -> Result<EngineProcess, DriverError> {
    let mut process = engine::spawn(command, settings, &SharedTranscript::default())?;
    process.handshake(settings.dialect)?;
    Ok(process)
}
