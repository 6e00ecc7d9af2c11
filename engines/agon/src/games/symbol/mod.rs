//! Symbol: evaluation, move ordering, playout policy and bench positions.

mod analysis;
mod evaluation;
mod ordering;
pub mod policy;
mod settings;
mod values;

use abstract_game::Position as _;
use games::symbol_core::{Action, Position, Symbol};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use search::alpha_beta::AlphaBetaSettings;
use search::mcts::MctsSettings;
use search::{Evaluation, MoveOrdering, Playouts, Random, Setting, StaticResult};

pub use self::analysis::Analysis;
use self::settings::{
    EXPLORATION, FUTILITY_MARGIN, GREEDY_PERCENT, LATE_MOVES, LATE_PV_MOVES, LATE_WIDENING, PLAYOUT_LENGTH,
    QUIESCENCE, REVERSE_FUTILITY_MARGIN, TURNS_LEFT, WDL_DRAW_WIDTH, WDL_SCORE_PERCENT,
};
use crate::game_engine::{Bench, GameEngine, LEVELS, Term, WdlModel};

/// The engine's part for Symbol.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolEngine;

/// The knowledge of Symbol for the searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolKnowledge;

impl GameEngine for SymbolEngine {
    type Rules = Symbol;
    type Knowledge = SymbolKnowledge;

    const BENCH: Bench = Bench {
        positions: &[
            "x7/x7/x7/x7/x7/x7/x7 1 KL3W3A3F3D3/kl3w3a3f3d3 - -",
            "x3,k,x3/x7/x7/x7/x7/x3,K,x3/x7 1 L3W3A3F3D3/l3w3a3f3d3 - -",
            "x3,k,x3/x2,a,x4/x7/x7/x2,F,x4/x,K,x5/x2,F,x4 1 L3W3A2FD3/l3w2a2f2d3 - -",
            "x3,k,x3/x,a,a,x4/x3,D,x3/x,d,x,A,x3/F,x,F,x4/D,K,x5/A,D,F,x4 1 L3W2/l3wf2d2 - -",
            "x2,f,k,x3/x,l,x,l,x3/x2,f,x4/x,A,x5/x,A,x5/x,F,x5/A,K,F,x4 1 L3W3D3/w3a3d3 - game=simple",
        ],
        depth: 4,
        // All pieces of a player on one cell: 2048 parts, most of which may leave.
        busy: &["x7/x3,kl3w3a3f3d3,x3/x7/x7/x7/x3,KL3W3A3F3D3,x3/x7 1 -/- - -"],
        perft_depth: 4,
        search_depth: 3,
    };

    fn settings() -> &'static [&'static Setting] {
        settings::SETTINGS
    }

    fn levels() -> [&'static Setting; LEVELS] {
        settings::LEVELS
    }

    fn wdl() -> WdlModel {
        WdlModel { score_percent: WDL_SCORE_PERCENT.get(), draw_width: WDL_DRAW_WIDTH.get() }
    }

    fn terms(position: &Position) -> Vec<Term> {
        let values = evaluation::terms(position, &Analysis::of(position));
        let terms = evaluation::TERMS.into_iter().zip(values);
        terms.map(|(name, centipawns)| Term { name, centipawns }).collect()
    }

    fn alpha_beta_settings() -> AlphaBetaSettings {
        AlphaBetaSettings {
            late_moves: LATE_MOVES.get() as usize,
            late_pv_moves: LATE_PV_MOVES.get() as usize,
            late_widening: LATE_WIDENING.get() as u32,
            reverse_futility_margin: REVERSE_FUTILITY_MARGIN.get(),
            futility_margin: FUTILITY_MARGIN.get(),
            quiescence: QUIESCENCE.get() as u32,
            ..AlphaBetaSettings::default()
        }
    }

    fn mcts_settings() -> MctsSettings {
        MctsSettings { exploration: EXPLORATION.hundredths(), ..MctsSettings::default() }
    }

    fn turns_left(_position: &Position) -> u32 {
        TURNS_LEFT.get() as u32
    }
}

impl Evaluation<Position> for SymbolKnowledge {
    type Analysis = Analysis;

    #[inline]
    fn analyse(&self, position: &Position) -> Analysis {
        Analysis::of(position)
    }

    #[inline]
    fn analyse_after(
        &self,
        parent: &Analysis,
        before: &Position,
        _action: Action,
        position: &Position,
    ) -> Analysis {
        parent.after(before, position)
    }

    /// A win by removing the king in this turn.
    #[inline]
    fn static_result(
        &self,
        position: &Position,
        analysis: &Analysis,
        actions: &mut Vec<Action>,
    ) -> StaticResult {
        if !analysis.can_capture_king {
            return StaticResult::Open;
        }
        let win = ordering::winning_action(position, actions);
        actions.extend(win);
        if win.is_some() { StaticResult::Win(1) } else { StaticResult::Open }
    }

    #[inline]
    fn evaluate(&self, position: &Position, analysis: &Analysis) -> i32 {
        evaluation::terms(position, analysis).iter().sum()
    }
}

impl MoveOrdering<Position> for SymbolKnowledge {
    fn priorities(
        &self,
        position: &Position,
        _analysis: &Analysis,
        actions: &[Action],
        priorities: &mut Vec<i32>,
    ) {
        ordering::priorities(position, actions, priorities);
    }

    fn priors(&self, position: &Position, _analysis: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        ordering::priors(position, actions, priors);
    }

    fn is_transposed(&self, _before: &Position, first: Action, second: Action) -> bool {
        ordering::is_transposed(first, second)
    }

    fn noisy_actions(
        &self,
        position: &Position,
        _analysis: &Analysis,
        least_gain: i32,
        actions: &mut Vec<Action>,
    ) {
        ordering::captures(position, least_gain, actions);
    }
}

impl Playouts<Position> for SymbolKnowledge {
    /// With the probability of the setting the most valuable capture, otherwise a random action.
    fn playout_action(&self, position: &Position, random: &mut Random, buffer: &mut Vec<Action>) -> Action {
        buffer.clear();
        position.generate(buffer);
        if random.random_range(0..100) < GREEDY_PERCENT.get() {
            let captures = buffer.iter().map(|&action| (ordering::capture_value(position, action), action));
            if let Some((_, action)) =
                captures.filter(|&(value, _)| value > 0).max_by_key(|&(value, _)| value)
            {
                return action;
            }
        }
        *buffer.choose(random).expect("an unfinished position has an action")
    }

    fn playout_length(&self) -> u32 {
        PLAYOUT_LENGTH.get() as u32
    }
}
