//! The points, in the order in which they are checked.

mod ending;
mod first_turn;
mod games;
mod handshake;
mod infos;
mod meanwhile;
mod options;
mod output;
mod position;
mod queries;
mod readiness;
mod robustness;
mod searching;
mod time;

use super::Point;

const GROUPS: [&[Point]; 14] = [
    handshake::POINTS,
    readiness::POINTS,
    first_turn::POINTS,
    options::POINTS,
    position::POINTS,
    searching::POINTS,
    infos::POINTS,
    meanwhile::POINTS,
    time::POINTS,
    queries::POINTS,
    games::POINTS,
    robustness::POINTS,
    ending::POINTS,
    output::POINTS,
];

/// Every point there is, in the order in which they are checked.
///
/// ```
/// let required = protocol_check::points().filter(|point| point.required).count();
/// assert!(required > 20);
/// ```
pub fn points() -> impl Iterator<Item = &'static Point> {
    GROUPS.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn names_are_unique_words_and_what_must_hold_before_comes_before() {
        let mut before: Vec<&str> = Vec::new();
        for point in points() {
            assert!(!before.contains(&point.name), "{} comes twice", point.name);
            assert!(point.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{}", point.name);
            assert!(point.name.len() < 20 && point.says.len() < 90, "{} does not fit its row", point.name);
            assert!(points().all(|other| other.group != point.name), "{} is also a group", point.name);
            if let Some(after) = point.after {
                assert!(before.contains(&after), "{} comes before {after}", point.name);
                let gate = points().find(|point| point.name == after).unwrap();
                assert!(gate.required || !point.required, "{after} decides about {}", point.name);
            }
            before.push(point.name);
        }
    }

    #[test]
    fn groups_are_not_torn() {
        let mut groups: Vec<&str> = points().map(|point| point.group).collect();
        groups.dedup();
        let count = groups.len();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), count);
    }
}
