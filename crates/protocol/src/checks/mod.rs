#![doc = include_str!("README.md")]

mod engine;
mod points;
mod report;
mod result;
mod settings;
mod test_games;
mod transcript;

use abstract_game::facade::AnyRules;

pub use points::{Point, points};
pub use report::{CheckReport, CheckedPoint};
pub use result::PointResult;
pub use settings::CheckSettings;
pub use transcript::Transcript;

use crate::driver::EngineCommand;
use engine::{CheckContext, Preparation};
use test_games::TestGames;
use transcript::SharedTranscript;

impl CheckSettings {
    /// Checks that all names in `only` are names of points or groups.
    ///
    /// ```
    /// use protocol::checks::CheckSettings;
    /// let only = |name: &str| CheckSettings { only: vec![name.into()], ..CheckSettings::default() };
    /// assert!(only("searching").verify().is_ok());
    /// assert!(only("one-answer").verify().is_ok());
    /// assert!(only("juggling").verify().is_err());
    /// ```
    ///
    /// # Errors
    /// The first other name, and all names, groups first.
    pub fn verify(&self) -> Result<(), String> {
        let mut known: Vec<&str> = points().map(|point| point.group).collect();
        known.dedup();
        known.extend(points().map(|point| point.name));
        match self.only.iter().find(|name| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                Err(format!("there is no point or group `{name}`: expected one of {}", known.join(", ")))
            }
        }
    }

    fn selects(&self, point: &Point) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == point.name || name == point.group)
    }
}

/// Checks an engine in one game. An engine that does not start fails the first point.
///
/// `progress` gets the report piece by piece as it grows: the heading, then a row for each point that is tried.
///
/// ```no_run
/// use protocol::driver::EngineCommand;
/// use protocol::checks::{CheckSettings, check};
///
/// let rules = abstract_game::sample::TakeTwo::default();
/// let engine = EngineCommand { program: "./my-engine".into(), ..EngineCommand::default() };
/// let report = check(&engine, &rules, &CheckSettings::default(), &mut |text| print!("{text}"));
/// print!("\n{}", report.summary());
/// for failed in report.failed() {
///     print!("\n{}", failed.dialogue(false));
/// }
/// ```
pub fn check(
    command: &EngineCommand,
    rules: &dyn AnyRules,
    settings: &CheckSettings,
    progress: &mut dyn FnMut(&str),
) -> CheckReport {
    let (games, transcript) = (TestGames::new(rules, settings.seed), SharedTranscript::default());
    let mut context = CheckContext { command, settings, games, transcript, stray_lines: Vec::new() };
    let named = context.start(Preparation::Handshake);
    let identity = named.map(|engine| engine.process.identity().clone()).unwrap_or_default();
    let engine = match (identity.name, identity.author) {
        (name, _) if name.is_empty() => command.display_name(),
        (name, author) if author.is_empty() => name,
        (name, author) => format!("{name} by {author}"),
    };
    let (game, dialect) = (rules.name(), settings.dialect);
    let mut report = CheckReport { engine, game, dialect, points: Vec::new() };
    progress(&report.heading());
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
