//! The end of a game: winner and reason.

use core::fmt;

use derive_more::Display;

use crate::Player;

/// Why a game ended, in one word of lower-case letters and hyphens (`capture`, `repetition`).
///
/// ```
/// use abstract_game::Reason;
/// const STALEMATE: Reason = Reason::new("stalemate");
/// assert_eq!(STALEMATE.to_string(), "stalemate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reason(&'static str);

impl Reason {
    /// A player resigned.
    pub const RESIGNATION: Reason = Reason("resignation");
    /// The players agreed to a draw.
    pub const AGREEMENT: Reason = Reason("agreement");
    /// The same state occurred as often as [`REPETITIONS`](crate::Position::REPETITIONS) says.
    pub const REPETITION: Reason = Reason("repetition");

    /// A reason of a game.
    ///
    /// # Panics
    /// If `word` is not one word of lower-case ASCII letters and hyphens. In a `const` this is a compile error.
    #[must_use]
    pub const fn new(word: &'static str) -> Reason {
        let bytes = word.as_bytes();
        assert!(!bytes.is_empty(), "a reason is one word, not nothing");
        let mut i = 0;
        while i < bytes.len() {
            assert!(
                bytes[i].is_ascii_lowercase() || bytes[i] == b'-',
                "a reason is one word of lower-case letters and hyphens"
            );
            i += 1;
        }
        Reason(word)
    }

    /// The word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// The result of a finished game from one player's point of view. Ordered from loss to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The player lost.
    Loss,
    /// The game is a draw.
    Draw,
    /// The player won.
    Win,
}

impl Verdict {
    /// The same result from the opponent's point of view.
    #[must_use]
    pub const fn reversed(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

/// The end of a game: the winner, if there is one, and the reason.
///
/// ```
/// use abstract_game::{End, Player, Reason, Verdict};
/// let end = End::win(Player::P2, Reason::RESIGNATION);
/// assert_eq!(end.verdict(Player::P1), Verdict::Loss);
/// assert_eq!(end.to_string(), "P2 wins by resignation");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct End {
    /// The winner; `None` is a draw.
    pub winner: Option<Player>,
    /// Why the game ended.
    pub reason: Reason,
}

impl End {
    /// A win.
    #[inline]
    #[must_use]
    pub const fn win(winner: Player, reason: Reason) -> End {
        End { winner: Some(winner), reason }
    }

    /// A draw.
    #[inline]
    #[must_use]
    pub const fn draw(reason: Reason) -> End {
        End { winner: None, reason }
    }

    /// The result from the point of view of `player`.
    #[inline]
    #[must_use]
    pub fn verdict(&self, player: Player) -> Verdict {
        match self.winner {
            None => Verdict::Draw,
            Some(winner) if winner == player => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins by {}", self.reason),
            None => write!(f, "draw by {}", self.reason),
        }
    }
}
