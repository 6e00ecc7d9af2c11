//! What can be said of a position in plain words: pieces that can be routed, how near cities are to victory, and losses.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use abstract_game::Player;
use grid_topology::Cell;

use crate::{Ahead, BOARD, CellSet, City, Facing, Position};

impl Position {
    /// The sentences of `View::notes`: pieces that can be routed at once first.
    pub(crate) fn notes_in_words(&self) -> Vec<String> {
        let mut near: Vec<(u32, City, Cell)> =
            City::ALL.into_iter().filter_map(|city| self.nearest(city)).collect();
        near.sort_by_key(|&(steps, city, _)| (steps, city.index()));
        let near = near.into_iter().map(|(steps, city, cell)| {
            let (player, name) = (city.player(), BOARD.name(cell));
            let s = if steps == 1 { "" } else { "s" };
            format!("{city} ({player}) is {steps} step{s} from its victory area, with the piece on {name}.")
        });
        let exposed = Player::BOTH.into_iter().filter_map(|player| self.exposed_in_words(player));
        let routed = City::ALL.into_iter().filter(|&city| self.routed(city) > 0).map(|city| {
            let (player, routed) = (city.player(), self.routed(city));
            let s = if routed == 1 { "" } else { "s" };
            format!("{city} ({player}) has {routed} routed piece{s}.")
        });
        exposed.chain(near).chain(routed).collect()
    }

    /// The piece of a city with the fewest steps to its victory area, on the cells that are open to the city, as if no
    /// other piece stood there.
    fn nearest(&self, city: City) -> Option<(u32, City, Cell)> {
        let mut reached = city.victory_area();
        for steps in 0.. {
            if let Some(cell) = (self.pieces(city) & reached).into_iter().next() {
                return Some((steps, city, cell));
            }
            let wider = (reached | around(reached)) & city.open_cells();
            if wider == reached {
                break;
            }
            reached = wider;
        }
        None
    }

    /// The pieces of a player that an enemy piece beside them can rout.
    fn exposed_in_words(&self, player: Player) -> Option<String> {
        let mut exposed: Vec<Cell> = Vec::new();
        for city in City::of(player.opponent()) {
            for from in self.pieces(city) {
                exposed.extend(Facing::ALL.into_iter().filter_map(|facing| {
                    match self.ahead(city, from, facing) {
                        Ahead::Exposed(cell) => Some(cell),
                        _ => None,
                    }
                }));
            }
        }
        exposed.sort_unstable();
        exposed.dedup();
        let names: Vec<String> = exposed.into_iter().map(|cell| BOARD.name(cell).to_string()).collect();
        let pieces = if names.len() == 1 { "piece" } else { "pieces" };
        (!names.is_empty())
            .then(|| format!("{player}'s {pieces} on {} can be routed by one step.", names.join(", ")))
    }
}

/// The cells beside those of a set.
fn around(cells: CellSet) -> CellSet {
    let beside =
        |cell| Facing::ALL.into_iter().filter_map(move |facing| BOARD.step(cell, facing.direction()));
    cells.into_iter().flat_map(beside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exposed_and_near_pieces_are_named() {
        let position: Position = "k10n/f5w/-/- A 2 0".parse().unwrap();
        assert_eq!(
            position.notes_in_words(),
            [
                "Athens (P1) is 3 steps from its victory area, with the piece on k10.",
                "Sparta (P2) is 15 steps from its victory area, with the piece on f5.",
                "Athens (P1) has 5 routed pieces.",
                "Sparta (P2) has 5 routed pieces.",
                "Messene (P1) has 6 routed pieces.",
                "Thebes (P2) has 6 routed pieces.",
            ]
        );
        let position: Position = "e5n/f5n/-/- A 2 0".parse().unwrap();
        let notes = position.notes_in_words();
        assert_eq!(notes[0], "P1's piece on e5 can be routed by one step.");
        assert_eq!(notes[1], "P2's piece on f5 can be routed by one step.");
        let start = crate::Nika.start().notes_in_words();
        assert_eq!(start[0], "Athens (P1) is 15 steps from its victory area, with the piece on j6.");
        assert_eq!(start.len(), 4, "nothing can be routed, and nothing was: {start:?}");
    }
}
