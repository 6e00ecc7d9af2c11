//! The push of `F`.

use abstract_game::Player;
use grid_topology::{Cell, Direction};

use super::execution::{Execution, GameOver};
use crate::board::ring;
use crate::{BOARD, Event, Fire, Kind, NoPush, Position, PushedKing, Stack, Terrain};

impl<E: FnMut(Event)> Execution<'_, E> {
    /// Pushes every stack around `centre`, where `F` has moved, one cell away.
    pub(super) fn push(&mut self, centre: Cell) -> Result<(), GameOver> {
        let pushed = match self.position.options.fire {
            Fire::Enemies => self.position.pieces(self.position.player.opponent()),
            Fire::All => self.position.occupied(),
        };
        if !pushed.intersects(ring(centre)) {
            return Ok(());
        }
        // The order does not matter: all targets differ, and none of them is pushed itself.
        for direction in Direction::ALL {
            let Some(from) = BOARD.step(centre, direction).filter(|&cell| pushed.contains(cell)) else {
                continue;
            };
            let Some(player) = self.position.owner(from) else { continue };
            let pieces = self.position.stack(from);
            let towards = BOARD.step(from, direction);
            match self.position.push_target(player, pieces, towards) {
                Ok(to) => {
                    self.position.set_stack(player, from, Stack::EMPTY);
                    self.position.add(player, to, pieces);
                    (self.events)(Event::Pushed { player, from, to, pieces });
                }
                Err(NoPush::Immobile)
                    if pieces.has(Kind::King) && self.position.options.pushed_king == PushedKing::Stays =>
                {
                    (self.events)(Event::Stayed { player, cell: from });
                }
                Err(why) => self.remove(player, from, |player, cell, pieces| Event::PushedOut {
                    player,
                    cell,
                    towards,
                    pieces,
                    why,
                }),
            }
        }
        self.end_if_king_lost()
    }
}

impl Position {
    /// The cell that a pushed stack moves to. `towards` is the next cell in the direction of the push, if it is on the
    /// board.
    fn push_target(&self, player: Player, pieces: Stack, towards: Option<Cell>) -> Result<Cell, NoPush> {
        let king_goes = pieces.has(Kind::King) && self.options.pushed_king == PushedKing::Pushed;
        if !pieces.is_mobile() && !king_goes {
            return Err(NoPush::Immobile);
        }
        let to = towards.ok_or(NoPush::OffBoard)?;
        if self.pieces(player.opponent()).contains(to) {
            return Err(NoPush::Enemies);
        }
        if self.options.is_simple() && self.pieces(player).contains(to) {
            return Err(NoPush::Occupied);
        }
        if !self.stack(to).plus(pieces).is_supported_on(Terrain::of(to)) {
            return Err(NoPush::Unsupported);
        }
        Ok(to)
    }
}
