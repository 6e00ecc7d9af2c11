//! Scores of all actions of a position: iterative deepening of alpha-beta without a table, in which some replies of the
//! opponent are not noticed.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Action as _, Match, Player, Position, Reason};
use search::clock::Instant;
use search::{Knowledge, Score, ScoreKind, SearchLimits, StaticResult};

use super::Level;

/// The greatest depth, in actions.
const MAX_DEPTH: u32 = 64;
/// Actions whose winning chance is lower than the best by more than this number of temperatures count as equal.
const WINDOW: f64 = 6.0;

/// An action with its score for the player to act.
pub(super) struct Scored<A> {
    pub(super) action: A,
    pub(super) score: Score,
    /// The natural logarithm of its odds without a search.
    pub(super) prior: f32,
}

/// The scoring of positions for one player.
pub(super) struct Scoring<'a, P: Position, K> {
    pub(super) knowledge: &'a K,
    pub(super) level: Level,
    pub(super) seed: u64,
    limits: SearchLimits,
    start: Instant,
    stop: &'a AtomicBool,
    pub(super) player: Player,
    /// The repetition keys at the starts of the match's turns.
    history: Vec<u64>,
    pub(super) nodes: u64,
    /// The depth of the last complete iteration, in actions.
    pub(super) depth: u32,
    stopped: bool,
    position: std::marker::PhantomData<fn(P)>,
}

