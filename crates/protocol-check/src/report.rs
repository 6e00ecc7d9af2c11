//! What came out of the checks.

use std::fmt;

use protocol::Dialect;

use super::transcript::Transcript;
use super::{Point, points};

/// What came of one point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Passed,
    /// It does not hold: why.
    Failed(String),
    /// The engine does not have what the point is about: how that is known.
    NotOffered(String),
    /// It was not tried: why.
    NotTried(String),
}

/// A point, what came of it, and what was said.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The point.
    pub point: &'static Point,
    /// What came of it.
    pub outcome: Outcome,
    /// The whole conversation, with every process that was started for it.
    pub transcript: Transcript,
}

/// What came of all points. Shown as text it is the table that `arena check` prints.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which engine, in the words of its `id` lines, or what it was called.
    pub engine: String,
    /// The game.
    pub game: &'static str,
    /// The dialect spoken.
    pub dialect: Dialect,
    /// What came of each point, in the order of [`points`](super::points).
    pub findings: Vec<Finding>,
    /// Whether all points were gone through; not so if the checks were ended early.
    pub complete: bool,
}

impl Report {
    /// Whether a tournament can rely on the engine: all points were gone through, and every required one passed
    /// or was not offered.
    #[must_use]
    pub fn passed(&self) -> bool {
        let bad = |finding: &Finding| {
            finding.point.required && matches!(finding.outcome, Outcome::Failed(_) | Outcome::NotTried(_))
        };
        self.complete && !self.findings.iter().any(bad)
    }

    /// The points that do not hold.
    pub fn failed(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| matches!(finding.outcome, Outcome::Failed(_)))
    }

    /// The first line: who is checked, and how.
    #[must_use]
    pub fn heading(&self) -> String {
        heading(&self.engine, self.game, self.dialect)
    }

    /// The last lines: how many points came out how, and what that means.
    #[must_use]
    pub fn summary(&self) -> String {
        let count = |is: fn(&Finding) -> bool| self.findings.iter().filter(|finding| is(finding)).count();
        let failed = |required| {
            let is = |finding: &&Finding| finding.point.required == required;
            self.failed().filter(is).count()
        };
        let passed = count(|finding| finding.outcome == Outcome::Passed);
        let mut parts = vec![format!("{passed} passed")];
        for (number, what) in [
            (failed(true), "required FAILED"),
            (failed(false), "recommended FAILED"),
            (count(|finding| matches!(finding.outcome, Outcome::NotOffered(_))), "not offered"),
            (count(|finding| matches!(finding.outcome, Outcome::NotTried(_))), "not tried"),
        ] {
            if number > 0 {
                parts.push(format!("{number} {what}"));
            }
        }
        let verdict = match (self.complete, self.passed()) {
            (false, _) => "the checks were ended early",
            (true, true) if self.findings.len() == points().count() => "all that a tournament needs is there",
            (true, true) => "of these, all that a tournament needs is there",
            (true, false) => "a tournament cannot rely on this engine",
        };
        let number = self.findings.len();
        format!("{number} point{}: {}\n{verdict}\n", if number == 1 { "" } else { "s" }, parts.join(", "))
    }
}

/// Who is checked, and how.
pub(super) fn heading(engine: &str, game: &str, dialect: Dialect) -> String {
    let dialect = match dialect {
        Dialect::Uci => "UCI",
        _ => "UGI",
    };
    format!("{engine}: {game}, {dialect}\n")
}

impl Finding {
    /// What came of it in a word, and why.
    fn words(&self) -> (&'static str, Option<&str>) {
        match &self.outcome {
            Outcome::Passed => ("passed", None),
            Outcome::Failed(why) => ("FAILED", Some(why)),
            Outcome::NotOffered(why) => ("not offered", Some(why)),
            Outcome::NotTried(why) => ("not tried", Some(why)),
        }
    }

    /// The conversation under a heading, as `arena check` prints it for what failed.
    #[must_use]
    pub fn conversation(&self) -> String {
        format!("{}{}", self.title(), self.transcript)
    }

    /// The same with nothing folded or cut, as `arena check --transcript` writes it.
    #[must_use]
    pub fn whole_conversation(&self) -> String {
        format!("{}{:#}", self.title(), self.transcript)
    }

    fn title(&self) -> String {
        let (word, why) = self.words();
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        format!("--- {}: {word}{why}\n", self.point.name)
    }
}

impl fmt::Display for Finding {
    /// A row of the table, and below it why if it did not pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, why) = self.words();
        let need = if self.point.required { "required" } else { "recommended" };
        writeln!(f, "{word:<11}  {need:<11}  {:<19}  {}", self.point.name, self.point.says)?;
        why.map_or(Ok(()), |why| writeln!(f, "{:28}{why}", ""))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.heading())?;
        let mut group = "";
        for finding in &self.findings {
            if std::mem::replace(&mut group, finding.point.group) != finding.point.group {
                writeln!(f, "\n{group}")?;
            }
            write!(f, "{finding}")?;
        }
        write!(f, "\n{}", self.summary())
    }
}
