//! Stacks: pieces of one player.

use derive_more::Debug;

use crate::{Kind, Terrain};

/// The maximum number of pieces on the board and in both reserves, kings excluded: those of two armies.
pub const MAX_PIECES: u8 = 30;

/// Pieces of one player, counted by kind: those on a cell, a part of them that moves, a reserve or an army. At most one
/// king and [`MAX_PIECES`] others, in four bytes.
///
/// ```
/// use symbol_core::{Kind, Stack, Terrain};
/// let ship: Stack = "L2WD".parse()?;
/// assert_eq!((ship.count(Kind::Land), ship.len()), (2, 4));
/// assert_eq!(ship.without(Kind::Land).to_string(), "LWD");
///
/// // `L` may stand on water with `W`, but not alone.
/// assert!(ship.is_supported_on(Terrain::Water));
/// assert!(!ship.without(Kind::Water).is_supported_on(Terrain::Water));
/// # Ok::<(), symbol_core::GameError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[debug("Stack({self})")]
pub struct Stack(u32);

/// Five bits for each kind, so that one addition joins two stacks. At most 30 pieces never overflow a field.
const BITS: u32 = 5;
const FIELD: u32 = (1 << BITS) - 1;

const fn shift(kind: Kind) -> u32 {
    match kind {
        Kind::Land => 0,
        Kind::Water => BITS,
        Kind::Air => 2 * BITS,
        Kind::Fire => 3 * BITS,
        Kind::Destruction => 4 * BITS,
        Kind::King => 5 * BITS,
    }
}

const fn field(kind: Kind) -> u32 {
    FIELD << shift(kind)
}

/// The highest bit of each field, and the bits below.
const HIGHEST: u32 = 0b10000_10000_10000_10000_10000_10000;
const LOWER: u32 = 0b01111_01111_01111_01111_01111_01111;

const MOBILE: u32 = field(Kind::Land) | field(Kind::Water) | field(Kind::Air) | field(Kind::Fire);

impl Stack {
    /// The kinds in the order of their fields.
    const KINDS: [Kind; 6] = [Kind::Land, Kind::Water, Kind::Air, Kind::Fire, Kind::Destruction, Kind::King];

    /// No piece.
    pub const EMPTY: Stack = Stack(0);

    /// One piece.
    #[inline]
    #[must_use]
    pub const fn of(kind: Kind) -> Stack {
        Stack(1 << shift(kind))
    }

    /// `count` pieces of one kind.
    ///
    /// # Panics
    /// If there are more than a stack can hold.
    #[inline]
    #[must_use]
    pub const fn repeat(kind: Kind, count: u8) -> Stack {
        assert!(count <= if matches!(kind, Kind::King) { 1 } else { MAX_PIECES }, "too many pieces");
        Stack((count as u32) << shift(kind))
    }

    /// The number of pieces of a kind.
    #[inline]
    #[must_use]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> shift(kind) & FIELD) as u8
    }

    /// Whether there is a piece of a kind.
    #[inline]
    #[must_use]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & field(kind) != 0
    }

    /// Whether the stack is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of pieces, the king included.
    #[must_use]
    pub fn len(self) -> u32 {
        Kind::ALL.iter().map(|&kind| u32::from(self.count(kind))).sum()
    }

    /// Whether there is a piece that moves and can carry the others: `L W A F`.
    #[inline]
    #[must_use]
    pub const fn is_mobile(self) -> bool {
        self.0 & MOBILE != 0
    }

    /// Whether the stack may stand on a terrain: with a piece that is not native there, it needs a supporter.
    #[inline]
    #[must_use]
    pub const fn is_supported_on(self, terrain: Terrain) -> bool {
        let (stranger, supporters) = match terrain {
            Terrain::Land => (field(Kind::Water), MOBILE & !field(Kind::Water)),
            Terrain::Water => (field(Kind::Land), MOBILE & !field(Kind::Land)),
        };
        self.0 & stranger == 0 || self.0 & supporters != 0
    }

    /// Whether these pieces include all of `part`.
    #[inline]
    #[must_use]
    pub const fn contains(self, part: Stack) -> bool {
        // Field by field: six comparisons without a branch.
        let mut all = true;
        let mut at = 0;
        while at <= 5 * BITS {
            all &= self.0 >> at & FIELD >= part.0 >> at & FIELD;
            at += BITS;
        }
        all
    }

    /// The sum of both stacks. Unspecified if there are more pieces than a stack can hold.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Stack) -> Stack {
        Stack(self.0.wrapping_add(other.0))
    }

    /// These pieces without `part`. Unspecified unless they [contain](Self::contains) it.
    #[inline]
    #[must_use]
    pub const fn minus(self, part: Stack) -> Stack {
        Stack(self.0.wrapping_sub(part.0))
    }

    /// With one more piece.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: Kind) -> Stack {
        self.plus(Stack::of(kind))
    }

    /// With one piece less. Unspecified if there is no such piece.
    #[inline]
    #[must_use]
    pub const fn without(self, kind: Kind) -> Stack {
        self.minus(Stack::of(kind))
    }

    /// Without the king.
    #[inline]
    #[must_use]
    pub const fn without_king(self) -> Stack {
        Stack(self.0 & !field(Kind::King))
    }

    /// The pieces that move and can carry the others.
    #[inline]
    pub(crate) const fn mobile(self) -> Stack {
        Stack(self.0 & MOBILE)
    }

    /// Every non-empty set of mobile kinds in the stack: one piece of each.
    #[inline]
    pub(crate) fn sets_of_mobile_kinds(self) -> impl Iterator<Item = Stack> {
        let all = Kind::MOBILE.into_iter().filter(|&kind| self.has(kind)).fold(Stack::EMPTY, Stack::with);
        // Each kind is one bit, so a subtraction counts down through the subsets.
        let next = move |set: &Stack| Some(Stack((set.0 - 1) & all.0)).filter(|set| !set.is_empty());
        core::iter::successors(Some(all).filter(|set| !set.is_empty()), next)
    }

    /// Whether there is a piece other than the king.
    #[inline]
    #[must_use]
    pub const fn has_army(self) -> bool {
        !self.without_king().is_empty()
    }

    /// The kinds in the stack with their counts, in the order of the notation.
    pub fn kinds(self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::ALL.into_iter().map(move |kind| (kind, self.count(kind))).filter(|&(_, count)| count > 0)
    }

    /// The kinds with different counts in two stacks, each with its counts in both.
    #[inline]
    pub(crate) fn changed_counts(self, other: Stack) -> impl Iterator<Item = (Kind, [u8; 2])> {
        // Most often one.
        let mut left = Stack(self.0 ^ other.0).kind_bits();
        core::iter::from_fn(move || {
            let field = left.trailing_zeros() / BITS;
            let kind = *Self::KINDS.get(field as usize)?;
            left &= left - 1;
            Some((kind, [self, other].map(|stack| (stack.0 >> (BITS * field) & FIELD) as u8)))
        })
    }

    /// One bit for each kind in the stack: the highest of its field.
    #[inline]
    const fn kind_bits(self) -> u32 {
        // A carry into the highest bit shows that a lower one is set.
        (((self.0 & LOWER) + LOWER) | self.0) & HIGHEST
    }

    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }
}

impl From<Kind> for Stack {
    fn from(kind: Kind) -> Stack {
        Stack::of(kind)
    }
}
