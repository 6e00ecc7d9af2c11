//! Groups and their air.

use grid_topology::{Bitboard64, Cell};

use crate::air::{beside, beside_two, flood};
use crate::{Colour, Position};

impl Position {
    /// The group on a cell: the connected snorkels of one colour. Empty if the cell holds no snorkel.
    ///
    /// ```
    /// use snorkels_core::{Position, board};
    /// let position: Position = "3/1G1/PP1 g 1 -".parse()?;
    /// let group = position.group_at(board(3).parse_cell("a1")?);
    /// assert_eq!(group.len(), 2);
    /// assert_eq!(position.air_of(group).len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn group_at(&self, cell: Cell) -> Bitboard64 {
        let Some(&own) = self.snorkels.iter().find(|own| own.contains(cell)) else {
            return Bitboard64::EMPTY;
        };
        let ([seed], [own]) = (Bitboard64::from(cell).words(), own.words());
        Bitboard64::from_words([flood(seed, own)])
    }

    /// The air of a group: the empty cells orthogonally next to its cells.
    #[inline]
    #[must_use]
    pub fn air_of(&self, group: Bitboard64) -> Bitboard64 {
        let [cells] = group.words();
        self.empty & Bitboard64::from_words([beside(cells)])
    }

    /// The groups of a colour, ordered by their lowest cells.
    pub fn groups(&self, colour: Colour) -> impl Iterator<Item = Bitboard64> + Clone + use<> {
        let [mut left] = self.snorkels(colour).words();
        core::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            let group = flood(lowest, left);
            left &= !group;
            (group != 0).then_some(Bitboard64::from_words([group]))
        })
    }

    /// The groups without air, purple groups first. None while the game goes on, at least one when it is over.
    ///
    /// ```
    /// use snorkels_core::{Colour, Position, prelude::*};
    /// let mut position: Position = "3/G2/P2 g 1 -".parse()?;
    /// position.play("b1".parse()?);
    /// let dead: Vec<_> = position.dead_groups().collect();
    /// assert_eq!(dead, [(Colour::Purple, position.purple())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dead_groups(&self) -> impl Iterator<Item = (Colour, Bitboard64)> + use<> {
        let position = *self;
        Colour::BOTH.into_iter().flat_map(move |colour| {
            let dead = position.groups(colour).filter(move |&group| position.air_of(group).is_empty());
            dead.map(move |group| (colour, group))
        })
    }

    /// The last air of a colour's groups: the cells that are the only air of a group. The other colour captures on
    /// them.
    #[must_use]
    pub fn last_air(&self, colour: Colour) -> Bitboard64 {
        let ([colour], [empty]) = (self.snorkels(colour).words(), self.empty.words());
        // A snorkel with two airs of its own gives its whole group more than one.
        let mut left = colour & !flood(colour & beside_two(empty), colour);
        let mut last = 0;
        while left != 0 {
            let group = flood(left & left.wrapping_neg(), left);
            left &= !group;
            let air = beside(group) & empty;
            if air & air.wrapping_sub(1) == 0 {
                last |= air;
            }
        }
        Bitboard64::from_words([last])
    }
}
