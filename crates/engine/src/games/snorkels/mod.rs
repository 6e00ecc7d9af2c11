//! Snorkels: evaluation, move ordering and bench positions.

mod analysis;
mod network;
mod ordering;
mod parameters;
mod policy;
mod proofs;
mod reach;
mod solver;
mod training;

use abstract_game::Verdict;
use games::snorkels_core::{Action, Position, Snorkels};
use resources::memory::Unavailable;
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::{Evaluation, Playouts, RootSolver, StaticResult};
use snorkels_solver::{Judgement, Side, judgement};

pub use self::analysis::Analysis;
use self::network::Inputs;
pub use self::parameters::SnorkelsKnowledge;
use crate::game_engine::{Bench, BoxedSearch, GameEngine, ParametersOf, Term, build_search};
use crate::parameters::{EngineParameters, PlayParameters};
use crate::setup::{SearchKind, Setup};
use crate::training::{GameNetwork, PolicyTraining, SolverTraining};

/// The engine's part for Snorkels.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnorkelsEngine;

impl GameEngine for SnorkelsEngine {
    type Rules = Snorkels;
    type Knowledge = SnorkelsKnowledge;

    const PARAMETERS: EngineParameters<SnorkelsKnowledge> = EngineParameters::new(SnorkelsKnowledge::DEFAULT)
        .with_play(PlayParameters {
            // By matches with 2 s + 20 ms: 8 and 18 are weaker.
            turns_share: 12,
            wdl_score_percent: 295,
            level: [-50, 150, -220, -35, 136, 261, 346, 411],
            ..PlayParameters::DEFAULT
        })
        .with_alpha_beta(AlphaBetaParameters {
            late_moves: 7,
            late_pv_moves: 23,
            late_widening: 15,
            reverse_futility_margin: 60,
            futility_margin: 220,
            ..AlphaBetaParameters::DEFAULT
        })
        .with_mcts(MctsParameters {
            exploration: 0.75,
            first_play_reduction: 0.2,
            ..MctsParameters::DEFAULT
        });

    const WITHOUT_EFFECT: &'static [&'static str] = &[
        // The number of turns has a limit, and there are no playouts, noisy actions or unsettled turns.
        "turns-left",
        "Mcts.playouts-to-expand",
        "Mcts.max-playout-length",
        "AlphaBeta.quiescence",
        "AlphaBeta.settling-actions",
        "AlphaBeta.delta-margin",
        // Late move pruning has no gap.
        "AlphaBeta.late-gap-widening",
    ];

    const SEARCH: SearchKind = SearchKind::Mcts;

    const BENCH: Bench = Bench {
        positions: &[
            "7/7/7/7/7/7/7 p 1 -",
            "7/7/7/3P3/7/7/7 g 1 s",
            "7/7/2P1G2/3P3/2GG3/1P2P2/7 g 1 -",
            "7/2G1P2/3P1G1/2PPG2/2PGG2/1G3P1/7 p 2 -",
            "7/1GG1P2/3P1G1/1PPPG1G/G1PGG2/1G1P1P1/4P2 p 2 -",
            "5/1P1#1/2G2/1#1P1/5 g 1 -",
            "8/8/2P2G2/3PG3/3GP3/2G2P2/8/8 p 1 -",
            "P3/1G2/2P1/4 g 1 -",
        ],
        depth: 6,
        busy: &["1P5/1PGG1PG/2G3P/3P3/4P2/G2GGPP/P1G2G1 p 1 -"],
        perft_depth: 3,
        search_depth: 4,
    };

    fn network() -> Option<&'static GameNetwork<Position, SnorkelsKnowledge>> {
        Some(&training::NETWORK)
    }

    fn policy() -> Option<&'static PolicyTraining<Position>> {
        Some(&training::POLICY)
    }

    fn solver_training() -> Option<&'static SolverTraining<Position>> {
        Some(&training::SOLVER)
    }

    fn solver() -> Option<Box<dyn RootSolver<Position>>> {
        Some(Box::new(solver::SnorkelsSolver::new()))
    }

    fn terms(knowledge: &SnorkelsKnowledge, position: &Position) -> Vec<Term> {
        vec![Term { name: "network", centipawns: knowledge.evaluate(position, &Analysis::of(position)) }]
    }

    fn new_search(setup: &Setup, parameters: &ParametersOf<Self>) -> Result<BoxedSearch<Self>, Unavailable> {
        build_search::<Self>(setup, parameters)
    }
}

impl Evaluation<Position> for SnorkelsKnowledge {
    type Analysis = Analysis;

    fn analyse(&self, position: &Position) -> Analysis {
        Analysis::of(position)
    }

    fn analyse_after(
        &self,
        parent: &Analysis,
        before: &Position,
        action: Action,
        position: &Position,
    ) -> Analysis {
        parent.after(before, action, position)
    }

    fn static_result(
        &self,
        position: &Position,
        analysis: &Analysis,
        actions: &mut Vec<Action>,
    ) -> StaticResult {
        analysis.static_result(position, actions)
    }

    /// By ladders.
    fn forced_result(&self, position: &Position, _: &Analysis) -> Option<(Verdict, u16)> {
        match judgement(position) {
            Ok(Judgement::Decided { winner: Side::First, placements }) => Some((Verdict::Win, placements)),
            Ok(Judgement::Decided { winner: Side::Second, placements }) => Some((Verdict::Loss, placements)),
            Ok(Judgement::Open(_)) | Err(_) => None,
        }
    }

    fn evaluate(&self, position: &Position, analysis: &Analysis) -> i32 {
        self.network().evaluate(&Inputs::of(position, analysis))
    }
}

impl Playouts<Position> for SnorkelsKnowledge {
    fn playout_length(&self) -> u32 {
        0
    }
}
