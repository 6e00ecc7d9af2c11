//! Positions as planes of numbers and actions as indices, for learning.

mod nika;
mod snorkels;
mod symbol;

use abstract_game::{Player, Position};

/// The encoding of a game. Sizes do not depend on the options of the rules.
pub(crate) trait Encoding: Position {
    /// The number of actions that have an index of their own.
    const ACTIONS: usize;
    /// The number of further indices, for legal actions whose own index is taken by an earlier one.
    const OVERFLOW: usize = 0;
    /// The planes, in order: name and meaning.
    const PLANES: &'static [(&'static str, &'static str)];
    /// The height and width of a plane: ranks and files of the largest board. Row 0 is rank 1.
    const SIZE: (usize, usize);

    /// The index of a legal action, below [`ACTIONS`](Encoding::ACTIONS); `None` if it has none of its own.
    fn index(&self, action: Self::Action) -> Option<usize>;

    /// Writes the planes as a player sees them.
    fn observe(&self, player: Player, planes: &mut Planes<'_>);

    /// The legal actions with their indices, in the order of generation.
    fn indexed_actions(&self) -> Vec<(usize, Self::Action)> {
        let mut indexed: Vec<(usize, Self::Action)> = Vec::new();
        let mut taken = std::collections::HashSet::new();
        let mut next = Self::ACTIONS;
        for action in self.actions() {
            let own = self.index(action).filter(|&index| taken.insert(index));
            let index = own.unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            if index < Self::ACTIONS + Self::OVERFLOW {
                indexed.push((index, action));
            }
        }
        indexed
    }
}

/// Planes of numbers that are written one after the other.
pub(crate) struct Planes<'a> {
    numbers: &'a mut [f32],
    size: (usize, usize),
}

impl<'a> Planes<'a> {
    /// Zeros to be written.
    pub(crate) fn new(numbers: &'a mut [f32], size: (usize, usize)) -> Planes<'a> {
        Planes { numbers, size }
    }

    /// Writes the next plane: numbers by rank and file.
    fn cells(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let (height, width) = self.size;
        let (plane, rest) = std::mem::take(&mut self.numbers).split_at_mut(height * width);
        for (rank, file, number) in cells {
            plane[rank * width + file] = number;
        }
        self.numbers = rest;
    }

    /// Writes the next plane: one number everywhere.
    fn constant(&mut self, number: f32) {
        let (height, width) = self.size;
        let (plane, rest) = std::mem::take(&mut self.numbers).split_at_mut(height * width);
        plane.fill(number);
        self.numbers = rest;
    }

    /// Writes the next plane: 1 everywhere if the condition holds.
    fn flag(&mut self, condition: bool) {
        self.constant(f32::from(u8::from(condition)));
    }
}
