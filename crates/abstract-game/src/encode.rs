//! Positions as planes of numbers and actions as indices, for learning.
//!
//! A game implements [`Encode`] for its positions. Everything has a default, so `impl Encode for Position {}` is enough
//! for an environment; what the defaults leave out is said at each.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::view::{CellView, PieceView, View, scene_of_drawing};
use crate::{Player, Symmetry};

/// The encoding of positions and actions. Sizes do not depend on the options of the rules.
///
/// ```
/// use abstract_game::encode::Encode as _;
/// use abstract_game::{Player, Rules as _, sample::TakeTwo};
/// let start = TakeTwo::default().start();
/// assert_eq!(start.indexed_actions().len(), 9);
/// assert_eq!(start.observation(Player::P1).len(), 4 * 19 * 19);
/// ```
pub trait Encode: View {
    /// The number of actions that have an index of their own. By default none: see [`OVERFLOW`](Self::OVERFLOW).
    const ACTIONS: usize = 0;
    /// The number of further indices, given in the order of generation to legal actions that have no index of their own or
    /// whose own index is taken by an earlier one. An action beyond them has no index. By default 1,024, so that the index
    /// of an action is its place among the legal ones: enough to play, but the same index means something else on
    /// another position.
    const OVERFLOW: usize = 1_024;
    /// The planes, in order: name and meaning.
    const PLANES: &'static [(&'static str, &'static str)] = &[
        ("own", "pieces of the player as drawn: the number of the letter in the alphabet, divided by 26"),
        ("other", "the same of the opponent"),
        ("cells", "the cells of the board; 0.5 where there is a stone"),
        ("to act", "1 everywhere if the player is to act"),
    ];
    /// The height and width of a plane: ranks and files of the largest board. Row 0 is rank 1. By default 19 by 19.
    const SIZE: (usize, usize) = (19, 19);
    /// The parts of an action, for policies of several small outputs in place of one: name and number of values. By default an
    /// action has one part, its index.
    const PARTS: &'static [(&'static str, usize)] = &[("index", Self::ACTIONS + Self::OVERFLOW)];

    /// The index of a legal action, below [`ACTIONS`](Self::ACTIONS); `None` if it has none of its own.
    fn index(&self, _action: Self::Action) -> Option<usize> {
        None
    }

    /// Writes the planes as a player sees them, numbers from -1 to 10. By default they show the
    /// [scene of the drawing](scene_of_drawing), where seat 0 is P1 and seat 1 is P2: what the drawing does not show, they do not tell,
    /// and cells beyond [`SIZE`](Self::SIZE) are left out.
    fn observe(&self, player: Player, planes: &mut Planes<'_>) {
        write_drawing(&self.drawing(), player, planes);
        planes.flag(self.player_to_act() == player);
    }

    /// The planes as a player sees them, one after another, each by ranks.
    fn observation(&self, player: Player) -> Vec<f32> {
        let mut numbers = vec![0.0; Encoding::of::<Self>().numbers()];
        let written = self.observe_into(player, &mut numbers);
        numbers.truncate(written);
        numbers
    }

    /// Writes the planes of the [observation](Self::observation) over [as many numbers](Encoding::numbers). Returns how many it
    /// wrote: all, unless the game leaves planes out.
    ///
    /// # Panics
    /// If there are fewer numbers.
    fn observe_into(&self, player: Player, numbers: &mut [f32]) -> usize {
        numbers.fill(0.0);
        let mut planes = Planes { numbers, written: 0, size: Self::SIZE };
        self.observe(player, &mut planes);
        planes.written
    }

    /// Appends the [parts](Self::PARTS) of a legal action with this index, one number for each. They tell the legal actions of a
    /// position apart.
    fn parts_into(&self, _action: Self::Action, index: usize, parts: &mut Vec<usize>) {
        parts.push(index);
    }

    /// The symmetry that turns the board to the seat to act: of the [symmetries](crate::Position::symmetries) the first one under
    /// which the seat to act has the lowest number. So a learner meets fewer different positions.
    fn turning(&self) -> Symmetry {
        let seat = |symmetry: &Symmetry| self.mapped(*symmetry).seat_to_act();
        let symmetries = if self.seat_to_act() == 0 { &[] } else { self.symmetries() };
        symmetries.iter().copied().min_by_key(seat).unwrap_or(Symmetry::Identity)
    }

    /// The legal actions that have an index, with it, in the order of generation.
    fn indexed_actions(&self) -> Vec<(usize, Self::Action)> {
        let actions = self.actions();
        let mut indexed = Vec::with_capacity(actions.len());
        // One bit for each index.
        let mut taken = vec![0_u64; Self::ACTIONS.div_ceil(64)];
        let mut take = |index: usize| {
            let bit = 1 << (index % 64);
            taken.get_mut(index / 64).is_some_and(|word| {
                let is_free = *word & bit == 0;
                *word |= bit;
                is_free
            })
        };
        let mut next = Self::ACTIONS;
        for action in actions {
            let own = self.index(action).filter(|&index| take(index));
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

/// The sizes of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoding {
    /// The number of indices of actions. Every index is below it.
    pub actions: usize,
    /// The names and meanings of the planes, in order.
    pub planes: &'static [(&'static str, &'static str)],
    /// The height and width of a plane.
    pub size: (usize, usize),
    /// The names of the parts of an action and their numbers of values, in order.
    pub parts: &'static [(&'static str, usize)],
}

