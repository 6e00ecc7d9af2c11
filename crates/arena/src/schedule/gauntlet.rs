//! Gauntlet: the first entrants, the challengers, meet all others, but not each other.

/// The pairings of a cycle, opponent by opponent.
pub(super) fn pairings(entrants: usize, challengers: usize) -> Vec<[usize; 2]> {
    (challengers..entrants).flat_map(|other| (0..challengers).map(move |one| [one, other])).collect()
}
