//! Fire pushes.

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell, Direction};

use crate::board::ring;
use crate::events::{Effect, PushedOut};
use crate::outcome::{Kings, Over};
use crate::{BOARD, Fire, Kind, Position, PushedKing, Stack, Terrain};
use abstract_game::events::EventSink;

impl Position {
    /// Fire that came to rest pushes every stack around it one cell away. Where `D`s were removed.
    pub(crate) fn push(
        &mut self,
        centre: Cell,
        events: &mut impl EventSink<Effect>,
    ) -> Result<Bitboard64, Over> {
        let mut bombs = Bitboard64::EMPTY;
        let mut kings = Kings::default();
        let pushed = match self.options.fire {
            Fire::Enemies => self.pieces(self.player.opponent()),
            Fire::All => self.occupied(),
        };
        if !pushed.intersects(ring(centre)) {
            return Ok(bombs);
        }
        // All targets differ and none of them is pushed itself, so one after the other is all at once.
        for direction in Direction::ALL {
            let Some(from) = BOARD.step(centre, direction).filter(|&cell| pushed.contains(cell)) else {
                continue;
            };
            let Some(player) = self.owner(from) else { continue };
            let pieces = self.stack(from);
            let towards = BOARD.step(from, direction);
            match self.push_target(player, pieces, towards) {
                Ok(to) => {
                    self.set_stack(player, from, Stack::EMPTY);
                    self.add(player, to, pieces);
                    events.record(Effect::Pushed { player, from, to, pieces });
                }
                Err(PushedOut::Immobile)
                    if pieces.has(Kind::King) && self.options.pushed_king == PushedKing::Stays =>
                {
                    events.record(Effect::Stayed { player, cell: from });
                }
                Err(why) => {
                    self.set_stack(player, from, Stack::EMPTY);
                    events.record(Effect::PushedOut { player, cell: from, towards, pieces, why });
                    bombs.set(from, pieces.has(Kind::Destruction));
                    self.lose(player, pieces, &mut kings, events);
                }
            }
        }
        self.settle(kings, events)?;
        Ok(bombs)
    }

    /// Where a pushed stack goes, or why it cannot.
    fn push_target(&self, player: Player, pieces: Stack, towards: Option<Cell>) -> Result<Cell, PushedOut> {
        if !pieces.is_mobile() {
            return Err(PushedOut::Immobile);
        }
        let to = towards.ok_or(PushedOut::OffBoard)?;
        if self.pieces(player.opponent()).contains(to) {
            return Err(PushedOut::Enemies);
        }
        if self.options.is_simple() && self.pieces(player).contains(to) {
            return Err(PushedOut::Occupied);
        }
        if !self.stack(to).plus(pieces).is_supported_on(Terrain::of(to)) {
            return Err(PushedOut::Unsupported);
        }
        Ok(to)
    }
}
