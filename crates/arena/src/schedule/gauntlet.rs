//! Gauntlet: the first entrants meet all others, but not each other.

/// The pairings of a cycle: each of the others in turn meets all challengers.
pub(super) fn pairings(challengers: usize, entrants: usize) -> Vec<[usize; 2]> {
    let others = challengers..entrants;
    others.flat_map(|other| (0..challengers).map(move |one| [one, other])).collect()
}
