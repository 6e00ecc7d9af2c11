//! What is known of a position without a search, for programs with a search of their own.

use snorkels_core::{Bitboard64, Position};

use crate::check::Side;
use crate::numbers::WIN;
use crate::solver::{SolverError, state};
use crate::statics::{judge, placements_to_end};

/// What is known of a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// One player wins by ataris alone, or the other cannot avoid a capture.
    Decided {
        /// The winner.
        winner: Side,
        /// The number of placements of both players to the end, at most.
        placements: u16,
    },
    /// All placements lose but these, which may lose, too. There is at least one.
    Open(Bitboard64),
}

/// Judges a position by captures, double ataris and ladders.
///
/// ```
/// use snorkels_core::Position;
/// use snorkels_solver::{Judgement, Side, judgement};
/// // Purple chases c3 to the edge.
/// let position: Position = "5/2PP1/1PG2/5/5 p 1 -".parse()?;
/// let decided = Judgement::Decided { winner: Side::First, placements: 7 };
/// assert_eq!(judgement(&position)?, decided);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolverError::Over`] or [`SolverError::Swap`].
pub fn judgement(position: &Position) -> Result<Judgement, SolverError> {
    let state = state(position)?;
    Ok(match judge(&state) {
        Ok(candidates) => Judgement::Open(Bitboard64::from_words([candidates])),
        Err(numbers) => Judgement::Decided {
            winner: if numbers == WIN { Side::First } else { Side::Second },
            placements: placements_to_end(&state),
        },
    })
}
