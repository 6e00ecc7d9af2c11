//! Symbol: evaluation, move ordering and bench positions.

mod analysis;
mod network;
mod ordering;
mod parameters;
mod policy;
mod training;

use games::symbol_core::{Action, Position, Symbol};
use resources::memory::Unavailable;
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::{Evaluation, Playouts, StaticResult};

pub use self::analysis::Analysis;
pub use self::parameters::SymbolKnowledge;
use crate::game_engine::{Bench, BoxedSearch, GameEngine, ParametersOf, Term, build_search};
use crate::parameters::{EngineParameters, PlayParameters};
use crate::setup::Setup;
use crate::training::{GameNetwork, PolicyTraining};

/// The engine's part for Symbol.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymbolEngine;

impl GameEngine for SymbolEngine {
    type Rules = Symbol;
    type Knowledge = SymbolKnowledge;

    const PARAMETERS: EngineParameters<SymbolKnowledge> = EngineParameters::new(SymbolKnowledge::DEFAULT)
        .with_play(PlayParameters {
            turns_left: 25,
            wdl_score_percent: 141,
            wdl_draw_width: 168,
            level: [272, 348, -200, 70, 258, 333, 424, 476],
            ..PlayParameters::DEFAULT
        })
        .with_alpha_beta(AlphaBetaParameters {
            aspiration_window: 31,
            lmr_full_depth_actions: 2,
            lmr_percent: 46,
            lmr_root_percent: 28,
            late_moves: 9,
            late_pv_moves: 31,
            late_widening: 29,
            reverse_futility_margin: 62,
            futility_margin: 215,
            futility_max_depth: 5,
            quiescence: 2,
            delta_margin: 230,
            ..AlphaBetaParameters::DEFAULT
        })
        .with_mcts(MctsParameters {
            exploration: 2.0,
            first_play_reduction: 0.0,
            prior_weight: 0.6,
            ..MctsParameters::DEFAULT
        });

    /// The number of turns has no limit, there are no playouts, and late move pruning has no gap.
    const WITHOUT_EFFECT: &'static [&'static str] =
        &["turns-share", "Mcts.playouts-to-expand", "Mcts.max-playout-length", "AlphaBeta.late-gap-widening"];

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

    fn network() -> Option<&'static GameNetwork<Position, SymbolKnowledge>> {
        Some(&training::NETWORK)
    }

    fn policy() -> Option<&'static PolicyTraining<Position>> {
        Some(&training::POLICY)
    }

    fn terms(knowledge: &SymbolKnowledge, position: &Position) -> Vec<Term> {
        vec![Term { name: "network", centipawns: knowledge.evaluate(position, &Analysis::of(position)) }]
    }

    fn new_search(setup: &Setup, parameters: &ParametersOf<Self>) -> Result<BoxedSearch<Self>, Unavailable> {
        build_search::<Self>(setup, parameters)
    }
}

impl Evaluation<Position> for SymbolKnowledge {
    type Analysis = Analysis;

    #[inline]
    fn analyse(&self, position: &Position) -> Analysis {
        Analysis::of(position)
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

    /// The opponent removes the king next, unless the turn goes on.
    #[inline]
    fn is_unsettled(&self, position: &Position, analysis: &Analysis) -> bool {
        analysis.in_danger && !position.at_turn_start()
    }

    #[inline]
    fn evaluate(&self, position: &Position, analysis: &Analysis) -> i32 {
        network::evaluate(self.network(), position, analysis)
    }
}

impl Playouts<Position> for SymbolKnowledge {
    fn playout_length(&self) -> u32 {
        0
    }
}
