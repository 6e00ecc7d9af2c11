//! The sets of pieces that may act together.

use crate::PIECES;

/// Calls `found` once for each non-empty connected set of the first `count` pieces. `next_to` holds the neighbours of
/// each piece.
///
/// A set grows from its lowest member. Each neighbour of the set is either taken or excluded from all sets that grow
/// from there, so no set comes twice. The order is fixed: by lowest member, each set before those that contain it.
#[inline]
pub(crate) fn connected_subsets(next_to: &[u8; PIECES], count: usize, mut found: impl FnMut(u8)) {
    for (root, &candidates) in next_to.iter().enumerate().take(count) {
        let below = (2 << root) - 1;
        extend(next_to, 1 << root, candidates & !below, below, &mut found);
    }
}

fn extend(next_to: &[u8; PIECES], chosen: u8, mut candidates: u8, mut seen: u8, found: &mut impl FnMut(u8)) {
    found(chosen);
    while candidates != 0 {
        let piece = candidates.trailing_zeros() as usize;
        let bit = 1 << piece;
        candidates &= !bit;
        seen |= bit;
        extend(next_to, chosen | bit, candidates | next_to[piece % PIECES] & !seen, seen, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// Tests every subset for being connected.
    fn naive(next_to: &[u8; PIECES], count: usize) -> Vec<u8> {
        let flooded = |mask: u8| {
            let mut reached = mask & mask.wrapping_neg();
            loop {
                let step =
                    (0..PIECES).filter(|&i| reached >> i & 1 == 1).fold(reached, |r, i| r | next_to[i])
                        & mask;
                if step == reached {
                    return reached == mask;
                }
                reached = step;
            }
        };
        (1..1 << count).filter(|&mask| flooded(mask)).collect()
    }

    #[test]
    fn every_connected_subset_of_every_graph_is_found_once() {
        for graph in 0..1_u32 << 15 {
            let mut next_to = [0; PIECES];
            let mut edge = 0;
            for high in 1..PIECES {
                for low in 0..high {
                    if graph >> edge & 1 == 1 {
                        next_to[high] |= 1 << low;
                        next_to[low] |= 1 << high;
                    }
                    edge += 1;
                }
            }
            let mut found = Vec::new();
            connected_subsets(&next_to, PIECES, |mask| found.push(mask));
            found.sort_unstable();
            assert_eq!(found, naive(&next_to, PIECES), "{next_to:?}");
        }
    }
}
