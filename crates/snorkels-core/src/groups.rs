//! Groups and their air.

use grid_topology::{Bitboard64, Cell};

use crate::{Colour, Outcome, Position, air};

impl Position {
    /// The group on a cell: the snorkels of one colour connected with the one there. Empty if none lies there.
    ///
    /// ```
    /// use abstract_game::Rules as _;
    /// use snorkels_core::{Snorkels, board};
    /// let position = Snorkels::new().read_position("3/1G1/PP1 g 1 -")?;
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
        Bitboard64::from_words([air::flood(seed, own)])
    }

    /// The air of a group: the empty cells orthogonally next to one of these cells.
    #[inline]
    #[must_use]
    pub fn air_of(&self, group: Bitboard64) -> Bitboard64 {
        let [cells] = group.words();
        self.empty & Bitboard64::from_words([air::beside(cells)])
    }

    /// The groups of a colour, the one with the lowest cell first.
    pub fn groups(&self, colour: Colour) -> impl Iterator<Item = Bitboard64> + Clone + use<> {
        let [mut left] = self.snorkels(colour).words();
        core::iter::from_fn(move || {
            let lowest = left & left.wrapping_neg();
            let group = air::flood(lowest, left);
            left &= !group;
            (group != 0).then_some(Bitboard64::from_words([group]))
        })
    }

    /// The groups without air, purple ones first: none while the game goes on, at least one when it is over.
    ///
    /// ```
    /// use abstract_game::{Position as _, Rules as _};
    /// use snorkels_core::{Colour, Snorkels};
    /// let mut position = Snorkels::new().read_position("3/G2/P2 g 1 -")?;
    /// position.play(position.read_action("b1")?);
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

    /// The empty cells on which the colour to place would capture and so win.
    ///
    /// ```
    /// use abstract_game::Rules as _;
    /// use snorkels_core::Snorkels;
    /// let position = Snorkels::new().read_position("3/G2/P2 g 1 -")?;
    /// let names: Vec<_> = position.captures().into_iter().map(snorkels_core::cell_name).collect();
    /// assert_eq!(format!("{names:?}"), "[b1]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn captures(&self) -> Bitboard64 {
        self.last_air(self.to_place.opponent())
    }

    /// The last air of a colour's groups: the cells that are all the air some group has. On these the other colour
    /// captures.
    #[must_use]
    pub fn last_air(&self, colour: Colour) -> Bitboard64 {
        let airs = self.groups(colour).map(|group| self.air_of(group));
        airs.filter(|air| air.len() == 1).fold(Bitboard64::EMPTY, |all, air| all | air)
    }

    /// The empty cells on which the colour to place would lose by self-capture.
    #[must_use]
    pub fn self_captures(&self) -> Bitboard64 {
        let [empty] = self.empty.words();
        // A snorkel beside an empty cell breathes.
        let closed = Bitboard64::from_words([empty & !air::beside(empty)]);
        closed.into_iter().filter(|&cell| self.outcome_of(cell) == Outcome::SelfCapture).collect()
    }
}
