//! Games of a network against itself, many at once, as arrays for training.

use abstract_game::encode::Encode;
use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player};
use agon_engine::GameEngine;
use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods as _};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::evaluator::evaluate;
use crate::game::{RulesVisitor, with_rules};
use crate::legal::LegalActions;
use crate::match_search::Evaluate;
use crate::mcts::check;
use crate::rules::Rules;
use crate::tree::{Evaluations, Leaves, RootAction, Tree, TreeSettings, uniform, value_for};
use crate::view::View;

/// How the games are played.
struct Settings {
    games: usize,
    parallel: usize,
    playouts: u32,
    tree: TreeSettings,
    /// The first actions of a game, which are drawn in proportion to their visits; later ones are the most visited.
    drawn: u32,
    max_steps: u32,
    seed: u64,
}

/// The positions of finished games.
#[derive(Default)]
struct Samples {
    observations: Vec<f32>,
    legal: LegalActions,
    visits: Vec<i64>,
    players: Vec<i8>,
    results: Vec<f32>,
    games: Vec<i64>,
}

impl Samples {
    /// Appends those of a game, as seen by the players to act.
    fn append(&mut self, game: Samples, number: usize, winner: Option<Player>) {
        let before = self.legal.indices.len() as i64;
        self.observations.extend(game.observations);
        self.legal.starts.extend(game.legal.starts[1..].iter().map(|start| before + start));
        self.legal.indices.extend(game.legal.indices);
        self.legal.parts.extend(game.legal.parts);
        self.visits.extend(game.visits);
        self.results
            .extend(game.players.iter().map(|&player| value_for(Player::BOTH[player as usize], winner)));
        self.games.extend(game.players.iter().map(|_| number as i64));
        self.players.extend(game.players);
    }
}

/// A game in progress.
struct Running<P: Encode> {
    number: usize,
    game: Match<P>,
    tree: Tree<P>,
    random: SplitMix64,
    samples: Samples,
}

impl<P: Encode> Running<P> {
    fn new(start: &P, number: usize, settings: &Settings) -> Self {
        let game = Match::new(start.clone());
        let tree = Tree::new(&game);
        let random = SplitMix64::new(mix(settings.seed, &[number as u64]));
        Running { number, game, tree, random, samples: Samples::default() }
    }

    /// Records the position, and plays an action of the finished search. Whether the game is over or cut off.
    fn play(&mut self, settings: &Settings) -> bool {
        let (actions, _) = self.tree.result();
        let (player, samples) = (self.game.player_to_act(), &mut self.samples);
        let view = View::of(self.game.position(), settings.tree.turned);
        view.append_planes(player, &mut samples.observations);
        samples.legal.extend(&view);
        let own = samples.legal.starts[samples.players.len()] as usize;
        samples.visits.resize(samples.legal.indices.len(), 0);
        for &RootAction { index, visits, .. } in &actions {
            let place = samples.legal.indices[own..].iter().position(|&other| other == index as i64);
            if let Some(place) = place {
                samples.visits[own + place] = visits.into();
            }
        }
        samples.players.push(player.index() as i8);
        let steps = samples.players.len() as u32;
        self.game.play(choose(&actions, steps <= settings.drawn, &mut self.random));
        self.tree = Tree::new(&self.game);
        self.game.result().is_some() || steps >= settings.max_steps
    }
}

/// An action in proportion to the visits, or the most visited one.
fn choose<A: Copy>(actions: &[RootAction<A>], is_drawn: bool, random: &mut SplitMix64) -> A {
    let all: u32 = actions.iter().map(|action| action.visits).sum();
    let mut left = uniform(random) * all as f32;
    let drawn = actions.iter().find(|action| {
        left -= action.visits as f32;
        left < 0.0
    });
    let most = actions.iter().rev().max_by_key(|action| action.visits);
    let chosen = if is_drawn { drawn.or(most) } else { most };
    chosen.expect("a game that goes on has a legal action").action
}

/// Plays all games.
fn play_all<P: Encode>(start: &P, settings: &Settings, evaluate: &Evaluate<'_>) -> PyResult<Samples> {
    let mut samples = Samples::default();
    let mut numbers = 0..settings.games;
    let mut running: Vec<Running<P>> = numbers
        .by_ref()
        .take(settings.parallel)
        .map(|number| Running::new(start, number, settings))
        .collect();
    while !running.is_empty() {
        let mut leaves = Leaves::default();
        for game in &mut running {
            game.tree.collect(settings.playouts, &settings.tree, &mut leaves);
        }
        if leaves.legal.starts.len() > 1 {
            let Evaluations { priors, values } = evaluate(leaves)?;
            let (mut priors, mut values) = (priors.into_iter(), values.into_iter());
            for Running { tree, random, .. } in &mut running {
                tree.expand(&mut priors, &mut values, &settings.tree, random);
            }
        }
        for game in &mut running {
            if game.tree.is_finished(settings.playouts) && game.play(settings) {
                let winner = game.game.result().and_then(|end| end.winner);
                samples.append(std::mem::take(&mut game.samples), game.number, winner);
                if let Some(number) = numbers.next() {
                    *game = Running::new(start, number, settings);
                } else {
                    game.number = settings.games;
                }
            }
        }
        running.retain(|game| game.number < settings.games);
    }
    Ok(samples)
}

