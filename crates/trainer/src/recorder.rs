//! Knowledge that records which positions a search evaluates.

use abstract_game::Position;
use abstract_game::random::SplitMix64;
use parking_lot::Mutex;
use search::{Evaluation, MoveOrdering, StaticResult};

/// Knowledge of a game that keeps a random choice of the positions whose evaluation a search asks for.
pub(crate) struct Recorder<P, K> {
    knowledge: K,
    chosen: Mutex<Chosen<P>>,
}

/// Random positions, each position seen so far with the same probability.
struct Chosen<P> {
    number: usize,
    seen: usize,
    positions: Vec<P>,
    random: SplitMix64,
}

impl<P, K> Recorder<P, K> {
    /// Chooses this number of positions.
    pub(crate) fn new(knowledge: K, number: usize) -> Recorder<P, K> {
        let chosen = Chosen { number, seen: 0, positions: Vec::new(), random: SplitMix64::new(0) };
        Recorder { knowledge, chosen: Mutex::new(chosen) }
    }

    /// Forgets what is recorded, and sets the seed of the choice.
    pub(crate) fn restart(&self, seed: u64) {
        let mut chosen = self.chosen.lock();
        chosen.random = SplitMix64::new(seed);
        chosen.seen = 0;
        chosen.positions.clear();
    }

    /// The chosen positions since the last restart.
    pub(crate) fn take(&self) -> Vec<P> {
        std::mem::take(&mut self.chosen.lock().positions)
    }
}

impl<P: Clone> Chosen<P> {
    fn see(&mut self, position: &P) {
        self.seen += 1;
        if self.positions.len() < self.number {
            self.positions.push(position.clone());
        } else if let Some(place) = self.positions.get_mut(self.random.below(self.seen)) {
            place.clone_from(position);
        }
    }
}

impl<P: Position, K: Evaluation<P>> Evaluation<P> for Recorder<P, K> {
    type Analysis = K::Analysis;

    fn analyse(&self, position: &P) -> K::Analysis {
        self.knowledge.analyse(position)
    }

    fn analyse_after(
        &self,
        parent: &K::Analysis,
        before: &P,
        action: P::Action,
        position: &P,
    ) -> K::Analysis {
        self.knowledge.analyse_after(parent, before, action, position)
    }

    fn static_result(
        &self,
        position: &P,
        analysis: &K::Analysis,
        actions: &mut Vec<P::Action>,
    ) -> StaticResult {
        self.knowledge.static_result(position, analysis, actions)
    }

    fn is_unsettled(&self, position: &P, analysis: &K::Analysis) -> bool {
        self.knowledge.is_unsettled(position, analysis)
    }

    fn evaluate(&self, position: &P, analysis: &K::Analysis) -> i32 {
        self.chosen.lock().see(position);
        self.knowledge.evaluate(position, analysis)
    }
}

impl<P: Position, K: MoveOrdering<P>> MoveOrdering<P> for Recorder<P, K> {
    const HAS_URGENT: bool = K::HAS_URGENT;

    fn priorities(
        &self,
        position: &P,
        analysis: &K::Analysis,
        actions: &[P::Action],
        priorities: &mut Vec<i32>,
    ) {
        self.knowledge.priorities(position, analysis, actions, priorities);
    }

    fn commute(&self, before: &P, first: P::Action, second: P::Action) -> bool {
        self.knowledge.commute(before, first, second)
    }

    fn is_superfluous(&self, before: &P, first: P::Action, second: P::Action) -> bool {
        self.knowledge.is_superfluous(before, first, second)
    }

    fn noisy_actions(
        &self,
        position: &P,
        analysis: &K::Analysis,
        least_gain: i32,
        actions: &mut Vec<P::Action>,
    ) {
        self.knowledge.noisy_actions(position, analysis, least_gain, actions);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use abstract_game::sample::{Heaps, TakeTwo};
    use abstract_game::{Match, Rules as _};
    use search::{AlphaBeta, NoKnowledge, SearchLimits, Searcher as _};

    use super::Recorder;

    fn recorded(number: usize, seed: u64) -> Vec<Heaps> {
        let recorder = Arc::new(Recorder::new(NoKnowledge, number));
        let mut search = AlphaBeta::new(Arc::clone(&recorder));
        let game = Match::new(TakeTwo::default().read_position("9,9,9,9 1 2").expect("a position"));
        recorder.restart(1);
        search.search(&game, &SearchLimits::nodes(100), &AtomicBool::new(false), &mut |_| ());
        recorder.restart(seed);
        search.search(&game, &SearchLimits::nodes(1_000), &AtomicBool::new(false), &mut |_| ());
        recorder.take()
    }

    #[test]
    fn the_seed_chooses_positions_of_the_last_search() {
        assert_eq!(recorded(0, 1), []);
        let few = recorded(5, 1);
        assert_eq!(few.len(), 5);
        assert_eq!(few, recorded(5, 1));
        assert_ne!(few, recorded(5, 2));
        let all = recorded(10_000, 1);
        assert!((50..1_000).contains(&all.len()), "{}", all.len());
        assert!(few.iter().all(|position| all.contains(position)));
        assert!(few.iter().any(|position| !all[..5].contains(position)));
    }
}
