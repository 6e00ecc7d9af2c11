//! What only a player of Symbol knows.

mod evaluation;
mod ordering;
mod threats;

use abstract_game::Position as _;
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use search::{Knowledge, Random};
use symbol_core::{Action, Position, Symbol};

use crate::game_engine::{GameEngine, Term};

/// The player of Symbol.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolEngine;

/// What the searches ask about Symbol.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolKnowledge;

impl GameEngine for SymbolEngine {
    type Rules = Symbol;
    type Knowledge = SymbolKnowledge;

    const BENCH: &'static [&'static str] = &[
        "x7/x7/x7/x7/x7/x7/x7 1 KL3W3A3F3D3/kl3w3a3f3d3 - -",
        "x3,k,x3/x7/x7/x7/x7/x3,K,x3/x7 1 L3W3A3F3D3/l3w3a3f3d3 - -",
        "x3,k,x3/x2,a,x4/x7/x7/x2,F,x4/x,K,x5/x2,F,x4 1 L3W3A2FD3/l3w2a2f2d3 - -",
        "x3,k,x3/x,a,a,x4/x3,D,x3/x,d,x,A,x3/F,x,F,x4/D,K,x5/A,D,F,x4 1 L3W2/l3wf2d2 - -",
        "x2,f,k,x3/x,l,x,l,x3/x2,f,x4/x,A,x5/x,A,x5/x,F,x5/A,K,F,x4 1 L3W3D3/w3a3d3 - game=simple",
    ];

    const BENCH_DEPTH: u32 = 4;

    fn terms(position: &Position) -> Vec<Term> {
        evaluation::terms(position).to_vec()
    }
}

/// After so many random actions a position is judged: random armies seldom meet a king.
const PLAYOUT_LENGTH: u32 = 16;

impl Knowledge<Position> for SymbolKnowledge {
    fn evaluate(&self, position: &Position) -> i32 {
        Term::sum(&evaluation::terms(position))
    }

    fn priority(&self, position: &Position, action: Action) -> i32 {
        ordering::priority(position, action)
    }

    /// The capture of a king; whatever else is taken is left to the search proper.
    fn noisy_actions(&self, position: &Position, actions: &mut Vec<Action>) {
        if threats::can_take_king(position) {
            actions.extend(ordering::king_capture(position));
        }
    }

    /// Captures rather than anything else, one time in two.
    fn playout_action(&self, position: &Position, random: &mut Random, buffer: &mut Vec<Action>) -> Action {
        buffer.clear();
        position.generate(buffer);
        if random.random_range(0..2) == 0 {
            let taken = buffer.iter().map(|&action| (ordering::captured(position, action), action));
            if let Some((_, action)) = taken.filter(|&(taken, _)| taken > 0).max_by_key(|&(taken, _)| taken) {
                return action;
            }
        }
        *buffer.choose(random).expect("an unfinished position has an action")
    }

    fn playout_length(&self) -> u32 {
        PLAYOUT_LENGTH
    }

    fn prior(&self, position: &Position, action: Action) -> f32 {
        ordering::prior(position, action)
    }

    fn turns_left(&self, _position: &Position) -> u32 {
        25
    }
}
