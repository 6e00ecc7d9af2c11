//! What the engine needs to know of a game beyond its rules.

use abstract_game::Rules;
use search::Knowledge;

/// A player of one game: its rules, and the knowledge that the searches use.
pub trait GameEngine: Send + Sync + 'static {
    /// The rules of the game.
    type Rules: Rules;
    /// What the searches ask.
    type Knowledge: Knowledge<<Self::Rules as Rules>::Position> + Default + 'static;

    /// The positions of the bench, each searched to [`BENCH_DEPTH`](Self::BENCH_DEPTH) actions.
    const BENCH: &'static [&'static str];

    /// The depth of the bench.
    const BENCH_DEPTH: u32;

    /// The terms whose sum is the static evaluation of an unfinished position for the player to act.
    fn terms(position: &<Self::Rules as Rules>::Position) -> Vec<Term>;
}

/// One term of a static evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is judged.
    pub name: &'static str,
    /// What it is worth for the player to act, in centipawns.
    pub centipawns: i32,
}

impl Term {
    /// The evaluation that the terms make up, in centipawns.
    #[must_use]
    pub fn sum(terms: &[Term]) -> i32 {
        terms.iter().map(|term| term.centipawns).sum()
    }
}
