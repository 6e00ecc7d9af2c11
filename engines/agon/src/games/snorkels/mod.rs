//! Snorkels: evaluation, move ordering, playout policy and bench positions.

mod analysis;
mod evaluation;
pub mod network;
mod ordering;
mod playout;
mod settings;
mod solver;

use games::snorkels_core::{Action, Position, Snorkels};
use rand::seq::IndexedRandom as _;
use search::alpha_beta::AlphaBetaSettings;
use search::{Evaluation, MoveOrdering, Playouts, Random, RootSolver, Setting, StaticResult};

pub use self::analysis::Analysis;
use self::settings::{
    FUTILITY_MARGIN, LATE_MOVES, LATE_PV_MOVES, LATE_WIDENING, REVERSE_FUTILITY_MARGIN, WDL_SCORE_PERCENT,
};
use crate::game_engine::{Bench, GameEngine, LEVELS, Term, WdlModel};

/// The engine's part for Snorkels.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnorkelsEngine;

/// The knowledge of Snorkels for the searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct SnorkelsKnowledge;

impl GameEngine for SnorkelsEngine {
    type Rules = Snorkels;
    type Knowledge = SnorkelsKnowledge;

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

    fn settings() -> &'static [&'static Setting] {
        settings::SETTINGS
    }

    fn levels() -> [&'static Setting; LEVELS] {
        settings::LEVELS
    }

    /// The rules know no draw.
    fn wdl() -> WdlModel {
        WdlModel { score_percent: WDL_SCORE_PERCENT.get(), draw_width: 0 }
    }

    fn solver() -> Option<Box<dyn RootSolver<Position>>> {
        Some(Box::new(solver::SnorkelsSolver::new()))
    }

    /// The hand-written terms, and by how much the network's evaluation differs from their sum.
    fn terms(position: &Position) -> Vec<Term> {
        let analysis = Analysis::of(position);
        let mut terms = evaluation::terms(position, &analysis).to_vec();
        let difference = SnorkelsKnowledge.evaluate(position, &analysis) - Term::sum(&terms);
        terms.push(Term { name: "network", centipawns: difference });
        terms
    }

    fn alpha_beta_settings() -> AlphaBetaSettings {
        AlphaBetaSettings {
            late_moves: LATE_MOVES.get() as usize,
            late_pv_moves: LATE_PV_MOVES.get() as usize,
            late_widening: LATE_WIDENING.get() as u32,
            reverse_futility_margin: REVERSE_FUTILITY_MARGIN.get(),
            futility_margin: FUTILITY_MARGIN.get(),
            ..AlphaBetaSettings::default()
        }
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

    fn evaluate(&self, position: &Position, analysis: &Analysis) -> i32 {
        if network::is_known(position) {
            return network::evaluate(position, analysis);
        }
        Term::sum(&evaluation::terms(position, analysis))
    }
}

impl MoveOrdering<Position> for SnorkelsKnowledge {
    fn priorities(
        &self,
        position: &Position,
        analysis: &Analysis,
        actions: &[Action],
        priorities: &mut Vec<i32>,
    ) {
        ordering::priorities(position, analysis, actions, priorities);
    }

    fn priors(&self, position: &Position, analysis: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        ordering::priors(position, analysis, actions, priors);
    }
}

impl Playouts<Position> for SnorkelsKnowledge {
    fn playout_action(&self, position: &Position, random: &mut Random, buffer: &mut Vec<Action>) -> Action {
        if position.can_swap() {
            buffer.clear();
            abstract_game::Position::generate(position, buffer);
            return *buffer.choose(random).expect("a swap is never the only action");
        }
        Action::place(playout::choose_cell(position, random))
    }
}
