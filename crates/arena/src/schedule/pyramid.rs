//! Pyramid: everyone meets everyone; each entrant in turn meets all before it, in all its cycles.

/// The pairings of a cycle of each entrant but the first.
pub(super) fn pairings(entrants: usize) -> impl Iterator<Item = Vec<[usize; 2]>> {
    (1..entrants).map(|newcomer| (0..newcomer).map(|earlier| [earlier, newcomer]).collect())
}
