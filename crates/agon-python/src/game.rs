//! The matches of all games behind one trait: the facade, and what learners ask of a game's own type.

use std::iter;

use abstract_game::encode::{Encode, Encoding};
use abstract_game::facade::{AnyMatch, AnyRules};
use abstract_game::random::SplitMix64;
use abstract_game::{GameError, Match, Player, Position as _, Rules};
use agon_engine::GameEngine;
use agon_engine::games::{PlayerVisitor, visit};
use pyo3::PyResult;
use search::{Evaluation as _, MoveOrdering as _};

use crate::legal::LegalActions;
use crate::match_search::{Evaluate, MctsResult, search_match};
use crate::tree::TreeSettings;
use crate::view::View;

/// A match of any game.
pub(crate) trait Game: AnyMatch {
    /// A copy.
    fn copied(&self) -> Box<dyn Game>;
    /// Plays random actions, at most this number, until the match is over. Returns how many.
    fn play_random(&mut self, limit: u32, random: &mut SplitMix64) -> u32;
    /// Random games from the present position, of at most this number of actions each: how many player 0 won, how many nobody,
    /// how many player 1.
    fn rollouts(&self, count: u32, limit: u32, random: &mut SplitMix64) -> [u32; 3];
    /// The texts of the legal actions, with their indices on the board that is turned to the seat to act, or as it is.
    fn texts(&self, turned: bool) -> Vec<(usize, String)>;
    /// The indices and parts of the legal actions, on the board that is turned to the seat to act, or as it is.
    fn legal(&self, turned: bool) -> LegalActions;
    /// The indices of the legal actions, on the board that is turned to the seat to act, or as it is.
    fn indices(&self, turned: bool) -> Vec<usize>;
    /// Plays the legal action of an unfinished match with an index on the board that is turned to the seat to act. Returns whether
    /// there is one.
    fn play_turned(&mut self, index: usize) -> bool;
    /// The planes as a player sees them, on the board that is turned to the seat to act, or as it is.
    fn planes(&self, player: Player, turned: bool) -> Vec<f32>;
    /// A search by this number of playouts with the caller's evaluation. The match goes on.
    fn search(
        &self,
        playouts: u32,
        settings: &TreeSettings,
        seed: u64,
        evaluate: &Evaluate<'_>,
    ) -> PyResult<MctsResult>;
}

impl<P: Encode> Game for Match<P> {
    fn copied(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn play_random(&mut self, limit: u32, random: &mut SplitMix64) -> u32 {
        let mut buffer = Vec::new();
        let mut played = 0;
        while played < limit && self.result().is_none() {
            self.play(self.position().choose_action(&mut buffer, |count| random.below(count)));
            played += 1;
        }
        played
    }

    fn rollouts(&self, count: u32, limit: u32, random: &mut SplitMix64) -> [u32; 3] {
        let mut results = [0; 3];
        let mut buffer = Vec::new();
        for _ in 0..count {
            let mut position = self.position().clone();
            if self.result().is_none() {
                position.play_out(limit, &mut buffer, |count| random.below(count));
            }
            let winner = self.result().or_else(|| position.end()).and_then(|end| end.winner);
            results[winner.map_or(1, |winner| 2 * winner.index())] += 1;
        }
        results
    }

    fn texts(&self, turned: bool) -> Vec<(usize, String)> {
        if self.result().is_some() {
            return Vec::new();
        }
        let indexed = View::of(self.position(), turned).indexed().into_iter();
        indexed.map(|(index, action)| (index, self.position().action_text(action))).collect()
    }

    fn legal(&self, turned: bool) -> LegalActions {
        let mut legal = LegalActions::default();
        if self.result().is_none() {
            legal.extend(&View::of(self.position(), turned));
        }
        legal
    }

    fn indices(&self, turned: bool) -> Vec<usize> {
        if self.result().is_some() {
            return Vec::new();
        }
        let indexed = View::of(self.position(), turned).position().indexed_actions();
        indexed.into_iter().map(|(index, _)| index).collect()
    }

    fn play_turned(&mut self, index: usize) -> bool {
        let indexed = View::of(self.position(), true).indexed();
        let chosen = indexed.into_iter().find(|&(other, _)| other == index);
        chosen.map(|(_, action)| self.play(action)).is_some()
    }

    fn planes(&self, player: Player, turned: bool) -> Vec<f32> {
        let mut numbers = vec![0.0; Encoding::of::<P>().numbers()];
        View::of(self.position(), turned).observe(player, &mut numbers);
        numbers
    }

    fn search(
        &self,
        playouts: u32,
        settings: &TreeSettings,
        seed: u64,
        evaluate: &Evaluate<'_>,
    ) -> PyResult<MctsResult> {
        search_match(self, playouts, settings, seed, evaluate)
    }
}

/// A computation on a match of any game by its own type.
pub(crate) trait RulesVisitor {
    /// The result.
    type Output;

