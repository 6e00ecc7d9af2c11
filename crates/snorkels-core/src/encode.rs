//! Snorkels: 65 actions, 9 planes of 8 x 8.

use abstract_game::Player;
use abstract_game::encode::{Encode, Planes};
use grid_topology::Bitboard64;

use crate::{Action, Colour, Position};

impl Encode for Position {
    /// A placement has the index `8 * rank + file` on every board; `swap` is 64.
    const ACTIONS: usize = Action::COUNT;
    const OVERFLOW: usize = 0;
    const SIZE: (usize, usize) = (8, 8);
    const PLANES: &'static [(&'static str, &'static str)] = &[
        ("own", "snorkels of the player's colour"),
        ("other", "snorkels of the other colour"),
        ("empty", "empty cells"),
        ("stones", "stones"),
        ("own last air", "cells that are the only air of a group of the player"),
        ("other last air", "cells that are the only air of a group of the opponent"),
        ("purple", "1 everywhere if the player owns purple"),
        ("to act", "1 everywhere if the player is to act"),
        ("swap", "1 everywhere if `swap` is legal"),
    ];

    fn index(&self, action: Action) -> Option<usize> {
        Some(action.index())
    }

    fn observe(&self, player: Player, planes: &mut Planes<'_>) {
        let own = self.colour_of(player);
        let other = own.opponent();
        for cells in [
            self.snorkels(own),
            self.snorkels(other),
            self.empty(),
            self.stones(),
            self.last_air(own),
            self.last_air(other),
        ] {
            planes.cells(marked(cells));
        }
        planes.flag(own == Colour::Purple);
        planes.flag(self.player_to_act() == player);
        planes.flag(self.can_swap());
    }
}

fn marked(cells: Bitboard64) -> impl Iterator<Item = (usize, usize, f32)> {
    cells.into_iter().map(|cell| (cell.index() / 8, cell.index() % 8, 1.0))
}
