//! What the engine needs for each game beyond its rules.

use abstract_game::Rules;
use search::{Knowledge, RootSolver, Setting};

/// The number of levels of a game.
pub const LEVELS: usize = 8;

/// The engine's part for one game: its rules, its knowledge for the searches, and its bench.
pub trait GameEngine: Send + Sync + 'static {
    /// The rules of the game.
    type Rules: Rules;
    /// Evaluation, move ordering and playout policy.
    type Knowledge: Knowledge<PositionOf<Self>> + Default + 'static;

    /// The positions of the bench, with default rule options.
    const BENCH: &'static [&'static str];

    /// The default depth of the bench, in actions.
    const BENCH_DEPTH: u32;

    /// The position with the players exchanged, if the game has such a symmetry and the position has an image.
    fn flipped(_position: &PositionOf<Self>) -> Option<PositionOf<Self>> {
        None
    }

    /// A position at the start of a turn as if the player to act had skipped that turn.
    fn null_turn(position: &PositionOf<Self>) -> Option<PositionOf<Self>>;

    /// The numbers of evaluation, move ordering and playouts.
    fn settings() -> &'static [&'static Setting];

    /// The strengths of the levels in per mille, the weakest first, found by matches. From level 3 on the engine also checks
    /// wins and losses in one turn, so that the third number may be less than the second.
    fn levels() -> [&'static Setting; LEVELS];

    /// An exact solver, if the game has one.
    fn solver() -> Option<Box<dyn RootSolver<PositionOf<Self>>>> {
        None
    }

    /// The terms of the static evaluation of an unfinished position, for the player to act.
    fn terms(position: &PositionOf<Self>) -> Vec<Term>;
}

/// The positions of a game.
pub type PositionOf<G> = <<G as GameEngine>::Rules as Rules>::Position;

/// One term of a static evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the term.
    pub name: &'static str,
    /// Its value for the player to act, in centipawns.
    pub centipawns: i32,
}

impl Term {
    /// The evaluation: the sum of its terms, in centipawns.
    #[must_use]
    pub fn sum(terms: &[Term]) -> i32 {
        terms.iter().map(|term| term.centipawns).sum()
    }
}
