//! The points: the table `points.txt` says what they require, the files here how that is checked.

mod positions;
mod robustness;
mod searching;
mod setup;

use std::sync::LazyLock;

use super::engine::{Check, Preparation};

/// One requirement that is checked. [`points`] lists them all.
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
    pub(crate) stage: Preparation,
    /// The check, in a process of its own.
    pub(crate) check: Check,
}

impl Point {
    /// `required` or `recommended`.
    pub(crate) fn need(&self) -> &'static str {
        if self.required { "required" } else { "recommended" }
    }
}

static POINTS: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let (mut points, mut group) = (Vec::new(), "");
    for line in include_str!("../points.txt").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|text| !text.is_empty()).collect();
        match columns[..] {
            [heading] => group = heading,
            [need, name, after, stage, description] => {
                let (required, after) = (need == "required", Some(after).filter(|after| *after != "-"));
                let stage = match stage {
                    "spawned" => Preparation::Spawned,
                    "handshake" => Preparation::Handshake,
                    _ => Preparation::Ready,
                };
                let mut checks = CHECKS.into_iter().flatten();
                let Some(&(_, check)) = checks.find(|(known, _)| *known == name) else { continue };
                points.push(Point { group, name, description, required, after, stage, check });
            }
            _ => {}
        }
    }
    points
});

/// The checks of all points by name.
const CHECKS: [&[(&str, Check)]; 4] =
    [setup::CHECKS, positions::CHECKS, searching::CHECKS, robustness::CHECKS];

/// All points, in the order in which they are checked.
///
/// ```
/// let required = protocol::checks::points().filter(|point| point.required).count();
/// assert!(required > 20);
/// ```
pub fn points() -> impl Iterator<Item = &'static Point> {
    POINTS.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_check_and_each_check_a_row() {
        let table = include_str!("../points.txt");
        let rows = table.lines().filter(|line| line.starts_with("  ")).count();
        let checks = CHECKS.into_iter().flatten();
        assert_eq!((points().count(), checks.clone().count()), (rows, rows));
        assert!(checks.into_iter().all(|(name, _)| points().any(|point| point.name == *name)));
        let words = ["required", "recommended", "spawned", "handshake", "ready"];
        let known = |line: &str| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            words[..2].contains(&columns[0]) && words[2..].contains(&columns[3])
        };
        assert!(table.lines().filter(|line| line.starts_with("  ")).all(known));
    }

    #[test]
    fn names_are_unique_words_and_points_follow_those_they_depend_on() {
        let mut before: Vec<&str> = Vec::new();
        for point in points() {
            assert!(!before.contains(&point.name), "{} comes twice", point.name);
            assert!(point.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", point.name);
            assert!(
                point.name.len() < 20 && point.description.len() < 90,
                "{} does not fit its row",
                point.name
            );
            assert!(points().all(|other| other.group != point.name), "{} is also a group", point.name);
            if let Some(after) = point.after {
                assert!(before.contains(&after), "{} comes before {after}", point.name);
                let gate = points().find(|point| point.name == after).unwrap();
                assert!(gate.required || !point.required, "{after} decides about {}", point.name);
            }
            before.push(point.name);
        }
        assert_eq!(before.len(), 72);
    }

    #[test]
    fn points_of_a_group_follow_each_other() {
        let mut groups: Vec<&str> = points().map(|point| point.group).collect();
        groups.dedup();
        let count = groups.len();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), count);
    }
}
