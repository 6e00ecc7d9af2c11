//! The choice of a turn: action by action by lot, where a better winning chance and a higher prior are more likely.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player, Position, Turn};
use search::clock::Instant;
use search::proof::{ProofParameters, ProofResult, Prover};
use search::{
    Knowledge, Score, ScoreKind, SearchLimits, SearchReport, SearchResult, SearchSettings, Searcher,
};

use super::Level;
use super::scoring::{Scored, Scoring, chance, unit};

/// The number of turns that are drawn before a proof search chooses one that does not lose in one.
const DRAWS: usize = 8;
/// The node limit of a check for a win in one.
const CHECK_NODES: u64 = 20_000;
/// The node limit of the search for a turn that does not lose in one.
const ESCAPE_NODES: u64 = 60_000;

/// A search that plays at a level. It has no table: each turn depends on the match and the seed only.
pub(crate) struct LevelSearcher<P: Position, K: Knowledge<P>> {
    knowledge: Arc<K>,
    level: Level,
    settings: SearchSettings<P::Action>,
    prover: Prover<P, K>,
}

impl<P: Position, K: Knowledge<P>> LevelSearcher<P, K> {
    pub(crate) fn new(knowledge: Arc<K>, level: Level, parameters: ProofParameters) -> Self {
        let prover = Prover::new(Arc::clone(&knowledge), 1).with_parameters(parameters);
        LevelSearcher { knowledge, level, settings: SearchSettings::default(), prover }
    }

    /// Whether a player is proved to win within this number of turns, the one in progress included.
    fn wins(&mut self, game: &Match<P>, player: Player, turns: u16, stop: &AtomicBool) -> bool {
        let limits = SearchLimits::nodes(CHECK_NODES);
        let result = self.prover.forced_win(game, player, turns.into(), &limits, stop);
        matches!(result, ProofResult::Proved { .. })
    }

    /// The score of a turn. A win or loss that a proof search does not confirm is an estimate, because the level misses replies.
    fn confirmed(&mut self, game: &Match<P>, turn: &[P::Action], score: Score, stop: &AtomicBool) -> Score {
        let player = game.player_to_act();
        let after = after(game, turn);
        if let Some(end) = after.result() {
            return Score::from_end(end, player, 1);
        }
        match score.kind() {
            ScoreKind::Centipawns(_) => score,
            ScoreKind::Win(Some(turns)) if self.wins(&after, player, turns.saturating_sub(1), stop) => score,
            ScoreKind::Loss(Some(turns)) if self.wins(game, player.opponent(), turns, stop) => score,
            _ => Score::from_expectation(score.expectation()),
        }
    }

    /// Whether the player who did not play this turn has won by it or wins in one.
    fn loses_in_one(&mut self, game: &Match<P>, turn: &[P::Action], stop: &AtomicBool) -> bool {
        let opponent = game.player_to_act().opponent();
        let after = after(game, turn);
        match after.result() {
            Some(end) => end.winner == Some(opponent),
            None => after.player_to_act() == opponent && self.wins(&after, opponent, 1, stop),
        }
    }
}

/// The first actions of a turn, and the scores of the actions after them.
type Known<A> = (Turn<A>, Vec<Scored<A>>);

/// The match after some more actions.
fn after<P: Position>(game: &Match<P>, actions: &[P::Action]) -> Match<P> {
    let mut after = game.clone();
    after.play_actions(actions).expect("the actions are legal");
    after
}

/// Draws one of the scored actions.
fn draw<'s, A>(scored: &'s [Scored<A>], level: &Level, random: &mut SplitMix64) -> &'s Scored<A> {
    let chances = || scored.iter().map(|scored| chance(scored.score));
    let spread = chances().fold(0.0, f64::max) - chances().sum::<f64>() / scored.len() as f64;
    let temperature = level.temperature.min(level.relative_temperature * spread).max(1e-6);
    let log_odds = |scored: &Scored<A>| {
        chance(scored.score) / temperature + level.prior_weight * f64::from(scored.prior)
    };
    let most = scored.iter().map(log_odds).fold(f64::MIN, f64::max);
    let weights: Vec<f64> = scored.iter().map(|scored| (log_odds(scored) - most).exp()).collect();
    let mut rest = unit(random) * weights.iter().sum::<f64>();
    for (scored, weight) in scored.iter().zip(weights) {
        rest -= weight;
        if rest < 0.0 {
            return scored;
        }
    }
    &scored[0]
}

impl<P: Position, K: Knowledge<P>> Searcher<P> for LevelSearcher<P, K> {
    /// Only the seed has an effect.
    fn settings(&mut self) -> &mut SearchSettings<P::Action> {
        &mut self.settings
    }

    fn search(
        &mut self,
        game: &Match<P>,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        assert!(game.result().is_none(), "the match is over");
        let start = Instant::now();
        self.prover.clear();
        let checked = self.level.checked;
        let own_win = checked && self.wins(game, game.player_to_act(), 1, stop);
        let knowledge = Arc::clone(&self.knowledge);
        let seed = self.settings.seed;
        let mut scoring = Scoring::new(game, &*knowledge, self.level, seed, (*limits, start, stop));
        let mut random = SplitMix64::new(mix(seed, &[game.position().key(), game.turns().len() as u64]));
        // The scores of the actions after the first actions of a turn, as far as turns were drawn.
        let mut known: Vec<Known<P::Action>> = Vec::new();
        let mut turn = Turn::new();
        let (mut score, mut depth) = (Score::DRAW, 0);
        for number in 0..if own_win { 0 } else { DRAWS } {
            turn = Turn::new();
            let mut position = game.position().clone();
            loop {
                let index = known.iter().position(|(prefix, _)| *prefix == turn).unwrap_or_else(|| {
                    known.push((turn.clone(), scoring.actions(&position)));
                    depth = depth.max(scoring.depth);
                    known.len() - 1
                });
                let scored = draw(&known[index].1, &self.level, &mut random);
                score = scored.score;
                turn.push(scored.action);
                position.play_unchecked(scored.action);
                if position.at_turn_start() {
                    break;
                }
            }
            if !checked || !self.loses_in_one(game, &turn, stop) {
                break;
            }
            if number + 1 == DRAWS {
                turn.clear();
            }
        }
        if turn.is_empty() {
            let limits = SearchLimits::nodes(ESCAPE_NODES);
            let proof = if own_win {
                self.prover.mate(game, 1, &limits, stop, &mut |_| ())
            } else {
                self.prover.prove(game, &limits, stop, &mut |_| ())
            };
            score = proof.score().unwrap_or_else(|| self.confirmed(game, &proof.turn, score, stop));
            turn = proof.turn;
        } else {
            score = self.confirmed(game, &turn, score, stop);
        }
        let mut report_of_turn = SearchReport::new(turn.to_vec(), score);
        (report_of_turn.depth, report_of_turn.selective_depth) = (depth.max(1), depth.max(1));
        (report_of_turn.nodes, report_of_turn.time) = (scoring.nodes.max(1), start.elapsed());
        report(&report_of_turn);
        SearchResult { turn, report: report_of_turn }
    }
}
