//! A point of the checks.

use crate::engine::{CheckResult, EngineUnderTest, Preparation};

/// One requirement that is checked. [`points`](crate::points) lists them all.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Its subject; the points of a group follow each other.
    pub group: &'static str,
    /// Its name, a word that no other point has.
    pub name: &'static str,
    /// What the engine must do, in one line.
    pub description: &'static str,
    /// Whether a tournament needs it; otherwise it is recommended.
    pub required: bool,
    /// The point that must pass before this one is tried.
    pub after: Option<&'static str>,
    /// The state of the engine that the check gets.
    pub(crate) stage: Option<Preparation>,
    /// The check, in a process of its own.
    pub(crate) check: Check,
}

pub(crate) type Check = fn(&mut EngineUnderTest<'_>) -> CheckResult;

/// A point that a tournament needs.
pub(crate) const fn required(name: &'static str, description: &'static str, check: Check) -> Point {
    Point { group: "", name, description, required: true, after: None, stage: None, check }
}

/// A point that a tournament does not need.
pub(crate) const fn recommended(name: &'static str, description: &'static str, check: Check) -> Point {
    Point { required: false, ..required(name, description, check) }
}

impl Point {
    pub(crate) const fn after(self, point: &'static str) -> Point {
        Point { after: Some(point), ..self }
    }

    pub(crate) const fn at(self, stage: Preparation) -> Point {
        Point { stage: Some(stage), ..self }
    }
}
