//! The words that the texts of all formats share.

use std::borrow::Cow;
use std::ops::Range;

/// The name of an entrant; its number if it has none.
pub(super) fn name<S: AsRef<str>>(names: &[S], entrant: usize) -> Cow<'_, str> {
    names.get(entrant).map_or_else(|| format!("#{}", entrant + 1).into(), |name| name.as_ref().into())
}

/// `round 3`, `rounds 1-7`: the numbers as they are given.
fn counted(what: &str, numbers: Range<usize>) -> String {
    let (first, last) = (numbers.start, numbers.end.saturating_sub(1));
    if last <= first { format!("{what} {first}") } else { format!("{what}s {first}-{last}") }
}

/// `round 3`, `rounds 1-7`.
pub(super) fn rounds(rounds: Range<usize>) -> String {
    counted("round", rounds)
}

/// `opening 3`, `openings 1-7`: from 1, while openings are counted from 0.
pub(super) fn openings(openings: Range<usize>) -> String {
    counted("opening", openings.start + 1..openings.end.saturating_add(1))
}

/// `1 pair`, `7 pairs`.
pub(super) fn pairs(pairs: usize) -> String {
    if pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") }
}

/// The line of an encounter.
pub(super) fn encounter(
    in_rounds: Range<usize>,
    [a, b]: [impl AsRef<str>; 2],
    of_pairs: usize,
    from: Range<usize>,
) -> String {
    let (a, b) = (a.as_ref(), b.as_ref());
    format!("{}: {a} - {b}, {}, {}\n", rounds(in_rounds), pairs(of_pairs), openings(from))
}

/// Half points as points with one decimal.
pub(super) fn points(half_points: u64) -> String {
    format!("{}.{}", half_points / 2, if half_points.is_multiple_of(2) { 0 } else { 5 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many() {
        assert_eq!(
            encounter(1..2, ["A", "B"], 1, 0..1) + &encounter(1..4, ["A", "C"], 3, 4..7),
            "round 1: A - B, 1 pair, opening 1\nrounds 1-3: A - C, 3 pairs, openings 5-7\n"
        );
        assert_eq!((name(&["A"], 0), name(&["A"], 1)), ("A".into(), "#2".into()));
        assert_eq!([0, 1, 5, 8].map(points), ["0.0", "0.5", "2.5", "4.0"]);
    }
}
