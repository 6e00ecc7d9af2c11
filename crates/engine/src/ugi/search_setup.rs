//! Creates and configures searches from the engine's options and the limits of `go`.

use std::sync::Arc;
use std::time::Duration;

use abstract_game::Match;
use parking_lot::Mutex;
use protocol::GoLimits;
use search::{RemainingTime, SearchLimits, Searcher, TimeBudget};

use crate::game_engine::{GameEngine, ParametersOf, PositionOf};
use crate::ugi::options::EngineOptions;

/// The search that a handler and its jobs share. `None` until it is needed, because its memory is large.
pub(crate) type SharedSearch<P> = Arc<Mutex<Option<Box<dyn Searcher<P>>>>>;

/// What the searches of a game are made of: the options, and the parameters of the engine.
pub(crate) struct SearchSetup<G: GameEngine> {
    pub(crate) options: EngineOptions,
    pub(crate) parameters: ParametersOf<G>,
}

impl<G: GameEngine> SearchSetup<G> {
    pub(crate) fn knowledge(&self) -> Arc<G::Knowledge> {
        Arc::new(self.parameters.knowledge.clone())
    }

    /// Converts the limits of `go` to limits of a search; a game clock becomes a time budget for this turn.
    pub(crate) fn limits(&self, game: &Match<PositionOf<G>>, limits: &GoLimits) -> SearchLimits {
        let overhead = Duration::from_millis(self.options.move_overhead);
        let own = game.player_to_act().index();
        // If the player's clock is missing, use the opponent's.
        let clock = [own, 1 - own].map(|player| &limits.clock[player]);
        let clock = clock.into_iter().find(|clock| clock.time.is_some()).unwrap_or(clock[0]);
        let mut found = SearchLimits::default();
        found.time = if limits.infinite {
            None
        } else if let Some(time) = limits.move_time {
            Some(TimeBudget::exactly(time, overhead))
        } else {
            clock.time.map(|left| {
                let turns_to_control = limits.moves_to_go;
                let remaining = RemainingTime { left, increment: clock.increment, turns_to_control };
                let turns_left = G::turns_left(&self.parameters, game.position());
                remaining.budget(turns_left, overhead, &self.parameters.time)
            })
        };
        found.depth = limits.depth;
        found.nodes = limits.nodes;
        found.cpu_time = limits.cpu_time.filter(|_| !limits.infinite);
        found.infinite = limits.infinite;
        found
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games::snorkels_core::Snorkels;
    use protocol::GoClock;

    use super::*;
    use crate::games::snorkels::SnorkelsEngine;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn setup(options: EngineOptions) -> SearchSetup<SnorkelsEngine> {
        SearchSetup { options, parameters: SnorkelsEngine::PARAMETERS }
    }

    /// The budget for the second turn of Snorkels, whose player has the second clock.
    fn budget(limits: &GoLimits) -> Option<TimeBudget> {
        let mut game = Match::new(Snorkels::default().start());
        let first = game.position().actions()[0];
        game.try_play(first).expect("a legal action");
        setup(EngineOptions { move_overhead: 20, ..EngineOptions::default() }).limits(&game, limits).time
    }

    #[test]
    fn a_clock_becomes_a_budget() {
        let clock = |time: Option<u64>, increment| GoClock { time: time.map(ms), increment: ms(increment) };
        let limits = |clock, moves_to_go| GoLimits { clock, moves_to_go, ..GoLimits::default() };
        let expected = |left: u64, increment: u64, turns_to_control, turns_left| {
            let clock = RemainingTime { left: ms(left), increment: ms(increment), turns_to_control };
            Some(clock.budget(turns_left, ms(20), &SnorkelsEngine::PARAMETERS.time))
        };
        let last_turn = |left, increment| expected(left, increment, Some(1), 30);
        let both = [clock(Some(1_000), 10), clock(Some(2_000), 40)];
        assert_eq!(budget(&limits(both, Some(1))), last_turn(2_000, 40), "the clock of the player to act");
        let other = [clock(Some(1_000), 10), clock(None, 40)];
        assert_eq!(budget(&limits(other, Some(1))), last_turn(1_000, 10), "there is no other");
        assert_eq!(budget(&limits([clock(None, 10); 2], Some(1))), None);
        // 12% of 49 turns.
        assert_eq!(budget(&limits(both, None)), expected(2_000, 40, None, 5), "one of many turns");
        let fixed = GoLimits { move_time: Some(ms(100)), ..limits(both, None) };
        assert_eq!(budget(&fixed), Some(TimeBudget { soft: ms(80), hard: ms(80) }));
        assert_eq!(budget(&GoLimits { infinite: true, ..fixed }), None);
    }

    #[test]
    fn other_limits_are_passed_on() {
        let game = Match::new(Snorkels::default().start());
        let limits =
            GoLimits { depth: Some(3), nodes: Some(70), cpu_time: Some(ms(9)), ..GoLimits::default() };
        let setup = setup(EngineOptions::default());
        let found = setup.limits(&game, &limits);
        let mut expected = SearchLimits::depth(3);
        expected.nodes = Some(70);
        expected.cpu_time = Some(ms(9));
        assert_eq!(found, expected);
        let infinite = GoLimits { infinite: true, ..limits };
        let found = setup.limits(&game, &infinite);
        expected.cpu_time = None;
        expected.infinite = true;
        assert_eq!(found, expected);
    }
}
