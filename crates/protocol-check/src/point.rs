//! A point of the checks.

use crate::engine::{CheckContext, Problem};

/// One requirement that is checked. [`points`](crate::points) lists them all.
#[derive(Debug)]
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
    /// The check, in a dialogue of its own.
    pub(crate) check: fn(&CheckContext<'_>) -> Result<(), Problem>,
}

type Check = fn(&CheckContext<'_>) -> Result<(), Problem>;

/// A point that a tournament needs.
pub(crate) const fn required(name: &'static str, description: &'static str, check: Check) -> Point {
    Point { group: "", name, description, required: true, after: None, check }
}

/// A point that a tournament does not need.
pub(crate) const fn recommended(name: &'static str, description: &'static str, check: Check) -> Point {
    Point { required: false, ..required(name, description, check) }
}

impl Point {
    pub(crate) const fn after(self, point: &'static str) -> Point {
        Point { after: Some(point), ..self }
    }
}

/// The points of a group. Those without an `after` of their own get that of the group.
pub(crate) const fn group<const N: usize>(
    name: &'static str,
    after: Option<&'static str>,
    mut points: [Point; N],
) -> [Point; N] {
    let mut i = 0;
    while i < N {
        points[i].group = name;
        if points[i].after.is_none() {
            points[i].after = after;
        }
        i += 1;
    }
    points
}
