//! The results of the checks.

use std::collections::BTreeSet;
use std::fmt;

use super::points::{Point, points};
use super::result::PointResult;
use super::transcript::Transcript;
use crate::Dialect;

/// A point with its result and its dialogue.
#[derive(Clone, Debug)]
pub struct CheckedPoint {
    /// The point.
    pub point: &'static Point,
    /// Its result.
    pub result: PointResult,
    /// Its dialogue, with every process that was started for it.
    pub transcript: Transcript,
}

/// The results of all points. [`Display`](fmt::Display) writes the table that `arena check` prints.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The name and author that the engine reported, or else the name of its command.
    pub engine: String,
    /// The game.
    pub game: &'static str,
    /// The dialect that was spoken.
    pub dialect: Dialect,
    /// The results, in the order of [`points`].
    pub points: Vec<CheckedPoint>,
}

impl CheckReport {
    /// Whether the engine meets the requirements of a tournament: every required point passed or was not offered.
    pub fn passed(&self) -> bool {
        !self.points.iter().any(|checked| checked.point.required && checked.obstacle().is_some())
    }

    /// The points that failed.
    pub fn failed(&self) -> impl Iterator<Item = &CheckedPoint> {
        self.points.iter().filter(|checked| matches!(checked.result, PointResult::Failed(_)))
    }

    /// The first line: engine, game and dialect.
    pub fn heading(&self) -> String {
        let dialect = if self.dialect == Dialect::Uci { "UCI" } else { "UGI" };
        format!("{}: {}, {dialect}\n", self.engine, self.game)
    }

    /// The last lines: the number of points with each result, and the verdict.
    pub fn summary(&self) -> String {
        let result = |checked: &CheckedPoint| match checked.result {
            PointResult::Failed(_) => format!("{} FAILED", checked.point.need()),
            _ => checked.words().0.to_owned(),
        };
        let results: Vec<String> = self.points.iter().map(result).collect();
        let counts = ["passed", "required FAILED", "recommended FAILED", "not offered", "not tried"]
            .map(|word| (results.iter().filter(|result| *result == word).count(), word));
        let shown = counts.iter().filter(|(count, word)| *count > 0 || *word == "passed");
        let mut parts = shown.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ");
        let not_tried = self.points.iter().filter(|checked| !checked.is_tried());
        let obstacles: BTreeSet<&str> = not_tried.filter_map(|checked| checked.words().1).collect();
        if !obstacles.is_empty() {
            parts += &format!(" ({})", Vec::from_iter(obstacles).join(", "));
        }
        let number = self.points.len();
        let verdict = match self.passed() {
            true if number == points().count() => "the engine meets the requirements of a tournament",
            true => "the engine meets those requirements of a tournament that were checked",
            false => "the engine does not meet the requirements of a tournament",
        };
        format!("{number} point{}: {}\n{verdict}\n", if number == 1 { "" } else { "s" }, parts)
    }

    /// The row of the point at an index, below the name of its group if it is the first one of it. A point that was not
    /// tried has none: of an engine that does not start nobody would find the one that failed.
    pub(crate) fn row(&self, index: usize) -> String {
        let checked = &self.points[index];
        if !checked.is_tried() {
            return String::new();
        }
        let group = checked.point.group;
        let first =
            !self.points[..index].iter().any(|before| before.point.group == group && before.is_tried());
        let heading = if first { format!("\n{group}\n") } else { String::new() };
        format!("{heading}{checked}")
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.heading())?;
        (0..self.points.len()).try_for_each(|index| f.write_str(&self.row(index)))?;
        write!(f, "\n{}", self.summary())
    }
}

impl CheckedPoint {
    /// Why points after it are not tried.
    pub(crate) fn obstacle(&self) -> Option<String> {
        match &self.result {
            PointResult::Passed | PointResult::NotOffered(_) => None,
            PointResult::Failed(_) => Some(format!("`{}` did not pass", self.point.name)),
            PointResult::NotTried(obstacle) => Some(obstacle.clone()),
        }
    }

    fn is_tried(&self) -> bool {
        !matches!(self.result, PointResult::NotTried(_))
    }

    /// The result in a word, and the reason.
    fn words(&self) -> (&'static str, Option<&str>) {
        match &self.result {
            PointResult::Passed => ("passed", None),
            PointResult::Failed(why) => ("FAILED", Some(why)),
            PointResult::NotOffered(why) => ("not offered", Some(why)),
            PointResult::NotTried(why) => ("not tried", Some(why)),
        }
    }

    /// The dialogue under a heading: with `whole` all lines that were kept, otherwise the last ones.
    pub fn dialogue(&self, whole: bool) -> String {
        let (word, why) = self.words();
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        format!("--- {}: {word}{why}\n{}", self.point.name, self.transcript.text(whole))
    }
}

impl fmt::Display for CheckedPoint {
    /// A row of the table, and below it the reason if the point did not pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, why) = self.words();
        let Point { name, description, .. } = self.point;
        writeln!(f, "{word:<11}  {:<11}  {name:<19}  {description}", self.point.need())?;
        why.map_or(Ok(()), |why| writeln!(f, "{:28}{why}", ""))
    }
}
