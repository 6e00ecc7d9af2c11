//! How a placement ends the game.

use abstract_game::{End, Reason};
use grid_topology::{Bitboard64, Cell};

use crate::Position;
use crate::air::{beside, flood};

/// The reason of an end in which the placer took the last air of an enemy group and won.
pub const CAPTURE: Reason = Reason::new("capture");
/// The reason of an end in which the placer took the last air of an enemy group and of an own group, and won.
pub const MUTUAL: Reason = Reason::new("mutual");
/// The reason of an end in which the placer took the last air of an own group only, and lost.
pub const SELF_CAPTURE: Reason = Reason::new("self-capture");

/// Whether the game goes on after a placement, and how it ended otherwise.
///
/// ```
/// use snorkels_core::{CAPTURE, Outcome};
/// assert_eq!(Outcome::Capture.reason(), Some(CAPTURE));
/// assert!(Outcome::Mutual.wins() && !Outcome::SelfCapture.wins() && !Outcome::Continue.wins());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Every group has air: the game goes on.
    Continue,
    /// An enemy group has no air: the placer wins.
    Capture,
    /// An enemy group and an own group have no air: the placer wins.
    Mutual,
    /// An own group has no air, and every enemy group has some: the placer loses.
    SelfCapture,
}

impl Outcome {
    /// Why the game ended; `None` if it goes on.
    #[inline]
    #[must_use]
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Outcome::Continue => None,
            Outcome::Capture => Some(CAPTURE),
            Outcome::Mutual => Some(MUTUAL),
            Outcome::SelfCapture => Some(SELF_CAPTURE),
        }
    }

    /// Whether the placer wins.
    #[inline]
    #[must_use]
    pub const fn wins(self) -> bool {
        matches!(self, Outcome::Capture | Outcome::Mutual)
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn ends(self) -> bool {
        !matches!(self, Outcome::Continue)
    }

    /// The outcome of a placement on the cell `at`, on a board where every group has air. All arguments are sets of
    /// cells of the 8×8 frame.
    ///
    /// The placement takes air only from the groups beside `at`, and gives none. So only the enemy groups beside it
    /// and the placer's group on it can have no air afterwards. Usually each of those has a member beside `at` that
    /// is also beside an empty cell, and no group has to be flooded.
    #[inline]
    pub(crate) const fn of_placement(own: u64, enemy: u64, empty: u64, at: u64) -> Outcome {
        let own = own | at;
        let beside_empty = beside(empty & !at);
        let enemies_at_risk = beside(at) & enemy & !beside_empty;
        let own_at_risk = at & !beside_empty;
        if enemies_at_risk | own_at_risk == 0 {
            return Outcome::Continue;
        }
        // Both colours grow from their members with air, until they reach everything at risk or nothing more.
        let (mut own_alive, mut enemies_alive) = (own & beside_empty, enemy & beside_empty);
        loop {
            let own_reached = (own_alive | beside(own_alive)) & own;
            let enemies_reached = (enemies_alive | beside(enemies_alive)) & enemy;
            let captures = enemies_at_risk & !enemies_reached != 0;
            let self_captures = own_at_risk & !own_reached != 0;
            if !captures && !self_captures {
                return Outcome::Continue;
            }
            if own_reached == own_alive && enemies_reached == enemies_alive {
                return match (captures, self_captures) {
                    (true, false) => Outcome::Capture,
                    (true, true) => Outcome::Mutual,
                    (false, _) => Outcome::SelfCapture,
                };
            }
            (own_alive, enemies_alive) = (own_reached, enemies_reached);
        }
    }
}

/// The snorkels of one colour whose groups have no air.
#[inline]
pub(crate) const fn without_air(colour: u64, empty: u64) -> u64 {
    colour & !flood(colour & beside(empty), colour)
}

impl Position {
    /// The outcome of the last placement.
    ///
    /// ```
    /// use snorkels_core::{Outcome, Position, prelude::*};
    /// let mut position: Position = "3/G2/P2 g 1 -".parse()?;
    /// assert_eq!(position.outcome(), Outcome::Continue);
    /// position.play("b1".parse()?);
    /// assert_eq!(position.outcome(), Outcome::Capture);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The outcome that a placement on a cell would have. The cell must be empty and the game not over.
    ///
    /// ```
    /// use snorkels_core::{Outcome, Position, board};
    /// let position: Position = "3/1G1/P2 p 1 -".parse()?;
    /// assert_eq!(position.outcome_of(board(3).parse_cell("b1")?), Outcome::Continue);
    /// let position: Position = "3/G2/P2 g 1 -".parse()?;
    /// assert_eq!(position.outcome_of(board(3).parse_cell("b1")?), Outcome::Capture);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the cell's index is 64 or more.
    #[inline]
    #[must_use]
    pub fn outcome_of(&self, cell: Cell) -> Outcome {
        let [own] = self.snorkels(self.to_place).words();
        let [enemy] = self.snorkels(self.to_place.opponent()).words();
        let [empty] = self.empty.words();
        let [at] = Bitboard64::from(cell).words();
        Outcome::of_placement(own, enemy, empty, at)
    }

    /// The empty cells on which the colour to place would capture and so win.
    ///
    /// ```
    /// use snorkels_core::Position;
    /// let position: Position = "3/G2/P2 g 1 -".parse()?;
    /// let names: Vec<_> = position.captures().into_iter().map(snorkels_core::cell_name).collect();
    /// assert_eq!(format!("{names:?}"), "[b1]");
    /// # Ok::<(), snorkels_core::GameError>(())
    /// ```
    #[must_use]
    pub fn captures(&self) -> Bitboard64 {
        self.last_air(self.to_place.opponent())
    }

    /// The empty cells on which the colour to place would lose by self-capture.
    #[must_use]
    pub fn self_captures(&self) -> Bitboard64 {
        let [empty] = self.empty.words();
        // A snorkel beside an empty cell has air.
        let closed = Bitboard64::from_words([empty & !beside(empty)]);
        closed.into_iter().filter(|&cell| self.outcome_of(cell) == Outcome::SelfCapture).collect()
    }

    /// How the last placement ended the game.
    #[inline]
    pub(crate) fn computed_end(&self) -> Option<End> {
        let reason = self.outcome.reason()?;
        let placer = self.to_place.opponent();
        let winner = if self.outcome.wins() { placer } else { placer.opponent() };
        Some(End::win(self.owner(winner), reason))
    }
}
