//! `go`: a search for the best turn.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use abstract_game::{Match, Position, Turn, turn};
use parking_lot::Mutex;
use protocol::server::{EngineError, Job, JobResult, Output};
use protocol::{Announcement, Go, Info};
use search::clock::Instant;
use search::{SearchLimits, SearchReport, SearchResult, Searcher, TimeBudget};

use super::proof;
use super::search_moves::RootTurns;
use crate::game_engine::{GameEngine, PositionOf};
use crate::setup::{SearchKind, Setup};
use crate::ugi::announce::{HopelessRuns, SearchedTurn};
use crate::ugi::info::{InfoWriter, finished, visits};
use crate::ugi::search_setup::{SearchSetup, SharedSearch};
use crate::ugi::variety::{self, SharedRandom};

/// A turn of a game.
type TurnOf<G> = Turn<<PositionOf<G> as Position>::Action>;
/// A report of a search of a game.
type ReportOf<G> = SearchReport<<PositionOf<G> as Position>::Action>;

/// Searches the current position within the limits of `go`.
pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    (hopeless, random): (Arc<Mutex<HopelessRuns>>, SharedRandom),
    go: Go,
    setup: SearchSetup<G>,
) -> Result<Job, EngineError> {
    let received = Instant::now();
    let turns = read_turns(&game, &go.searchmoves)?;
    Ok(Box::new(move |stop, out| {
        if let Some(end) = game.result() {
            out(Output::Info(finished(&game, end)));
            return JobResult::NoTurn;
        }
        let options = &setup.options;
        let mut limits = setup.limits(&game, &go.limits);
        if go.ponder {
            // The command loop stops the search.
            (limits.time, limits.cpu_time) = (None, None);
        }
        let claimed = options.announcements && go.announced == Some(Announcement::Claim);
        let claim_proved = claimed && proof::opponent_wins(&setup, &game, &limits, stop);
        let mut search = search.lock();
        let search = search.get_or_insert_with(|| options.setup.fitting_search::<G>(&setup.parameters));
        let before = received.elapsed();
        limits.time = limits.time.map(|time| less(time, before));
        let writer = InfoWriter {
            root: game.position().clone(),
            wdl: options.show_wdl.then(|| G::wdl(&setup.parameters)),
            show_multipv: options.setup.multipv > 1,
            before,
        };
        let mut report = |report: &_| {
            if options.show_visits
                && let Some(visits) = visits(&writer.root, report)
            {
                out(Output::Info(Info::string(visits)));
            }
            out(Output::Info(writer.info(report)));
        };
        let asked = (&game, &limits, &**stop);
        let result = if let Some(range) = variety::range(options, &game, &go).filter(|_| turns.is_empty()) {
            variety::search(&mut **search, asked, (range, &random), &mut report)
        } else if turns.is_empty() {
            search.search(&game, &limits, stop, &mut report)
        } else {
            let roots = (&game, &turns[..]);
            search_turns(&setup, roots, &mut **search, &limits, stop, &mut report)
        };
        let searched = SearchedTurn {
            player: game.player_to_act().index(),
            number: game.turns().len(),
            score: result.report.score,
        };
        let mut hopeless = hopeless.lock();
        if let Some(announcement) = hopeless.announcement(&searched, go.announced, claim_proved, options) {
            out(Output::Info(Info::announce(announcement)));
        }
        JobResult::Turn(turn::write(game.position(), &result.turn))
    }))
}

/// Reads the turns of `searchmoves`.
fn read_turns<P: Position>(game: &Match<P>, texts: &[String]) -> Result<Vec<Turn<P::Action>>, EngineError> {
    let mut turns = Vec::new();
    for text in texts {
        let turn = game
            .read_turn(text)
            .map_err(|error| EngineError::new(format!("searchmoves `{text}` cannot be played: {error}")))?;
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    }
    Ok(turns)
}

/// Searches some turns only, with the search of the handler or, in Monte-Carlo tree search, with one for each.
fn search_turns<G: GameEngine>(
    setup: &SearchSetup<G>,
    (game, turns): (&Match<PositionOf<G>>, &[TurnOf<G>]),
    search: &mut dyn Searcher<PositionOf<G>>,
    limits: &SearchLimits,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&ReportOf<G>),
) -> SearchResult<PositionOf<G>> {
    let &Setup { hash, search: kind, multipv: lines, .. } = &setup.options.setup;
    search.settings().lines = 1;
    let own = Setup { hash: (hash / turns.len()).max(1), multipv: 1, ..setup.options.setup.clone() };
    let number = if kind.unwrap_or(G::SEARCH) == SearchKind::Mcts { turns.len() } else { 0 };
    let own = (0..number).map(|_| own.fitting_search::<G>(&setup.parameters)).collect();
    let mut limits = *limits;
    if let Some(cpu) = limits.cpu_time {
        // All threads compute most of the time.
        let wall = cpu / setup.options.setup.threads.max(1) as u32;
        let earlier = limits.time.map_or(wall, |time| time.soft.min(wall));
        limits.time = Some(TimeBudget { soft: earlier, hard: earlier });
    }
    let result = RootTurns { game, turns, shared: &mut *search, own, lines }.search(&limits, stop, report);
    search.settings().lines = lines;
    result
}

/// The rest of a budget after a time.
fn less(budget: TimeBudget, time: Duration) -> TimeBudget {
    TimeBudget { soft: budget.soft.saturating_sub(time), hard: budget.hard.saturating_sub(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_before_the_search_is_subtracted() {
        let [short, long] = [30, 100].map(Duration::from_millis);
        let budget = less(TimeBudget { soft: short, hard: long }, Duration::from_millis(40));
        assert_eq!(budget, TimeBudget { soft: Duration::ZERO, hard: Duration::from_millis(60) });
    }
}
