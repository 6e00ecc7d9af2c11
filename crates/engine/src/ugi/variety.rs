//! `Variety`: in the first turns of a match a random one of the turns that are nearly the best.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use abstract_game::{Match, Position, Turn};
use parking_lot::Mutex;
use protocol::Go;
use search::{Random, ScoreKind, SearchLimits, SearchReport, SearchResult, Searcher};

use crate::ugi::options::EngineOptions;

/// The lines to choose from.
const LINES: usize = 8;
/// The least visits of a turn, as a share of those of the most visited one, with which its score counts.
const LEAST_SHARE: f64 = 0.01;

/// The random numbers of all matches of a session, with their seed.
pub(crate) type SharedRandom = Arc<Mutex<(u64, Random)>>;

/// Random numbers of a seed.
pub(crate) fn random(seed: u64) -> SharedRandom {
    Arc::new(Mutex::new((seed, Random::new(seed))))
}

/// Begins again if the seed has changed.
pub(crate) fn seed(random: &SharedRandom, seed: u64) {
    let mut random = random.lock();
    if random.0 != seed {
        *random = (seed, Random::new(seed));
    }
}

/// How many centipawns the turn may be worse than the best one; `None` if the best one is wanted.
pub(crate) fn range<P: Position>(options: &EngineOptions, game: &Match<P>, go: &Go) -> Option<i32> {
    let is_analysis = go.limits.infinite || options.analyse_mode || options.setup.multipv > 1;
    let is_early = game.turns().len() < options.variety_turns;
    let counts = is_early && !is_analysis && options.setup.elo.is_none();
    (counts && options.variety > 0).then_some(options.variety)
}

/// Searches several lines, reports the first, and chooses one of those within the range.
pub(crate) fn search<P: Position>(
    search: &mut dyn Searcher<P>,
    (game, limits, stop): (&Match<P>, &SearchLimits, &AtomicBool),
    (range, random): (i32, &SharedRandom),
    report: &mut dyn FnMut(&SearchReport<P::Action>),
) -> SearchResult<P> {
    let mut lines: Vec<SearchReport<P::Action>> = Vec::new();
    search.settings().lines = LINES;
    let result = search.search(game, limits, stop, &mut |line| {
        if line.multipv == 1 {
            lines.clear();
            report(line);
        }
        lines.push(line.clone());
    });
    search.settings().lines = 1;
    let ScoreKind::Centipawns(best) = result.report.score.kind() else { return result };
    let visits = &result.report.visits;
    let most = visits.iter().map(|&(_, visits)| visits).max().unwrap_or(0);
    let is_known = |action: P::Action| {
        let own = visits.iter().find(|&&(other, _)| other == action).map_or(0, |&(_, visits)| visits);
        f64::from(own) >= LEAST_SHARE * f64::from(most)
    };
    let near = |mut line: SearchReport<P::Action>| {
        let ScoreKind::Centipawns(score) = line.score.kind() else { return None };
        let turn = first_turn(game.position(), &line.principal_variation)?;
        (line.multipv, line.visits) = (1, visits.clone());
        let is_near = i32::from(best) - i32::from(score) <= range && is_known(turn[0]);
        is_near.then_some(SearchResult { turn, report: line })
    };
    let near: Vec<SearchResult<P>> = lines.into_iter().filter_map(near).collect();
    let chosen = random.lock().1.choose(&near).cloned();
    let Some(chosen) = chosen.filter(|chosen| chosen.turn != result.turn) else { return result };
    report(&chosen.report);
    chosen
}

/// The first turn of a line, if the line has all of it.
fn first_turn<P: Position>(root: &P, line: &[P::Action]) -> Option<Turn<P::Action>> {
    let (mut position, mut turn) = (root.clone(), Turn::new());
    for &action in line {
        position.play_unchecked(action);
        turn.push(action);
        if position.at_turn_start() {
            return Some(turn);
        }
    }
    None
}