impl<'a, P: Position, K: Knowledge<P>> Scoring<'a, P, K> {
    pub(super) fn new(
        game: &Match<P>,
        knowledge: &'a K,
        level: Level,
        seed: u64,
        (limits, start, stop): (SearchLimits, Instant, &'a AtomicBool),
    ) -> Self {
        let history = match P::REPETITIONS {
            Some(_) => game.turn_starts().iter().map(P::repetition_key).collect(),
            None => Vec::new(),
        };
        Scoring {
            knowledge,
            level,
            seed,
            limits,
            start,
            stop,
            player: game.player_to_act(),
            history,
            nodes: 0,
            depth: 0,
            stopped: false,
            position: std::marker::PhantomData,
        }
    }

    /// The scores of all actions of a position of the player, the best first. The last iteration that fits into the nodes
    /// of the level counts; the first one is always complete.
    pub(super) fn actions(&mut self, position: &P) -> Vec<Scored<P::Action>> {
        let actions = position.actions();
        let mut priors = Vec::new();
        let analysis = self.knowledge.analyse(position);
        self.knowledge.priors(position, &analysis, &actions, &mut priors);
        let scored = |(action, prior)| Scored { action, score: -Score::INFINITY, prior };
        let mut scored: Vec<_> = actions.into_iter().zip(priors).map(scored).collect();
        scored.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let nodes = self.limits.nodes.map_or(self.level.nodes, |nodes| nodes.min(self.level.nodes));
        let most = self.nodes + nodes;
        (self.depth, self.stopped) = (0, false);
        let last = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        for depth in 1..=last {
            let Some(scores) = self.iteration(position, &scored, depth, most) else {
                break;
            };
            for (scored, score) in scored.iter_mut().zip(scores) {
                scored.score = score;
            }
            scored.sort_by_cached_key(|scored| Reverse(scored.score));
            self.depth = depth;
            if scored.len() == 1 || scored.iter().all(|scored| scored.score.is_decisive()) {
                break;
            }
        }
        scored
    }

    /// The scores of the actions at a depth; `None` if the limits end the iteration.
    fn iteration(
        &mut self,
        position: &P,
        actions: &[Scored<P::Action>],
        depth: u32,
        limit: u64,
    ) -> Option<Vec<Score>> {
        let mut scores = Vec::new();
        let mut best = 0.0_f64;
        for scored in actions {
            let lowered = best - WINDOW * self.level.temperature;
            let floor = if lowered > 0.0 { Score::from_expectation(lowered) } else { -Score::INFINITY };
            let child = position.after_unchecked(scored.action);
            let turns = u16::from(child.at_turn_start());
            let limit = if depth == 1 { u64::MAX } else { limit };
            let score = if child.player_to_act() == self.player {
                self.score(&child, turns, depth - 1, (floor, Score::INFINITY), limit)
            } else {
                -self.score(&child, turns, depth - 1, (-Score::INFINITY, -floor), limit)
            };
            if self.stopped {
                return None;
            }
            best = best.max(score.expectation());
            scores.push(score);
        }
        Some(scores)
    }

    /// The score of a position for its player to act, `turns` turns after the root.
    fn score(
        &mut self,
        position: &P,
        turns: u16,
        depth: u32,
        (mut alpha, beta): (Score, Score),
        limit: u64,
    ) -> Score {
        let actor = position.player_to_act();
        if let Some(end) = position.end() {
            return Score::from_end(end, actor, turns);
        }
        if P::REPETITIONS.is_some()
            && position.at_turn_start()
            && self.history.contains(&position.repetition_key())
        {
            return Score::from_end(position.settle_draw(Reason::REPETITION), actor, turns);
        }
        self.nodes += 1;
        if self.nodes >= limit || self.nodes.is_multiple_of(256) && limit < u64::MAX && self.is_late() {
            self.stopped = true;
            return Score::DRAW;
        }
        let analysis = self.knowledge.analyse(position);
        let mut actions = Vec::new();
        match self.knowledge.static_result(position, &analysis, &mut actions) {
            StaticResult::Win(distance) if self.is_noticed(position, actions[0]) => {
                return Score::win_in(turns + distance);
            }
            StaticResult::Loss(distance) => return Score::loss_in(turns + distance),
            StaticResult::Win(_) => actions.clear(),
            StaticResult::Open | StaticResult::Only => {}
        }
        if depth == 0 {
            return Score::centipawns(self.knowledge.evaluate(position, &analysis));
        }
        if actions.is_empty() {
            position.actions_into(&mut actions);
        }
        let mut priorities = Vec::new();
        self.knowledge.priorities(position, &analysis, &actions, &mut priorities);
        let mut order: Vec<_> = priorities.into_iter().zip(actions).collect();
        order.sort_by_cached_key(|&(priority, _)| Reverse(priority));
        if order.iter().any(|&(_, action)| self.is_noticed(position, action)) {
            order.retain(|&(_, action)| self.is_noticed(position, action));
        }
        let mut best = -Score::INFINITY;
        for (_, action) in order {
            let child = position.after_unchecked(action);
            let after = turns + u16::from(child.at_turn_start());
            let score = if child.player_to_act() == actor {
                self.score(&child, after, depth - 1, (alpha, beta), limit)
            } else {
                -self.score(&child, after, depth - 1, (-beta, -alpha), limit)
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if self.stopped || alpha >= beta {
                break;
            }
        }
        best
    }

    /// Whether an action is noticed: always of the own ones, and of those of the opponent with the probability of the level.
    /// The same action of the same position is always noticed or never.
    fn is_noticed(&self, position: &P, action: P::Action) -> bool {
        let drawn = || {
            let key = mix(self.seed, &[position.key(), action.tag().into()]);
            unit(&mut SplitMix64::new(key)) < self.level.notice
        };
        position.player_to_act() == self.player || drawn()
    }

    fn is_late(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|time| self.start.elapsed() >= time.soft)
    }
}

/// A random number from 0 to 1.
pub(super) fn unit(random: &mut SplitMix64) -> f64 {
    random.next_u64() as f64 / u64::MAX as f64
}

/// The winning chance of a score. A nearer win is a little better, and so is a later loss.
pub(super) fn chance(score: Score) -> f64 {
    const TURN: f64 = 0.000_1;
    match score.kind() {
        ScoreKind::Win(turns) => 1.0 - TURN * f64::from(turns.unwrap_or(Score::MAX_TURNS)),
        ScoreKind::Loss(turns) => TURN * f64::from(turns.unwrap_or(Score::MAX_TURNS)),
        ScoreKind::Centipawns(_) => score.expectation(),
    }
}
