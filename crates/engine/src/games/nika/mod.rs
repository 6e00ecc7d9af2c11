//! Nika: evaluation, move ordering and bench positions.

mod analysis;
mod around;
mod distance;
mod evaluation;
mod exposed;
mod network;
mod ordering;
mod parameters;
mod policy;
mod training;
mod win;

use games::nika_core::{Action, Nika, Position};
use resources::memory::Unavailable;
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::{Evaluation, Playouts, StaticResult};

pub use self::analysis::Analysis;
pub use self::parameters::NikaKnowledge;
use self::win::winning_action;
use crate::game_engine::{Bench, BoxedSearch, GameEngine, ParametersOf, Term, build_search};
use crate::parameters::{EngineParameters, PlayParameters};
use crate::setup::Setup;
use crate::training::{GameNetwork, PolicyTraining};

/// The engine's part for Nika.
#[derive(Clone, Copy, Debug, Default)]
pub struct NikaEngine;

impl GameEngine for NikaEngine {
    type Rules = Nika;
    type Knowledge = NikaKnowledge;

    const PARAMETERS: EngineParameters<NikaKnowledge> = EngineParameters::new(NikaKnowledge::DEFAULT)
        .with_play(PlayParameters {
            wdl_score_percent: 126,
            level: [-26, 44, 0, 69, 105, 140, 167, 198],
            ..PlayParameters::DEFAULT
        })
        .with_alpha_beta(AlphaBetaParameters {
            aspiration_window: 58,
            lmr_full_depth_actions: 3,
            lmr_percent: 75,
            lmr_root_percent: 36,
            late_moves: 4,
            late_pv_moves: 25,
            late_widening: 4,
            late_gap: 7_200,
            late_gap_widening: 1_200,
            reverse_futility_margin: 42,
            reverse_futility_max_depth: 2,
            futility_margin: 350,
            ..AlphaBetaParameters::DEFAULT
        })
        .with_mcts(MctsParameters { prior_weight: 0.7, ..MctsParameters::DEFAULT });

    const WITHOUT_EFFECT: &'static [&'static str] = &[
        // The number of turns has no limit.
        "turns-share",
        // Without noisy actions, unsettled turns or playouts.
        "AlphaBeta.quiescence",
        "AlphaBeta.settling-actions",
        "AlphaBeta.delta-margin",
        // The place of the second killer changes nothing in these positions.
        "AlphaBeta.second-killer",
        "Mcts.playouts-to-expand",
        "Mcts.max-playout-length",
    ];

    const BENCH: Bench = Bench {
        positions: &[
            "j4wj5wj6wk4nk5nl4e/d7sd8ed9ne8ee9nf9n/j12wk11sk12sl10el11el12e/p7sq7sq8wr7sr8wr9n A 2 0",
            "j4wj5wj6wk4nk5nl4e/d7sd8ed9ne8ee9nf9n/j12wk11sk12sl10el11el12e/p7sq7sq8wr7sr8wr9n S 1 0",
            "f5wj4wk4nk5nl4e/b9wd7ed8sd9nf9ef10n/i12wk12el12w/j11wp6sq6sq7sr6sr7s A 2 0",
            "f4wf7ng4wg5wg6w/b9ee6ef8ef9ef10ni10e/j12ej14sk13sk14sl14s/j10wk6wl4sl6wm5wm6w A 2 0",
        ],
        depth: 4,
        // Two fronts that touch, with routed pieces behind them; and a phalanx of six in contact.
        busy: &[
            "d5ee5ef4ef5e/g4ng5wh5e/i5wk11sk12s/p7sq7sq8wr7s A 2 0",
            "d4ed5ee4ee5ef4ef5e/g4wg5wh4n/i5wk11sk12s/h5ep7sq7s A 2 0",
        ],
        perft_depth: 2,
        search_depth: 2,
    };

    fn network() -> Option<&'static GameNetwork<Position, NikaKnowledge>> {
        Some(&training::NETWORK)
    }

    fn policy() -> Option<&'static PolicyTraining<Position>> {
        Some(&training::POLICY)
    }

    fn terms(knowledge: &NikaKnowledge, position: &Position) -> Vec<Term> {
        evaluation::terms(knowledge, position, &Analysis::of(position)).to_vec()
    }

    fn new_search(setup: &Setup, parameters: &ParametersOf<Self>) -> Result<BoxedSearch<Self>, Unavailable> {
        build_search::<Self>(setup, parameters)
    }
}

impl Evaluation<Position> for NikaKnowledge {
    type Analysis = Analysis;

    fn analyse(&self, position: &Position) -> Analysis {
        Analysis::of(position)
    }

    fn analyse_after(
        &self,
        parent: &Analysis,
        before: &Position,
        _: Action,
        position: &Position,
    ) -> Analysis {
        parent.after(before, position)
    }

    fn static_result(&self, position: &Position, _: &Analysis, actions: &mut Vec<Action>) -> StaticResult {
        actions.extend(winning_action(position));
        if actions.is_empty() { StaticResult::Open } else { StaticResult::Win(1) }
    }

    fn evaluate(&self, position: &Position, analysis: &Analysis) -> i32 {
        Term::sum(&evaluation::terms(self, position, analysis))
    }
}

impl Playouts<Position> for NikaKnowledge {
    fn playout_length(&self) -> u32 {
        0
    }
}
