//! Random games in both implementations of a game.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;

use rayon::prelude::*;

use super::second::{Comparison, SecondImplementation};
use crate::random::SplitMix64;

/// Random games that compare a second implementation with the real one at every action.
///
/// The number of a game decides everything about it: a failure is repeated by its number.
pub struct RandomGames<S: SecondImplementation> {
    start: Box<Start<S>>,
    choose: Box<Choose<S>>,
    observe: Box<Observe<S>>,
    max_actions: u32,
    compared_lists: u32,
}

type Start<S> = dyn Fn(u32, &mut SplitMix64) -> Comparison<S> + Send + Sync;
type Choose<S> = dyn Fn(u32, &mut SplitMix64, &S, &[Chosen<S>]) -> Chosen<S> + Send + Sync;
type Chosen<S> = <S as SecondImplementation>::Action;
type Observe<S> = dyn Fn(&Comparison<S>, &Chosen<S>, &mut GameTally) + Send + Sync;

/// What random games contained. Tests assert that it was enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameTally {
    /// Games played.
    pub games: u64,
    /// Actions played.
    pub actions: u64,
    /// The most legal actions of a position.
    pub most_actions: usize,
    /// The numbers of games by their result, as in `P1 wins by capture` or `not over`.
    pub results: BTreeMap<String, u64>,
    /// What the test counts.
    pub counts: BTreeMap<String, u64>,
}

impl GameTally {
    /// Adds to one of the counts of the test.
    pub fn add(&mut self, name: impl Into<String>, count: u64) {
        *self.counts.entry(name.into()).or_default() += count;
    }

    /// One of the counts of the test; 0 if nothing was added to it.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// The number of games whose result contains `words`.
    #[must_use]
    pub fn results_with(&self, words: &str) -> u64 {
        self.results.iter().filter(|(result, _)| result.contains(words)).map(|(_, count)| count).sum()
    }

    /// Adds another tally to this one.
    pub fn merge(&mut self, other: GameTally) {
        self.games += other.games;
        self.actions += other.actions;
        self.most_actions = self.most_actions.max(other.most_actions);
        for (result, count) in other.results {
            *self.results.entry(result).or_default() += count;
        }
        for (name, count) in other.counts {
            self.add(name, count);
        }
    }
}

/// Every this many actions the lists of legal actions are compared once the first ones were.
const LIST_INTERVAL: u32 = 4;

impl<S: SecondImplementation> RandomGames<S> {
    /// Games that begin as `start` says for the number of a game. Their actions are chosen uniformly.
    #[must_use]
    pub fn new(start: impl Fn(u32, &mut SplitMix64) -> Comparison<S> + Send + Sync + 'static) -> Self {
        RandomGames {
            start: Box::new(start),
            choose: Box::new(|_, random, _, actions| actions[random.below(actions.len())].clone()),
            observe: Box::new(|_, _, _| {}),
            max_actions: 200,
            compared_lists: u32::MAX,
        }
    }

    /// Chooses the actions: called with the number of the game, the position and its legal actions, returns one of
    /// them.
    #[must_use]
    pub fn choose(
        mut self,
        choose: impl Fn(u32, &mut SplitMix64, &S, &[S::Action]) -> S::Action + Send + Sync + 'static,
    ) -> Self {
        self.choose = Box::new(choose);
        self
    }

    /// Counts something: called before each action is played.
    #[must_use]
    pub fn observe(
        mut self,
        observe: impl Fn(&Comparison<S>, &S::Action, &mut GameTally) + Send + Sync + 'static,
    ) -> Self {
        self.observe = Box::new(observe);
        self
    }

    /// The maximum number of actions in a game; 200 unless set.
    #[must_use]
    pub fn max_actions(mut self, actions: u32) -> Self {
        self.max_actions = actions;
        self
    }

    /// Compares the lists of legal actions at the first `actions` actions of a game, and at every fourth from
    /// there on; at every action unless set. In between `choose` gets three actions drawn from those of the real
    /// implementation, and the second one checks that the chosen one is legal. For games whose second
    /// implementation takes long to list actions.
    #[must_use]
    pub fn compared_lists(mut self, actions: u32) -> Self {
        self.compared_lists = actions;
        self
    }

    /// Plays the games with the numbers from `first` to `first + count - 1`, on all cores.
    ///
    /// # Panics
    /// If the implementations differ.
    #[must_use]
    pub fn play(&self, first: u32, count: u32) -> GameTally {
        let tallies = (first..first + count).into_par_iter().map(|number| self.play_one(number));
        tallies.reduce(GameTally::default, |mut total, tally| {
            total.merge(tally);
            total
        })
    }

    fn play_one(&self, number: u32) -> GameTally {
        let mut random = SplitMix64::new(number.into());
        let mut game = (self.start)(number, &mut random);
        let mut tally = GameTally { games: 1, ..GameTally::default() };
        for step in 0.. {
            let over = game.end().is_some();
            let whole = step < self.compared_lists || step % LIST_INTERVAL == 0 || over;
            let actions = if whole {
                game.check()
            } else {
                game.check_state();
                game.draw_actions(&mut random, 3)
            };
            tally.most_actions = tally.most_actions.max(actions.len());
            if over || step >= self.max_actions {
                break;
            }
            if random.below(4) == 0 {
                game.check_reading();
            }
            let action = (self.choose)(number, &mut random, game.second(), &actions);
            if !whole {
                let text = S::action_text(&action);
                assert!(game.second().is_legal(&action), "{text} on {}", game.second().text());
            }
            (self.observe)(&game, &action, &mut tally);
            tally.actions += 1;
            game.play(&action);
        }
        tally.results.insert(game.result(), 1);
        tally
    }
}
