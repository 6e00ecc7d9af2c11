//! What can be said of a position in plain words: the kings' safety, bombs, material and regions.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use abstract_game::Player;
use grid_topology::Bitboard64;

use crate::board::around;
use crate::{BOARD, Kind, Position};

impl Position {
    /// The sentences of `View::notes`: the kings first.
    pub(crate) fn notes_in_words(&self) -> Vec<String> {
        let mut notes: Vec<String> =
            Player::BOTH.into_iter().flat_map(|player| self.king_notes(player)).collect();
        if self.occupied().is_empty() {
            return notes;
        }
        let [first, second] = Player::BOTH.map(|player| self.pieces_on_board(player));
        let [waiting, other] = Player::BOTH.map(|player| self.reserve(player).without_king().len());
        notes.push(format!(
            "Pieces without kings: P1 has {first} on the board and {waiting} in reserve, P2 {second} and {other}."
        ));
        let [first, second] = Player::BOTH.map(|player| self.regions_controlled(player));
        notes.push(format!("Regions: P1 controls {first}, P2 {second}."));
        notes
    }

    /// How many stacks stand beside a king, and the bombs among them.
    fn king_notes(&self, player: Player) -> Vec<String> {
        let Some(king) = self.king(player) else { return Vec::new() };
        let (near, name) = (around(Bitboard64::from(king)), BOARD.name(king));
        let (own, enemies) = (self.pieces(player) & near, self.pieces(player.opponent()) & near);
        let mut notes = Vec::new();
        if !enemies.is_empty() {
            let (enemies, own) = (stacks(enemies.len(), "enemy"), stacks(own.len(), "own"));
            notes.push(format!("{player}'s king on {name} has {enemies} beside it, and {own}."));
        } else if own.is_empty() {
            notes.push(format!("{player}'s king on {name} has no own stack beside it."));
        }
        let bombs = self.plane(Kind::Destruction) & near;
        for bomb in bombs {
            let cell = BOARD.name(bomb);
            notes.push(format!(
                "A `D` on {cell} stands beside {player}'s king: if it explodes, the king is removed."
            ));
        }
        notes
    }

    /// The number of a player's pieces on the board without the king.
    fn pieces_on_board(&self, player: Player) -> u32 {
        self.pieces(player).into_iter().map(|cell| self.stack(cell).without_king().len()).sum()
    }
}

/// `1 enemy stack`, `2 own stacks`, `no own stack`.
fn stacks(count: u32, whose: &str) -> String {
    match count {
        0 => format!("no {whose} stack"),
        1 => format!("1 {whose} stack"),
        _ => format!("{count} {whose} stacks"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Vec<String> {
        text.parse::<Position>().unwrap().notes_in_words()
    }

    #[test]
    fn kings_material_and_regions_are_named() {
        assert_eq!(
            notes("x6,k/x,l,x5/x2,w,w,x3/x4,w,x2/x3,F,x3/x7/K,x6 1 A/a - -"),
            [
                "P1's king on a1 has no own stack beside it.",
                "P2's king on g7 has no own stack beside it.",
                "Pieces without kings: P1 has 1 on the board and 1 in reserve, P2 4 and 1.",
                "Regions: P1 controls 1, P2 2.",
            ]
        );
        let notes = notes("k,x6/x7/x7/x7/x7/d,L,x5/K,x6 1 A/a - -");
        assert_eq!(notes[0], "P1's king on a1 has 1 enemy stack beside it, and 1 own stack.");
        assert_eq!(notes[1], "A `D` on a2 stands beside P1's king: if it explodes, the king is removed.");
    }

    #[test]
    fn of_an_empty_board_nothing_is_said() {
        assert!(crate::Symbol::new().start().notes_in_words().is_empty());
    }
}
