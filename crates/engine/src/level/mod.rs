//! Weaker play: a level has few nodes, misses replies of the opponent, and does not always choose the best action.
//!
//! | file | content |
//! | --- | --- |
//! | `mod.rs` | what a level is |
//! | `scoring.rs` | the search that scores all actions of a position |
//! | `searcher.rs` | the choice of a turn |

mod scoring;
mod searcher;

pub(crate) use searcher::LevelSearcher;

use crate::parameters::LEVELS;

/// The Elo number of level 1, by definition.
pub(crate) const FIRST_ELO: u32 = 1_000;
/// The difference between two levels, in Elo.
pub(crate) const ELO_STEP: u32 = 100;
/// The Elo number of the highest level.
pub(crate) const LAST_ELO: u32 = FIRST_ELO + ELO_STEP * (LEVELS as u32 - 1);
/// From this Elo number on, no win or loss in one turn is missed: level 3.
const CHECKED_ELO: u32 = FIRST_ELO + 2 * ELO_STEP;

/// How well a level plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    /// The nodes that score the actions of a position.
    nodes: u64,
    /// The difference of winning chances by which the odds of a choice change by e, at most.
    temperature: f64,
    /// The same as a part of the difference between the best chance and the mean: where all actions are nearly as good, the
    /// choice is not random.
    relative_temperature: f64,
    /// The weight of the prior in the logarithm of the odds of a choice.
    prior_weight: f64,
    /// The probability that a reply of the opponent is noticed.
    notice: f64,
    /// Whether the turn is checked for wins and losses in one turn.
    checked: bool,
}

impl Level {
    /// The level with an Elo number of a game with levels of these strengths, between two of them in proportion (between 2 and
    /// 3: level 2).
    pub(crate) fn of(strengths: &[i32; LEVELS], elo: u32) -> Level {
        let elo = elo.clamp(FIRST_ELO, LAST_ELO);
        let (step, part) = ((elo - FIRST_ELO) / ELO_STEP, (elo - FIRST_ELO) % ELO_STEP);
        let strength = |level: usize| f64::from(strengths[level.min(LEVELS - 1)]);
        let (low, high) = (strength(step as usize), strength(step as usize + 1));
        let strength = low + (high - low).max(0.0) * f64::from(part) / f64::from(ELO_STEP);
        Level::with_strength(strength / 1_000.0, elo >= CHECKED_ELO)
    }

    /// The level with a strength from -1, hardly better than random turns, to 1: up to 50,000 nodes.
    fn with_strength(strength: f64, checked: bool) -> Level {
        let weakness = 1.0 - strength;
        Level {
            nodes: (50.0 * 1_000_f64.powf(strength)) as u64,
            temperature: 0.003 + 0.9 * weakness.powi(3),
            relative_temperature: 0.03 + 3.0 * weakness.powi(3),
            prior_weight: (0.5 - 0.3 * weakness).max(0.0),
            notice: (1.0 - 0.7 * weakness * weakness).max(0.0),
            checked,
        }
    }
}
