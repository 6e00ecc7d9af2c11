//! Explosions and their chains.

use grid_topology::Bitboard64;

use super::execution::{Execution, GameOver};
use crate::board::around;
use crate::{BlastCentre, Event};

impl<E: FnMut(Event)> Execution<'_, E> {
    /// Explodes the removed `D`s and all that they set off, as one event. Returns the cells of the blasts.
    #[inline]
    pub(super) fn explode(&mut self) -> Result<Bitboard64, GameOver> {
        if self.bombs.is_empty() { Ok(Bitboard64::EMPTY) } else { self.explode_chain() }
    }

    fn explode_chain(&mut self) -> Result<Bitboard64, GameOver> {
        let mut blasted = Bitboard64::EMPTY;
        while !self.bombs.is_empty() {
            let wave = core::mem::take(&mut self.bombs);
            wave.into_iter().for_each(|cell| (self.events)(Event::Exploded { cell }));
            let mut area = around(wave);
            if self.position.options.blast_centre == BlastCentre::Included {
                area |= wave;
            }
            let hit = (area - blasted) & self.position.occupied();
            blasted |= area;
            for cell in hit {
                let Some(player) = self.position.owner(cell) else { continue };
                self.remove(player, cell, |player, cell, pieces| Event::Destroyed { player, cell, pieces });
            }
        }
        self.end_if_king_lost()?;
        Ok(blasted)
    }
}
