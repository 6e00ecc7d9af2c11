//! All numbers of the engine for one game.

use std::sync::Arc;

use abstract_game::Position;
use search::alpha_beta::AlphaBetaParameters;
use search::mcts::MctsParameters;
use search::proof::ProofParameters;
use search::{
    AlphaBeta, MoveOrdering, Parameter, Parameters, SolvedParameters, TableParameters, TimeParameters,
};

/// The number of levels of a game.
pub const LEVELS: usize = 8;
/// The level at which the engine plays against a person who has chosen none: one above the weakest.
pub const DEFAULT_LEVEL: u8 = 2;

search::parameters! {
    /// What the engine needs to know of a game besides searching it.
    pub struct PlayParameters {
        /// What time management divides the remaining time by, where the rules set no limit to the number of turns.
        pub turns_left: u32 = 30, 1 to 300;
        /// The same where the rules set a limit: in per cent of the greatest number of turns left, of all players.
        pub turns_share: u32 = 50, 1 to 50;
        /// The factor of the score in the [`WdlModel`](crate::WdlModel), in per cent.
        pub wdl_score_percent: i32 = 100, 1 to 400;
        /// The draw width in the [`WdlModel`](crate::WdlModel), in centipawns.
        pub wdl_draw_width: i32 = 0, 0 to 1_000;
        /// The strengths of the levels in per mille, the weakest first, found by matches if the game has knowledge. From level 3 on the engine also
        /// checks wins and losses in one turn, so that the third number may be less than the second.
        pub level: [i32; LEVELS] = [100, 200, 200, 300, 400, 500, 600, 700], -1_000 to 1_000;
    }
}

/// The parameters of the engine for one game: those of its knowledge, and those of the searches that suit it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EngineParameters<T> {
    /// Those of the knowledge.
    pub knowledge: T,
    /// What is not of a search.
    pub play: PlayParameters,
    /// Those of alpha-beta.
    pub alpha_beta: AlphaBetaParameters,
    /// Those of Monte-Carlo tree search.
    pub mcts: MctsParameters,
    /// Those of proof search.
    pub proof: ProofParameters,
    /// Those of a search with a solver.
    pub solved: SolvedParameters,
    /// Those of the transposition table.
    pub table: TableParameters,
    /// Those of time management.
    pub time: TimeParameters,
}

impl<T> EngineParameters<T> {
    /// An alpha-beta search with these parameters; its knowledge may be another one.
    #[must_use]
    pub fn alpha_beta<P: Position, K: MoveOrdering<P>>(&self, knowledge: Arc<K>) -> AlphaBeta<P, K> {
        AlphaBeta::new(knowledge)
            .with_parameters(self.alpha_beta)
            .with_table_parameters(self.table)
            .with_time_parameters(self.time)
    }

    /// The defaults of the searches.
    #[must_use]
    pub const fn new(knowledge: T) -> Self {
        EngineParameters {
            knowledge,
            play: PlayParameters::DEFAULT,
            alpha_beta: AlphaBetaParameters::DEFAULT,
            mcts: MctsParameters::DEFAULT,
            proof: ProofParameters::DEFAULT,
            solved: SolvedParameters::DEFAULT,
            table: TableParameters::DEFAULT,
            time: TimeParameters::DEFAULT,
        }
    }

    /// With other parameters of play.
    #[must_use]
    pub const fn with_play(mut self, play: PlayParameters) -> Self {
        self.play = play;
        self
    }

    /// With other parameters of alpha-beta.
    #[must_use]
    pub const fn with_alpha_beta(mut self, alpha_beta: AlphaBetaParameters) -> Self {
        self.alpha_beta = alpha_beta;
        self
    }

    /// With other parameters of Monte-Carlo tree search.
    #[must_use]
    pub const fn with_mcts(mut self, mcts: MctsParameters) -> Self {
        self.mcts = mcts;
        self
    }
}

/// Those of a search have its name as a prefix: `AlphaBeta.lmr-percent`.
impl<T: Parameters> Parameters for EngineParameters<T> {
    fn list(&mut self) -> Vec<Parameter<'_>> {
        let mut list = self.knowledge.list();
        list.extend(self.play.list());
        let parts: [(&str, &mut dyn Parameters); 6] = [
            ("AlphaBeta.", &mut self.alpha_beta),
            ("Mcts.", &mut self.mcts),
            ("Proof.", &mut self.proof),
            ("Solved.", &mut self.solved),
            ("Table.", &mut self.table),
            ("Time.", &mut self.time),
        ];
        for (part, parameters) in parts {
            let first = list.len();
            list.extend(parameters.list());
            for one in &mut list[first..] {
                one.name.insert_str(0, part);
            }
        }
        list
    }
}
