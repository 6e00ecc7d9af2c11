//! Positions from games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::Player;
use abstract_game::random::{SplitMix64, mix};
use agon::games::snorkels::SnorkelsKnowledge;
use games::snorkels_core::{Action, Match, Position, Snorkels};
use search::{AlphaBeta, Knowledge, Score, ScoreKind, SearchLimits, Searcher, StaticResult};

use crate::Sample;

/// The memory of the search, in MiB. It is cleared for each game.
const HASH: usize = 1;

/// What decides the games, except for the seed.
#[derive(Clone, Debug)]
pub struct Generation {
    /// The rules with their options.
    pub rules: Snorkels,
    /// The number of games.
    pub games: u64,
    /// The number of nodes of alpha-beta for each turn.
    pub nodes: u64,
    /// The least and the greatest number of random turns at the start.
    pub random_turns: (usize, usize),
}

/// Plays games of the engine against itself, without the solver, and collects their quiet positions. The same settings and
/// the same seed give the same samples.
///
/// - A game ends when the search has proved its result.
/// - A position is *quiet* if its static result is open and its best turn does not begin with an
///   [urgent](Knowledge::URGENT) action, or if it is forced.
///
/// # Panics
/// If the least number of random turns is greater than the greatest.
#[must_use]
pub fn generate(settings: &Generation, seed: u64) -> Vec<Sample> {
    let mut search = AlphaBeta::new(Arc::new(SnorkelsKnowledge));
    search.set_hash(HASH).expect("there is memory for a small table");
    let mut samples = Vec::new();
    for game in 0..settings.games {
        let mut random = SplitMix64::new(mix(seed, &[game]));
        play(settings, &mut search, &mut random, &mut samples);
    }
    samples
}

/// Plays one game.
fn play(
    settings: &Generation,
    search: &mut AlphaBeta<Position, SnorkelsKnowledge>,
    random: &mut SplitMix64,
    samples: &mut Vec<Sample>,
) {
    let mut game = random_opening(&settings.rules, settings.random_turns, random);
    search.new_game();
    let limits = SearchLimits { nodes: Some(settings.nodes), ..SearchLimits::default() };
    // Samples with the player to act; the result is not known yet.
    let mut found = Vec::new();
    let winner: Option<Player> = loop {
        if let Some(end) = game.result() {
            break end.winner;
        }
        let (player, position) = (game.player_to_act(), *game.position());
        let result = search.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
        let (score, winner) = match result.report.score.kind() {
            ScoreKind::Win(_) => (Score::MAX_CENTIPAWNS, Some(player)),
            ScoreKind::Loss(_) => (-Score::MAX_CENTIPAWNS, Some(player.opponent())),
            ScoreKind::Centipawns(score) => (score, None),
        };
        let action = result.turn[0];
        if is_quiet(&position, action) {
            found.push((player, position, score));
        }
        if winner.is_some() {
            break winner;
        }
        game.try_play(action).expect("the search plays legal turns");
    };
    samples.extend(found.into_iter().map(|(player, position, score)| Sample {
        position,
        score,
        won: winner == Some(player),
    }));
}

/// An unfinished game after random turns.
fn random_opening(rules: &Snorkels, (least, greatest): (usize, usize), random: &mut SplitMix64) -> Match {
    loop {
        let turns = least + random.below(greatest - least + 1);
        let mut game = Match::new(rules.start());
        while game.result().is_none() && game.turns().len() < turns {
            let actions = game.legal_actions();
            game.try_play(actions[random.below(actions.len())]).expect("the action is legal");
        }
        if game.result().is_none() {
            return game;
        }
    }
}

fn is_quiet(position: &Position, best: Action) -> bool {
    let analysis = SnorkelsKnowledge.analyse(position);
    match SnorkelsKnowledge.static_result(position, &analysis, &mut Vec::new()) {
        StaticResult::Win(_) | StaticResult::Loss(_) => return false,
        StaticResult::Only => return true,
        StaticResult::Open => (),
    }
    let mut priorities = Vec::new();
    SnorkelsKnowledge.priorities(position, &analysis, &[best], &mut priorities);
    priorities[0] < SnorkelsKnowledge::URGENT
}
