//! The player of a game of which the engine knows only the rules.

use std::marker::PhantomData;

use abstract_game::Rules;
use search::NoKnowledge;
use search::mcts::MctsParameters;

use crate::game_engine::GameEngine;
use crate::parameters::EngineParameters;

/// Plays by the rules alone: alpha-beta sees wins and losses within its depth, and Monte-Carlo tree search plays random games.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesOnly<R>(PhantomData<R>);

impl<R: Rules> GameEngine for RulesOnly<R> {
    type Rules = R;
    type Knowledge = NoKnowledge;

    const PARAMETERS: EngineParameters<NoKnowledge> =
        EngineParameters { mcts: MctsParameters::without_knowledge(), ..EngineParameters::new(NoKnowledge) };

    const WITHOUT_EFFECT: &'static [&'static str] = &[
        // Without pruning, noisy actions, unsettled turns, priors or evaluated leaves.
        "AlphaBeta.late-widening",
        "AlphaBeta.late-gap-widening",
        "AlphaBeta.reverse-futility-max-depth",
        "AlphaBeta.futility-max-depth",
        "AlphaBeta.quiescence",
        "AlphaBeta.settling-actions",
        "AlphaBeta.delta-margin",
        "Mcts.prior-weight",
        "Mcts.visits-to-expand",
    ];
}
