//! What the engine needs for each game beyond its rules.

use std::sync::Arc;

use abstract_game::{Position as _, Rules};
use search::alpha_beta::AlphaBetaSettings;
use search::mcts::MctsSettings;
use search::{AlphaBeta, Knowledge, Mcts, RootSolver, Score, ScoreKind, Setting};

/// The number of levels of a game.
pub const LEVELS: usize = 8;

/// What the benches of a game work on.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The positions of `bench`, with default rule options; without any it is the first position of the game.
    pub positions: &'static [&'static str],
    /// The default depth of `bench`, in actions.
    pub depth: u32,
    /// Positions with more to do than those of random games, for the measured kernels.
    pub busy: &'static [&'static str],
    /// The depth of the measured perft, in actions.
    pub perft_depth: u32,
    /// The depth of the measured alpha-beta search, in actions.
    pub search_depth: u32,
}

impl Bench {
    /// For a game of which only the rules are known.
    pub const BY_RULES: Bench =
        Bench { positions: &[], depth: 3, busy: &[], perft_depth: 2, search_depth: 2 };
}

/// The engine's part for one game: its rules, its knowledge for the searches, and its bench. Nothing but the evaluation's
/// knowledge needs to be known: the defaults are neutral.
pub trait GameEngine: Send + Sync + 'static {
    /// The rules of the game.
    type Rules: Rules;
    /// Evaluation, move ordering and playout policy.
    type Knowledge: Knowledge<PositionOf<Self>> + Default + 'static;

    /// What the benches work on.
    const BENCH: Bench = Bench::BY_RULES;

    /// The numbers of evaluation, move ordering and playouts.
    fn settings() -> &'static [&'static Setting] {
        &[]
    }

    /// The strengths of the levels in per mille, the weakest first, found by matches. From level 3 on the engine also checks
    /// wins and losses in one turn, so that the third number may be less than the second.
    fn levels() -> [&'static Setting; LEVELS] {
        LEVELS_BY_RULES.each_ref()
    }

    /// The chances of win, draw and loss by the score.
    fn wdl() -> WdlModel {
        WdlModel { score_percent: 100, draw_width: 0 }
    }

    /// An exact solver, if the game has one.
    fn solver() -> Option<Box<dyn RootSolver<PositionOf<Self>>>> {
        None
    }

    /// The terms of the static evaluation of an unfinished position, for the player to act; none if there is no such evaluation.
    fn terms(_position: &PositionOf<Self>) -> Vec<Term> {
        Vec::new()
    }

    /// The settings of alpha-beta that suit the knowledge.
    fn alpha_beta_settings() -> AlphaBetaSettings {
        AlphaBetaSettings::default()
    }

    /// The settings of Monte-Carlo tree search that suit the knowledge.
    fn mcts_settings() -> MctsSettings {
        MctsSettings::default()
    }

    /// The expected number of own turns until the game ends, at least 1. Time management divides the
    /// remaining time by it.
    fn turns_left(position: &PositionOf<Self>) -> u32 {
        position.max_remaining_turns().map_or(30, |turns| (turns / 2).max(1))
    }

    /// An alpha-beta search for the game.
    #[must_use]
    fn alpha_beta() -> AlphaBeta<PositionOf<Self>, Self::Knowledge> {
        AlphaBeta::new(Arc::new(Self::Knowledge::default())).with_settings(Self::alpha_beta_settings())
    }

    /// A Monte-Carlo tree search for the game.
    #[must_use]
    fn mcts() -> Mcts<PositionOf<Self>, Self::Knowledge> {
        Mcts::new(Arc::new(Self::Knowledge::default())).with_settings(Self::mcts_settings())
    }
}

/// The strengths of the levels of a game for which they were not found by matches.
static LEVELS_BY_RULES: [Setting; LEVELS] = [
    Setting::new("LEVEL_1", 100, 0, 1_000),
    Setting::new("LEVEL_2", 200, 0, 1_000),
    Setting::new("LEVEL_3", 200, 0, 1_000),
    Setting::new("LEVEL_4", 300, 0, 1_000),
    Setting::new("LEVEL_5", 400, 0, 1_000),
    Setting::new("LEVEL_6", 500, 0, 1_000),
    Setting::new("LEVEL_7", 600, 0, 1_000),
    Setting::new("LEVEL_8", 700, 0, 1_000),
];

/// The positions of a game.
pub type PositionOf<G> = <<G as GameEngine>::Rules as Rules>::Position;

/// The chances of win, draw and loss by the score, fitted to games (`tuner wdl`): a win has the chance
/// 1 / (1 + 10^((draw width − factor · score) / 400)), a loss that of a win with the opposite score; the rest is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WdlModel {
    /// The factor of the score, in per cent.
    pub score_percent: i32,
    /// The draw width, in centipawns, at least 0.
    pub draw_width: i32,
}

impl WdlModel {
    /// The chances of a win, a draw and a loss, in per mille.
    #[must_use]
    pub fn chances(self, score: Score) -> (u16, u16, u16) {
        let cp = match score.kind() {
            ScoreKind::Win(_) => return (1000, 0, 0),
            ScoreKind::Loss(_) => return (0, 0, 1000),
            ScoreKind::Centipawns(cp) => f64::from(cp) * f64::from(self.score_percent) / 100.0,
        };
        let chance = |cp: f64| 1000.0 / (1.0 + 10_f64.powf((f64::from(self.draw_width) - cp) / 400.0));
        let win = chance(cp).round() as u16;
        let loss = (chance(-cp).round() as u16).min(1000 - win);
        if self.draw_width == 0 { (win, 0, 1000 - win) } else { (win, 1000 - win - loss, loss) }
    }
}

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

#[cfg(test)]
mod tests {
    use search::Score;

    use super::{GameEngine as _, WdlModel};
    use crate::games::snorkels::SnorkelsEngine;

    #[test]
    fn half_of_the_greatest_number_of_turns_are_left() {
        for (text, expected) in [("7/7/7/7/7/7/7 p 1 -", 25), ("P3/1G2/2P1/4 g 1 -", 6), ("2/1P g 1 s", 2)] {
            assert_eq!(SnorkelsEngine::turns_left(&text.parse().expect("a position")), expected, "{text}");
        }
    }

    #[test]
    fn chances_sum_to_a_thousand_and_mirror_the_score() {
        let model = WdlModel { score_percent: 80, draw_width: 60 };
        for cp in [0, 1, 40, 333, 5_000] {
            let (win, draw, loss) = model.chances(Score::centipawns(cp));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(model.chances(Score::centipawns(-cp)), (loss, draw, win));
            assert!(win >= loss);
        }
        assert_eq!(model.chances(Score::DRAW), (415, 170, 415));
        // 75 · 80% is the draw width: even chances of a win.
        assert_eq!(model.chances(Score::centipawns(75)).0, 500);
        assert_eq!(model.chances(Score::win_in(9)), (1000, 0, 0));
        assert_eq!(model.chances(Score::loss_in(9)), (0, 0, 1000));
        let without_draws = WdlModel { score_percent: 100, draw_width: 0 };
        assert_eq!(without_draws.chances(Score::centipawns(400)), (909, 0, 91));
        assert_eq!(without_draws.chances(Score::centipawns(7)), (510, 0, 490));
    }
}
