//! Explosions and their chains.

use grid_topology::Bitboard64;

use crate::board::around;
use crate::events::Effect;
use crate::outcome::{Kings, Over};
use crate::{BlastCentre, Kind, Position, Stack};
use abstract_game::events::EventSink;

impl Position {
    /// `D`s that were removed from these cells explode, and all that they set off: one event. The cells that were
    /// swept.
    #[inline]
    pub(crate) fn explode(
        &mut self,
        bombs: Bitboard64,
        events: &mut impl EventSink<Effect>,
    ) -> Result<Bitboard64, Over> {
        if bombs.is_empty() { Ok(bombs) } else { self.chain(bombs, events) }
    }

    /// Wave by wave: what one sweeps sets off the next.
    fn chain(&mut self, bombs: Bitboard64, events: &mut impl EventSink<Effect>) -> Result<Bitboard64, Over> {
        let mut kings = Kings::default();
        let mut swept = Bitboard64::EMPTY;
        let mut wave = bombs;
        while !wave.is_empty() {
            wave.into_iter().for_each(|cell| events.record(Effect::Exploded { cell }));
            let mut area = around(wave);
            if self.options.blast_centre == BlastCentre::Included {
                area |= wave;
            }
            let hit = (area - swept) & self.occupied();
            swept |= area;
            wave = hit & self.plane(Kind::Destruction);
            for cell in hit {
                let Some(player) = self.owner(cell) else { continue };
                let pieces = self.stack(cell);
                self.set_stack(player, cell, Stack::EMPTY);
                events.record(Effect::Destroyed { player, cell, pieces });
                self.lose(player, pieces, &mut kings, events);
            }
        }
        self.settle(kings, events)?;
        Ok(swept)
    }
}