/// Positions of games of a network against itself, one row for each. The rows of a game are together and in order; the games
/// are in the order in which they ended.
#[pyclass(module = "agon", frozen, get_all)]
pub(crate) struct SelfPlay {
    /// The planes as the player to act sees them: positions, planes, ranks, files.
    observations: Py<PyArray4<f32>>,
    /// Where the legal actions of each position start, with the number of all at the end.
    starts: Py<PyArray1<i64>>,
    /// The indices of the legal actions.
    indices: Py<PyArray1<i64>>,
    /// The parts of the legal actions, a row for each.
    parts: Py<PyArray2<i64>>,
    /// The visits of the legal actions.
    visits: Py<PyArray1<i64>>,
    /// The player to act.
    players: Py<PyArray1<i8>>,
    /// The result of the game for the player to act: 1, -1 or 0.
    results: Py<PyArray1<f32>>,
    /// The number of the game.
    games: Py<PyArray1<i64>>,
    /// The number of indices of actions.
    num_actions: usize,
}

#[pymethods]
impl SelfPlay {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.results.bind(py).len()
    }

    /// policies()
    ///
    /// The shares of the visits for every index: positions, actions. Of a game with many indices use `visits`, which needs less memory.
    fn policies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (starts, indices) = (self.starts.bind(py).try_readonly()?, self.indices.bind(py).try_readonly()?);
        let visits = self.visits.bind(py).try_readonly()?;
        let (starts, indices, visits) = (starts.as_slice()?, indices.as_slice()?, visits.as_slice()?);
        let mut policies = vec![0.0; (starts.len() - 1) * self.num_actions];
        for (row, own) in starts.windows(2).enumerate() {
            let own = own[0] as usize..own[1] as usize;
            let all: i64 = visits[own.clone()].iter().sum();
            for (&index, &visits) in indices[own.clone()].iter().zip(&visits[own]) {
                policies[row * self.num_actions + index as usize] = visits as f32 / all as f32;
            }
        }
        PyArray1::from_vec(py, policies).reshape([starts.len() - 1, self.num_actions])
    }
}

/// play_games(rules, evaluate, games, *, parallel=64, playouts=100, leaves=1, drawn=8, exploration=1.5, noise=0.25, max_steps=None,
/// turned=False, seed=0)
///
/// Plays games by searches with the caller's evaluation, `parallel` at once: `evaluate(leaves)` gets up to `leaves` positions of each of
/// them in one call. The first `drawn` actions of a game are drawn in proportion to their visits, the others are the most visited. A
/// game of more than `max_steps` actions is cut off and counts as drawn. The other arguments are those of `mcts`. The same arguments
/// give the same games.
///
/// >>> import numpy
/// >>> def evaluate(leaves):
/// ...     return numpy.zeros(len(leaves.indices)), numpy.zeros(len(leaves))
/// >>> played = play_games(Rules("snorkels", size=4), evaluate, games=5, parallel=3, playouts=20)
/// >>> len(played) == len(played.results) == len(played.policies()), sorted(set(played.games.tolist()))
/// (True, [0, 1, 2, 3, 4])
#[pyfunction(name = "play_games")]
#[pyo3(signature = (
    rules, evaluate, games, *, parallel=64, playouts=100, leaves=1, drawn=8, exploration=1.5, noise=0.25, max_steps=None,
    turned=false, seed=0
))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn self_play(
    py: Python<'_>,
    rules: PyRef<'_, Rules>,
    evaluate: Py<PyAny>,
    games: usize,
    parallel: usize,
    playouts: u32,
    leaves: u32,
    drawn: u32,
    exploration: f32,
    noise: f32,
    max_steps: Option<u32>,
    turned: bool,
    seed: u64,
) -> PyResult<SelfPlay> {
    struct PlayAll<'a>(Settings, &'a Evaluate<'a>);

    impl RulesVisitor for PlayAll<'_> {
        type Output = PyResult<Samples>;

        fn visit<G: GameEngine>(self, rules: &G::Rules) -> Self::Output {
            play_all(&<G::Rules as abstract_game::Rules>::start(rules), &self.0, self.1)
        }
    }

    let tree = TreeSettings { exploration, noise, leaves, turned };
    check(playouts, &tree)?;
    if parallel == 0 {
        return Err(PyValueError::new_err("expected at least one game at once, not 0"));
    }
    let max_steps = max_steps.unwrap_or(u32::MAX);
    let settings = Settings { games, parallel, playouts, tree, drawn, max_steps, seed };
    let rules = rules.copy();
    let call = |leaves: Leaves| self::evaluate(&evaluate, &rules, leaves);
    let samples = py.detach(|| with_rules(&*rules.rules, PlayAll(settings, &call)))?;
    let encoding = rules.rules.encoding();
    let shape = [samples.players.len(), encoding.planes.len(), encoding.size.0, encoding.size.1];
    let (starts, indices, parts) = samples.legal.into_arrays(py, encoding.parts.len())?;
    Ok(SelfPlay {
        observations: PyArray1::from_vec(py, samples.observations).reshape(shape)?.unbind(),
        starts: starts.unbind(),
        indices: indices.unbind(),
        parts: parts.unbind(),
        visits: PyArray1::from_vec(py, samples.visits).unbind(),
        players: PyArray1::from_vec(py, samples.players).unbind(),
        results: PyArray1::from_vec(py, samples.results).unbind(),
        games: PyArray1::from_vec(py, samples.games).unbind(),
        num_actions: encoding.actions,
    })
}
