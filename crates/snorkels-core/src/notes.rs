//! What can be said of a position in plain words: groups with little air, and cells that are closed to a colour.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use grid_topology::Bitboard64;

use crate::{Colour, Position, cell_name};

/// The greatest number of airs of a group that is mentioned.
const LITTLE_AIR: u32 = 2;
/// The greatest number of cells of a group that are listed.
const LISTED: usize = 5;

impl Position {
    /// The sentences of `View::notes`: the groups with least air first.
    pub(crate) fn notes_in_words(&self) -> Vec<String> {
        let mut weak: Vec<_> = Colour::BOTH.into_iter().flat_map(|colour| self.weak_groups(colour)).collect();
        weak.sort_by_key(|(air, _, group)| (air.len(), core::cmp::Reverse(group.len())));
        let mut notes: Vec<String> =
            weak.into_iter().map(|(air, colour, group)| self.group_in_words(air, colour, group)).collect();
        if self.end().is_none() {
            let closed = Colour::BOTH.map(|colour| (colour, self.closed_to(colour)));
            for (colour, cells) in closed.into_iter().filter(|(_, cells)| !cells.is_empty()) {
                let player = self.owner(colour);
                notes.push(format!("{player} ({colour}) loses by a snorkel on {}.", list(cells, " or ")));
            }
        }
        notes
    }

    /// The groups of a colour with little air, or if there are none a group with the least air; each with its air and colour.
    fn weak_groups(&self, colour: Colour) -> Vec<(Bitboard64, Colour, Bitboard64)> {
        let mut groups: Vec<_> =
            self.groups(colour).map(|group| (self.air_of(group), colour, group)).collect();
        groups.sort_by_key(|(air, ..)| air.len());
        let weak = groups.iter().filter(|(air, ..)| air.len() <= LITTLE_AIR).count();
        groups.truncate(weak.max(1));
        groups
    }

    fn group_in_words(&self, air: Bitboard64, colour: Colour, group: Bitboard64) -> String {
        let player = self.owner(colour);
        let air = match air.len() {
            0 => "has no air".to_string(),
            1 => format!("has its last air on {}", list(air, " and ")),
            2 => format!("has air on {} only", list(air, " and ")),
            airs => format!("has {airs} airs, no {colour} group has fewer"),
        };
        format!("{player}'s {colour} group on {} {air}.", list(group, " and "))
    }

    /// The cells on which a colour would lose by self-capture if it were to place.
    fn closed_to(&self, colour: Colour) -> Bitboard64 {
        Position { to_place: colour, ..*self }.self_captures()
    }
}

/// The names of cells: `c3, c4 and d4`; of many the first ones and the number of the others.
fn list(cells: Bitboard64, last: &str) -> String {
    let names: Vec<String> = cells.into_iter().map(|cell| cell_name(cell).to_string()).collect();
    match names.split_last() {
        Some(_) if names.len() > LISTED => {
            format!("{} and {} more cells", names[..LISTED - 1].join(", "), names.len() - LISTED + 1)
        }
        Some((end, begin)) if !begin.is_empty() => format!("{}{last}{end}", begin.join(", ")),
        Some((only, _)) => only.clone(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Vec<String> {
        text.parse::<Position>().unwrap().notes_in_words()
    }

    #[test]
    fn groups_with_little_air_are_named() {
        assert_eq!(
            notes("5/2G2/1GPG1/1GP2/5 p 1 -"),
            [
                "P1's purple group on c2 and c3 has air on c1 and d2 only.",
                "P2's green group on d3 has 3 airs, no green group has fewer.",
            ]
        );
        assert_eq!(
            notes("3/G2/P2 p 1 -"),
            [
                "P1's purple group on a1 has its last air on b1.",
                "P2's green group on a2 has air on b2 and a3 only."
            ]
        );
    }

    #[test]
    fn cells_that_lose_are_named() {
        // Green would have no air on a1, and captures nothing.
        assert_eq!(
            notes("4/4/P3/1P2 g 1 -"),
            [
                "P1's purple group on b1 has 3 airs, no purple group has fewer.",
                "P2 (green) loses by a snorkel on a1.",
            ]
        );
    }

    #[test]
    fn many_cells_are_counted() {
        let row =
            "P1's purple group on a2, b2, c2, d2 and 3 more cells has 14 airs, no purple group has fewer.";
        assert_eq!(notes("7/7/7/7/7/PPPPPPP/7 g 1 -"), [row]);
    }
}
