//! The points, in the order in which they are checked. A file holds one group or several.

mod handshake;
mod positions;
mod robustness;
mod searching;
mod timing;

use std::sync::LazyLock;

use crate::engine::Preparation;
use crate::point::Point;

static POINTS: LazyLock<Vec<Point>> = LazyLock::new(|| {
    [
        group("handshake", None, Preparation::Handshake, &handshake::HANDSHAKE),
        group("readiness", Some("ready"), Preparation::Handshake, &handshake::READINESS),
        group("first turn", Some("set-up"), Preparation::Ready, &handshake::FIRST_TURN),
        group("options", Some("go-nodes"), Preparation::Ready, &handshake::OPTIONS),
        group("positions", Some("set-up"), Preparation::Ready, &positions::POSITIONS),
        group("searching", Some("go-nodes"), Preparation::Ready, &searching::SEARCHING),
        group("infos", Some("go-nodes"), Preparation::Ready, &searching::INFOS),
        group("during a search", Some("go-nodes"), Preparation::Ready, &timing::DURING_A_SEARCH),
        group("time", Some("go-nodes"), Preparation::Ready, &timing::TIME),
        group("queries", Some("set-up"), Preparation::Ready, &positions::QUERIES),
        group("games", Some("go-nodes"), Preparation::Ready, &robustness::GAMES),
        group("robustness", Some("ready"), Preparation::Handshake, &robustness::ROBUSTNESS),
        group("ending", Some("ready"), Preparation::Ready, &robustness::ENDING),
        group("output", Some("greeting"), Preparation::Spawned, &robustness::OUTPUT),
    ]
    .concat()
});

/// The points of a group. Those without an `after` or `stage` of their own get that of the group.
fn group(
    name: &'static str,
    after: Option<&'static str>,
    stage: Preparation,
    points: &[Point],
) -> Vec<Point> {
    let of_group = |point: &Point| Point {
        group: name,
        after: point.after.or(after),
        stage: point.stage.or(Some(stage)),
        ..*point
    };
    points.iter().map(of_group).collect()
}

/// All points, in the order in which they are checked.
///
/// ```
/// let required = protocol_check::points().filter(|point| point.required).count();
/// assert!(required > 20);
/// ```
pub fn points() -> impl Iterator<Item = &'static Point> {
    POINTS.iter()
}

#[cfg(test)]
mod tests {
    use super::points;

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
        assert_eq!(before.len(), 71);
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
