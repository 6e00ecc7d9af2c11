//! Many games at once, for learners: one call plays an action in each and fills arrays.

use std::{mem, thread};

use abstract_game::encode::{Encode, Encoding, Observed};
use abstract_game::facade::AnyRules;
use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player, Rules};
use agon_engine::{GameEngine, PositionOf};

use crate::game::{RulesVisitor, with_rules};
use crate::legal::LegalActions;
use crate::view::View;

/// What a batch is made with.
#[derive(Clone, Copy)]
pub(crate) struct BatchSettings {
    /// The number of games, at least 1.
    pub(crate) games: usize,
    /// The number of actions after which a game is cut off.
    pub(crate) max_steps: u32,
    /// Whether boards are turned to the seat to act.
    pub(crate) turned: bool,
    /// The number of threads, at least 1.
    pub(crate) threads: usize,
    /// The seed of random actions.
    pub(crate) seed: u64,
}

/// The arrays of a batch, one row for each game: at first zeros, then what the last call left there.
pub(crate) struct Arrays<'a> {
    pub(crate) observations: &'a mut [f32],
    /// Empty if no masks are wanted.
    pub(crate) masks: &'a mut [i8],
    pub(crate) players: &'a mut [i8],
    /// The returns of both players.
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [bool],
    pub(crate) truncations: &'a mut [bool],
}

/// A batch of any game.
pub(crate) trait AnyBatch: Send + Sync {
    /// Begins all games and fills the arrays.
    fn reset(&mut self, arrays: Arrays<'_>);
    /// Plays an action in each game, given by its index; a game that ends begins anew. Fails with the number of the first game in
    /// which the action is illegal; then nothing is played.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), usize>;
    /// The index of a random legal action of each game.
    fn random_actions(&mut self) -> Vec<i64>;
    /// The legal actions of all games.
    fn legal(&self) -> LegalActions;
    /// The text of a game's position.
    fn position(&self, game: usize) -> String;
}

/// A batch of games with these rules.
pub(crate) fn batch(rules: &dyn AnyRules, settings: BatchSettings) -> Box<dyn AnyBatch> {
    with_rules(rules, settings)
}

impl RulesVisitor for BatchSettings {
    type Output = Box<dyn AnyBatch>;

    fn visit<G: GameEngine>(self, rules: &G::Rules) -> Self::Output {
        let start = Rules::start(rules);
        let random = |number| SplitMix64::new(mix(self.seed, &[number]));
        let game = |number| BatchGame {
            game: Match::new(start.clone()),
            steps: 0,
            legal: Vec::new(),
            observed: Observed::default(),
            random: random(number),
        };
        let games = (0..self.games as u64).map(game).collect();
        Box::new(Batch::<PositionOf<G>> { start: start.clone(), games, settings: self })
    }
}

struct Batch<P: Encode> {
    start: P,
    games: Vec<BatchGame<P>>,
    settings: BatchSettings,
}

struct BatchGame<P: Encode> {
    game: Match<P>,
    /// The actions played.
    steps: u32,
    /// The legal actions with their indices.
    legal: Vec<(usize, P::Action)>,
    /// What the row of the observations holds.
    observed: Observed,
    random: SplitMix64,
}

/// A game with its rows of the arrays.
struct Row<'a, P: Encode> {
    game: &'a mut BatchGame<P>,
    /// The action to play; none at a reset.
    action: Option<i64>,
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    player: &'a mut i8,
    rewards: &'a mut [f32],
    terminated: &'a mut bool,
    truncated: &'a mut bool,
}

impl<P: Encode> BatchGame<P> {
    fn legal(&self, index: i64) -> Option<P::Action> {
        let is_chosen = |&&(other, _): &&(usize, P::Action)| usize::try_from(index) == Ok(other);
        self.legal.iter().find(is_chosen).map(|&(_, action)| action)
    }
}

impl<P: Encode> Row<'_, P> {
    fn fill(&mut self, start: &P, settings: &BatchSettings) {
        let action = self.action.and_then(|index| self.game.legal(index));
        let BatchGame { game, steps, legal, observed, .. } = &mut *self.game;
        self.rewards.fill(0.0);
        if let Some(action) = action {
            game.play(action);
            *steps += 1;
        }
        let end = game.result();
        *self.terminated = end.is_some();
        *self.truncated = end.is_none() && *steps >= settings.max_steps;
        if let Some(winner) = end.and_then(|end| end.winner) {
            self.rewards[winner.index()] = 1.0;
            self.rewards[winner.opponent().index()] = -1.0;
        }
        if self.action.is_none() || end.is_some() || *self.truncated {
            (*game, *steps) = (Match::new(start.clone()), 0);
        }
        let view = View::of(game.position(), settings.turned);
        let player: Player = game.player_to_act();
        *self.player = player.index() as i8;
        view.observe_over(player, self.observation, observed);
        let earlier = mem::replace(legal, view.indexed());
        if !self.mask.is_empty() {
            earlier.iter().for_each(|&(index, _)| self.mask[index] = 0);
            legal.iter().for_each(|&(index, _)| self.mask[index] = 1);
        }
    }
}

impl<P: Encode> Batch<P> {
    fn fill(&mut self, actions: Option<&[i64]>, arrays: Arrays<'_>) {
        let (start, settings) = (&self.start, &self.settings);
        let encoding = Encoding::of::<P>();
        let mut masks = arrays.masks.chunks_exact_mut(encoding.actions);
        let mut rows: Vec<Row<'_, P>> = self
            .games
            .iter_mut()
            .enumerate()
            .zip(arrays.observations.chunks_exact_mut(encoding.numbers()))
            .zip(arrays.players)
            .zip(arrays.rewards.chunks_exact_mut(2))
            .zip(arrays.terminations)
            .zip(arrays.truncations)
            .map(|((((((number, game), observation), player), rewards), terminated), truncated)| Row {
                game,
                action: actions.map(|actions| actions[number]),
                observation,
                mask: masks.next().unwrap_or_default(),
                player,
                rewards,
                terminated,
                truncated,
            })
            .collect();
        let share = rows.len().div_ceil(settings.threads);
        thread::scope(|scope| {
            let mut shares = rows.chunks_mut(share);
            let own = shares.next();
            let fill = |rows: &mut [Row<'_, P>]| rows.iter_mut().for_each(|row| row.fill(start, settings));
            shares.for_each(|rows| {
                scope.spawn(move || fill(rows));
            });
            own.into_iter().for_each(fill);
        });
    }
}

impl<P: Encode> AnyBatch for Batch<P> {
    fn reset(&mut self, arrays: Arrays<'_>) {
        self.fill(None, arrays);
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), usize> {
        let illegal = self.games.iter().zip(actions).position(|(game, &index)| game.legal(index).is_none());
        if let Some(game) = illegal {
            return Err(game);
        }
        self.fill(Some(actions), arrays);
        Ok(())
    }

    fn random_actions(&mut self) -> Vec<i64> {
        let choose = |game: &mut BatchGame<P>| {
            // A game that goes on has a legal action.
            game.random.choose(&game.legal).map_or(-1, |&(index, _)| index as i64)
        };
        self.games.iter_mut().map(choose).collect()
    }

    fn legal(&self) -> LegalActions {
        let mut legal = LegalActions::default();
        for game in &self.games {
            legal.extend(&View::of(game.game.position(), self.settings.turned));
        }
        legal
    }

    fn position(&self, game: usize) -> String {
        self.games[game].game.position().to_string()
    }
}
