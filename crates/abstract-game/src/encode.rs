//! Positions as planes of numbers and actions as indices, for learning.
//!
//! A game implements [`Encode`] for its positions. Everything has a default, so `impl Encode for Position {}` is enough
//! for an environment; what the defaults leave out is said at each.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

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
        self.observe_over(player, numbers, &mut Observed::default())
    }

    /// The same over numbers that hold what the last call with this `observed` wrote, or zeros if there was none. Numbers that stay
    /// as they are are not written, which is quicker.
    ///
    /// # Panics
    /// If there are fewer numbers.
    fn observe_over(&self, player: Player, numbers: &mut [f32], observed: &mut Observed) -> usize {
        let mut planes = Planes::over(numbers, Self::SIZE, observed);
        self.observe(player, &mut planes);
        planes.next * planes.size.0 * planes.size.1
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

    /// The legal actions that have an index, with it, in the order of generation. A game may have a quicker way to the same.
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

/// What the planes of an observation hold, for [`Encode::observe_over`].
#[derive(Clone, Debug, Default)]
pub struct Observed {
    contents: Vec<Content>,
    /// The cells with numbers of their own, plane after plane.
    cells: Vec<(usize, f32)>,
    /// The same of the observation before.
    earlier: Vec<(usize, f32)>,
}

/// What a plane holds.
#[derive(Clone, Debug, Default)]
struct Content {
    /// Whether it never changes.
    is_fixed: bool,
    /// The number on cells without a number of their own.
    constant: f32,
    /// How many cells have a number of their own.
    cells: usize,
}

/// Planes of numbers that are written one after another.
pub struct Planes<'a> {
    numbers: &'a mut [f32],
    /// What the numbers hold.
    observed: &'a mut Observed,
    /// The number of planes written.
    next: usize,
    /// How many of the earlier cells belong to these planes.
    read: usize,
    size: (usize, usize),
}

impl<'a> Planes<'a> {
    fn over(numbers: &'a mut [f32], size: (usize, usize), observed: &'a mut Observed) -> Self {
        mem::swap(&mut observed.cells, &mut observed.earlier);
        observed.cells.clear();
        Planes { numbers, observed, next: 0, read: 0, size }
    }

    /// Writes the next plane: numbers by rank and file, 0 on other cells.
    ///
    /// # Panics
    /// If a cell is outside of the plane, or the encoding has no further plane.
    #[inline]
    pub fn cells(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let width = self.size.1;
        self.write(0.0, cells, |(rank, file, number)| {
            assert!(file < width, "no plane has the file {file}");
            (rank * width + file, number)
        });
    }

    /// Writes the next plane, which is the same on all positions of the game: numbers by rank and file, 0 on other cells.
    ///
    /// # Panics
    /// As [`cells`](Self::cells).
    pub fn fixed_cells(&mut self, cells: impl IntoIterator<Item = (usize, usize, f32)>) {
        let plane = self.next;
        if self.observed.contents.get(plane).is_some_and(|content| content.is_fixed) {
            self.next += 1;
            return;
        }
        self.cells(cells);
        let content = &mut self.observed.contents[plane];
        self.observed.cells.truncate(self.observed.cells.len() - content.cells);
        *content = Content { is_fixed: true, ..Content::default() };
    }

    /// Writes the next plane: one number everywhere.
    ///
    /// # Panics
    /// If the encoding has no further plane.
    #[inline]
    pub fn constant(&mut self, number: f32) {
        self.write(number, [], |cell| cell);
    }

    /// Writes the next plane: 1 everywhere if the condition holds, otherwise 0.
    #[inline]
    pub fn flag(&mut self, condition: bool) {
        self.constant(f32::from(u8::from(condition)));
    }

    /// Writes the next plane: numbers on some cells, one on all others.
    #[inline]
    fn write<C>(
        &mut self,
        constant: f32,
        cells: impl IntoIterator<Item = C>,
        place: impl Fn(C) -> (usize, f32),
    ) {
        let size = self.size.0 * self.size.1;
        let plane = &mut self.numbers[self.next * size..][..size];
        let Observed { contents, cells: kept, earlier } = &mut *self.observed;
        if contents.len() == self.next {
            contents.push(Content::default());
        }
        let content = &mut contents[self.next];
        let mut earlier = &earlier[self.read..][..content.cells];
        (self.next, self.read) = (self.next + 1, self.read + content.cells);
        if content.constant != constant {
            plane.fill(constant);
            earlier = &[];
        }
        let before = kept.len();
        kept.extend(cells.into_iter().map(place));
        let cells = &kept[before..];
        if cells != earlier {
            earlier.iter().for_each(|&(place, _)| plane[place] = constant);
            cells.iter().for_each(|&(place, number)| plane[place] = number);
        }
        *content = Content { is_fixed: false, constant, cells: cells.len() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    #[test]
    fn a_drawing_as_planes() {
        let mut numbers = [0.0; 18];
        let mut observed = Observed::default();
        let mut planes = Planes::over(&mut numbers, (2, 3), &mut observed);
        write_drawing(" 3  . a .\n 2  . b\n 1  Z # 1\n    a b c\nP1 to move", Player::P2, &mut planes);
        let [own, other, cells] = [0, 1, 2].map(|plane| &numbers[6 * plane..][..6]);
        assert_eq!(own, [0.0, 0.0, 0.0, 0.0, 2.0 / 26.0, 0.0]);
        assert_eq!(other, [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(cells, [1.0, 0.5, 1.0, 1.0, 1.0, 0.0]);
    }

    #[test]
    fn planes_are_written_over_earlier_ones() {
        fn write(planes: &mut Planes<'_>, seed: u64) {
            let mut random = SplitMix64::new(seed);
            planes.fixed_cells([(0, 1, 0.5), (1, 2, 1.0)]);
            for _ in 0..4 {
                let number = random.below(3) as f32;
                match random.below(3) {
                    0 => planes.constant(number),
                    1 => planes.flag(random.below(2) == 1),
                    _ => {
                        let places = (0..random.below(7)).map(|_| random.below(6));
                        planes.cells(places.map(|place| (place / 3, place % 3, number)));
                    }
                }
            }
        }
        let (mut numbers, mut observed) = ([0.0; 30], Observed::default());
        for seed in 0..500 {
            write(&mut Planes::over(&mut numbers, (2, 3), &mut observed), seed);
            let mut fresh = [0.0; 30];
            write(&mut Planes::over(&mut fresh, (2, 3), &mut Observed::default()), seed);
            assert_eq!(numbers, fresh, "{seed}");
        }
    }

    #[test]
    fn what_stays_is_not_written() {
        let (mut numbers, mut observed) = ([0.0; 18], Observed::default());
        for second in [2.0, 3.0] {
            let mut planes = Planes::over(&mut numbers, (2, 3), &mut observed);
            planes.cells([(0, 0, 1.0)]);
            planes.cells([(0, 1, second)]);
            planes.constant(4.0);
            numbers[1] = 7.0;
            numbers[17] = 7.0;
        }
        let expected =
            [[1.0, 7.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 0.0, 0.0], [4.0, 4.0, 4.0, 4.0, 4.0, 7.0]];
        assert_eq!(numbers, *expected.as_flattened());
    }
}
