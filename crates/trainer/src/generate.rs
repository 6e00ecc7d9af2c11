//! Positions from games of the engine against itself.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::random::{SplitMix64, mix};
use abstract_game::{Match, Player, Position, Rules};
use agon::{GameEngine, PositionOf};
use search::{AlphaBeta, Knowledge, Score, ScoreKind, SearchLimits, SearchResult, Searcher, StaticResult};

use crate::{Sample, Shard};

/// The memory of the search, in MiB. It is cleared for each game.
const HASH: usize = 1;
/// A game without an end after this number of turns is a draw.
const MAX_TURNS: usize = 400;

/// What decides the games, except for the seed.
#[derive(Clone, Debug)]
pub struct Generation<R> {
    /// The rules with their options.
    pub rules: R,
    /// The number of games.
    pub games: u64,
    /// The number of nodes of alpha-beta for each turn.
    pub nodes: u64,
    /// The least and the greatest number of random turns at the start.
    pub random_turns: (usize, usize),
}

/// Plays games of the engine against itself and collects their quiet positions. The same settings and the same seed give the
/// same samples.
///
/// - A game ends when the search has proved its result.
/// - After each turn of a game the search also looks at the position after a random action instead: most positions at the
///   leaves of a search follow a mistake. These samples have a score and no result.
/// - A position is *quiet* if its static result is open and its best turn does not begin with an
///   [urgent](Knowledge::URGENT) action, or if it is forced.
#[must_use]
pub fn generate<G: GameEngine>(settings: &Generation<G::Rules>, seed: u64) -> Shard {
    let mut search = AlphaBeta::new(Arc::new(G::Knowledge::default()));
    search.set_hash(HASH).expect("there is memory for a small table");
    let mut samples = Vec::new();
    for game in 0..settings.games {
        let mut random = SplitMix64::new(mix(seed, &[game]));
        play::<G>(settings, &mut search, &mut random, &mut samples);
    }
    Shard { game: <G::Rules as Rules>::NAME.to_owned(), samples }
}

/// Plays one game.
fn play<G: GameEngine>(
    settings: &Generation<G::Rules>,
    search: &mut AlphaBeta<PositionOf<G>, G::Knowledge>,
    random: &mut SplitMix64,
    samples: &mut Vec<Sample>,
) {
    let mut game = random_opening(&settings.rules, settings.random_turns, random);
    search.new_game();
    let limits = SearchLimits { nodes: Some(settings.nodes), ..SearchLimits::default() };
    let mut search = |game: &Match<_>| search.search(game, &limits, &AtomicBool::new(false), &mut |_| ());
    // Samples with the player to act; the result is not known yet.
    let mut found = Vec::new();
    let winner: Option<Player> = loop {
        if let Some(end) = game.result() {
            break end.winner;
        }
        if game.turns().len() >= MAX_TURNS {
            break None;
        }
        let (player, position) = (game.player_to_act(), game.position().clone());
        let result = search(&game);
        if let Some(score) = sample_score::<G>(&position, &result) {
            found.push((player, position.to_string(), score));
        }
        let actions = position.actions();
        let other = Match::new(position.after(actions[random.below(actions.len())]));
        if other.result().is_none() && is_open::<G>(other.position()) {
            let result = search(&other);
            if let Some(score) = sample_score::<G>(other.position(), &result) {
                let position = other.position().to_string();
                samples.push(Sample { position, score, half_points: Sample::NO_RESULT });
            }
        }
        match result.report.score.kind() {
            ScoreKind::Win(_) => break Some(player),
            ScoreKind::Loss(_) => break Some(player.opponent()),
            ScoreKind::Centipawns(_) => (),
        }
        for &action in &result.turn {
            game.try_play(action).expect("the search plays legal turns");
        }
    };
    samples.extend(found.into_iter().map(|(player, position, score)| {
        let half_points = winner.map_or(1, |winner| if winner == player { 2 } else { 0 });
        Sample { position, score, half_points }
    }));
}

/// An unfinished game after random turns.
fn random_opening<R: Rules>(
    rules: &R,
    (least, greatest): (usize, usize),
    random: &mut SplitMix64,
) -> Match<R::Position> {
    loop {
        let turns = least + random.below(greatest - least + 1);
        let mut game = Match::new(rules.start());
        while game.result().is_none() && (game.turns().len() < turns || !game.position().at_turn_start()) {
            let actions = game.legal_actions();
            game.try_play(actions[random.below(actions.len())]).expect("the action is legal");
        }
        if game.result().is_none() {
            return game;
        }
    }
}

/// The score of a quiet position, proved results as the greatest scores; `None` for another position.
fn sample_score<G: GameEngine>(
    position: &PositionOf<G>,
    result: &SearchResult<PositionOf<G>>,
) -> Option<i16> {
    is_quiet::<G>(position, result.turn[0]).then(|| match result.report.score.kind() {
        ScoreKind::Win(_) => Score::MAX_CENTIPAWNS,
        ScoreKind::Loss(_) => -Score::MAX_CENTIPAWNS,
        ScoreKind::Centipawns(score) => score,
    })
}

/// The static result.
fn static_result<G: GameEngine>(position: &PositionOf<G>) -> StaticResult {
    let knowledge = G::Knowledge::default();
    knowledge.static_result(position, &knowledge.analyse(position), &mut Vec::new())
}

/// Whether the static result does not decide a position.
fn is_open<G: GameEngine>(position: &PositionOf<G>) -> bool {
    matches!(static_result::<G>(position), StaticResult::Open | StaticResult::Only)
}

fn is_quiet<G: GameEngine>(position: &PositionOf<G>, best: <PositionOf<G> as Position>::Action) -> bool {
    match static_result::<G>(position) {
        StaticResult::Win(_) | StaticResult::Loss(_) => return false,
        StaticResult::Only => return true,
        StaticResult::Open => (),
    }
    let knowledge = G::Knowledge::default();
    let mut priorities = Vec::new();
    knowledge.priorities(position, &knowledge.analyse(position), &[best], &mut priorities);
    priorities[0] < G::Knowledge::URGENT
}