    /// Computes the result for one game.
    fn visit<G: GameEngine>(self, rules: &G::Rules) -> Self::Output;
}

/// Calls `visitor` with the game's own types.
pub(crate) fn with_rules<V: RulesVisitor>(rules: &dyn AnyRules, visitor: V) -> V::Output {
    struct Downcast<'a, V>(&'a dyn AnyRules, V);

    impl<V: RulesVisitor> PlayerVisitor for Downcast<'_, V> {
        type Output = Option<V::Output>;

        fn visit<G: GameEngine>(self) -> Self::Output {
            Some(self.1.visit::<G>(self.0.as_any().downcast_ref()?))
        }
    }

    visit(rules.name(), Downcast(rules, visitor))
        .flatten()
        .expect("the rules are those of a game of the registry")
}

/// A match from a position's text, or from the first position.
pub(crate) fn start(rules: &dyn AnyRules, position: Option<&str>) -> Result<Box<dyn Game>, GameError> {
    struct Start<'a>(Option<&'a str>);

    impl RulesVisitor for Start<'_> {
        type Output = Result<Box<dyn Game>, GameError>;

        fn visit<G: GameEngine>(self, rules: &G::Rules) -> Self::Output {
            let first =
                self.0.map_or_else(|| Ok(Rules::start(rules)), |text| Rules::read_position(rules, text));
            Ok(Box::new(Match::new(first?)))
        }
    }

    with_rules(rules, Start(position))
}

/// The probabilities of the actions of an unfinished position, by their texts, that the engine assumes before a search.
pub(crate) fn priors(rules: &dyn AnyRules, position: &str) -> Result<Vec<(String, f64)>, GameError> {
    struct Priors<'a>(&'a str);

    impl RulesVisitor for Priors<'_> {
        type Output = Result<Vec<(String, f64)>, GameError>;

        fn visit<G: GameEngine>(self, rules: &G::Rules) -> Self::Output {
            let position = <G::Rules as Rules>::read_position(rules, self.0)?;
            let parameters = G::PARAMETERS;
            let knowledge = parameters.knowledge;
            let actions = position.actions();
            let mut priors = Vec::new();
            knowledge.priors(&position, &knowledge.analyse(&position), &actions, &mut priors);
            let odds = priors.iter().map(|&prior| f64::from(prior * parameters.mcts.prior_weight));
            let texts = actions.into_iter().map(|action| position.action_text(action));
            Ok(iter::zip(texts, softmax(odds.collect())).collect())
        }
    }

    with_rules(rules, Priors(position))
}

/// The probabilities with these logarithms, up to a common addend.
pub(crate) fn softmax(mut logits: Vec<f64>) -> Vec<f64> {
    let greatest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - greatest).exp());
    let sum: f64 = logits.iter().sum();
    logits.iter_mut().for_each(|probability| *probability /= sum);
    logits
}
