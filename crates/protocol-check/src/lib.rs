#![doc = include_str!("../README.md")]

mod engine;
mod point;
mod points;
mod report;
mod settings;
mod test_games;
mod transcript;

use std::collections::BTreeMap;

use abstract_game::facade::AnyRules;
use protocol::driver::{DriverError, EngineCommand, EngineProcess};
use protocol::{GameOptions, OptionType};

pub use point::Point;
pub use points::points;
pub use report::{CheckReport, CheckedPoint, PointResult};
pub use settings::{Cancel, CheckError, CheckSettings};
pub use transcript::{Transcript, TranscriptLine};

use engine::{CheckContext, Preparation, Problem};
use test_games::TestGames;
use transcript::SharedTranscript;

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
    /// [`CheckError::UnknownPoint`].
    pub fn verify(&self) -> Result<(), CheckError> {
        let unknown = |name: &&String| !points().any(|point| point.name == *name || point.group == *name);
        let Some(name) = self.only.iter().find(unknown) else { return Ok(()) };
        let mut known: Vec<&str> = points().map(|point| point.group).collect();
        known.dedup();
        known.extend(points().map(|point| point.name));
        Err(CheckError::UnknownPoint(name.clone(), known.join(", ")))
    }

    fn selects(&self, point: &Point) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == point.name || name == point.group)
    }
}

/// Checks an engine in one game. An engine that does not start fails the first point.
///
/// ```no_run
/// use protocol::driver::EngineCommand;
/// use protocol_check::{CheckSettings, check};
///
/// let rules = games::by_name("snorkels")?;
/// let engine = EngineCommand { program: "./my-engine".into(), ..EngineCommand::default() };
/// let report = check(&engine, &*rules, &CheckSettings::default());
/// print!("{report}");
/// for failed in report.failed() {
///     print!("\n{}", failed.dialogue(false));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check(command: &EngineCommand, rules: &dyn AnyRules, settings: &CheckSettings) -> CheckReport {
    check_with_progress(command, rules, settings, &mut |_| ())
}

/// As [`check`], and passes the report to `progress` piece by piece as it grows: the heading, then a row for each point.
pub fn check_with_progress(
    command: &EngineCommand,
    rules: &dyn AnyRules,
    settings: &CheckSettings,
    progress: &mut dyn FnMut(&str),
) -> CheckReport {
    let games = TestGames::new(rules, settings.seed);
    let identity = handshake(command, settings).map(|engine| engine.identity().clone()).unwrap_or_default();
    let engine = match (identity.name, identity.author) {
        (name, _) if name.is_empty() => command.display_name(),
        (name, author) if author.is_empty() => name,
        (name, author) => format!("{name} by {author}"),
    };
    let (game, dialect) = (rules.name(), settings.dialect);
    let mut report = CheckReport { engine, game, dialect, points: Vec::new(), complete: false };
    let (mut met, mut stray_lines) = (BTreeMap::new(), Vec::new());
    for point in points().filter(|point| settings.selects(point)) {
        let transcript = SharedTranscript::new();
        let context = CheckContext {
            command,
            rules,
            settings,
            games: &games,
            transcript: transcript.clone(),
            stray_lines: &stray_lines,
        };
        let result = result(point, &context, &met);
        if settings.cancel.is_cancelled() {
            return report;
        }
        met.insert(point.name, matches!(result, PointResult::Passed | PointResult::NotOffered(_)));
        let transcript = transcript.lock().clone();
        stray_lines.extend(transcript.stray_lines.iter().map(|line| format!("`{line}` in {}", point.name)));
        if report.points.is_empty() {
            progress(&report.heading());
        }
        report.points.push(CheckedPoint { point, result, transcript });
        progress(&report.row(report.points.len() - 1));
    }
    report.complete = true;
    report
}

/// Checks a point, unless the one before it was not met. A point that was not selected counts as met.
fn result(point: &Point, context: &CheckContext<'_>, met: &BTreeMap<&str, bool>) -> PointResult {
    if let Some(before) = point.after.filter(|before| met.get(before) == Some(&false)) {
        return PointResult::NotTried(format!("`{before}` did not pass"));
    }
    let stage = point.stage.unwrap_or(Preparation::Ready);
    match context.start(stage).and_then(|mut engine| (point.check)(&mut engine)) {
        Ok(()) => PointResult::Passed,
        Err(Problem::Failed(why)) => PointResult::Failed(why),
        Err(Problem::NotOffered(why)) => PointResult::NotOffered(why),
    }
}

/// The names of the known games that an engine offers by its option `Game` (UCI: `UCI_Variant`).
///
/// # Errors
/// The engine does not answer the handshake, has no such option, or offers no known game.
pub fn offered_games(
    command: &EngineCommand,
    settings: &CheckSettings,
) -> Result<Vec<&'static str>, CheckError> {
    let engine = handshake(command, settings).map_err(|error| CheckError::Games(error.to_string()))?;
    let option = GameOptions::game_option(engine.options())
        .ok_or_else(|| CheckError::Games("it has no option `Game` or `UCI_Variant`".into()))?;
    let name = &option.name;
    let OptionType::Combo { choices, .. } = &option.kind else {
        return Err(CheckError::Games(format!("its option `{name}` is no combo")));
    };
    let offered: Vec<_> = games::names().filter(|game| choices.iter().any(|choice| choice == game)).collect();
    if offered.is_empty() {
        return Err(CheckError::Games(format!("its option `{name}` has no game that is known here")));
    }
    Ok(offered)
}

/// An engine after the handshake.
fn handshake(command: &EngineCommand, settings: &CheckSettings) -> Result<EngineProcess, DriverError> {
    let mut process = engine::spawn(command, settings, &SharedTranscript::new())?;
    process.handshake(settings.dialect)?;
    Ok(process)
}