impl Encoding {
    /// The sizes of a game's encoding.
    #[must_use]
    pub fn of<P: Encode>() -> Encoding {
        Encoding { actions: P::ACTIONS + P::OVERFLOW, planes: P::PLANES, size: P::SIZE, parts: P::PARTS }
    }

    /// The numbers of an observation.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.planes.len() * self.size.0 * self.size.1
    }
}

/// Writes the planes of a drawn board but the last one.
fn write_drawing(drawing: &str, player: Player, planes: &mut Planes<'_>) {
    let scene = scene_of_drawing(drawing);
    let (height, width) = planes.size;
    let inside = |cell: &&CellView| usize::from(cell.rank) < height && usize::from(cell.file) < width;
    let cells = scene.cells.iter().filter(inside).map(|cell| (&*cell.name, cell));
    let cells: BTreeMap<_, _> = cells.collect();
    let at = |cell: &CellView, number: f32| (cell.rank.into(), cell.file.into(), number);
    let number = |piece: &PieceView| {
        let cell = cells.get(&*piece.cell)?;
        let letter = piece.kind.bytes().next()?.to_ascii_lowercase();
        // What is no letter counts as the last one.
        let number = if letter.is_ascii_lowercase() { letter - b'a' + 1 } else { 26 };
        Some(at(cell, f32::from(number) / 26.0))
    };
    for side in [player, player.opponent()] {
        let pieces = scene.pieces.iter().filter(|piece| piece.seat == side.index());
        planes.cells(pieces.filter_map(number));
    }
    planes.cells(cells.values().map(|cell| at(cell, if cell.ground == "stone" { 0.5 } else { 1.0 })));
}

/// Planes of numbers that are written one after another.
pub struct Planes<'a> {
    /// All 0 from `written` on.
    numbers: &'a mut [f32],
    written: usize,
    size: (usize, usize),
}

impl Planes<'_> {
    fn next(&mut self) -> &mut [f32] {
        let begin = self.written;
        self.written += self.size.0 * self.size.1;
        &mut self.numbers[begin..self.written]
    }

    /// Writes the next plane: numbers by rank and file, 0 on other cells.
    ///
    /// # Panics
    /// If a cell is outside of the plane, or the encoding has no further plane.
    pub fn cells(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let width = self.size.1;
        let plane = self.next();
        for (rank, file, number) in cells {
            assert!(file < width, "no plane has the file {file}");
            plane[rank * width + file] = number;
        }
    }

    /// Writes the next plane: one number everywhere.
    ///
    /// # Panics
    /// If the encoding has no further plane.
    pub fn constant(&mut self, number: f32) {
        let plane = self.next();
        if number != 0.0 {
            plane.fill(number);
        }
    }

    /// Writes the next plane: 1 everywhere if the condition holds, otherwise 0.
    pub fn flag(&mut self, condition: bool) {
        self.constant(f32::from(u8::from(condition)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_as_planes() {
        let mut numbers = [0.0; 18];
        let mut planes = Planes { numbers: &mut numbers, written: 0, size: (2, 3) };
        write_drawing(" 3  . a .\n 2  . b\n 1  Z # 1\n    a b c\nP1 to move", Player::P2, &mut planes);
        let [own, other, cells] = [0, 1, 2].map(|plane| &numbers[6 * plane..][..6]);
        assert_eq!(own, [0.0, 0.0, 0.0, 0.0, 2.0 / 26.0, 0.0]);
        assert_eq!(other, [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(cells, [1.0, 0.5, 1.0, 1.0, 1.0, 0.0]);
    }
}
