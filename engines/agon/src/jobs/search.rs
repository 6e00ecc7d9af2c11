//! `go`: a search for the best turn.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use abstract_game::{Match, turn};
use protocol::server::{Job, JobResult, Output};
use protocol::{Announcement, Go, Info};
use search::{SearchLimits, TimeBudget};

use super::proof;
use crate::announce::{HopelessRuns, SearchedTurn};
use crate::game_engine::{GameEngine, PositionOf};
use crate::info::{InfoWriter, finished};
use crate::options::EngineOptions;
use crate::search_setup::{SharedSearch, fitting_search, search_limits};

/// Searches the current position within the limits of `go`.
pub(crate) fn job<G: GameEngine>(
    game: Match<PositionOf<G>>,
    search: SharedSearch<PositionOf<G>>,
    hopeless: Arc<Mutex<HopelessRuns>>,
    go: Go,
    options: EngineOptions,
) -> Job {
    let received = Instant::now();
    Box::new(move |stop, out| {
        if let Some(end) = game.result() {
            out(Output::Info(finished(&game, end)));
            return JobResult::NoTurn;
        }
        let mut limits = search_limits::<G>(&game, &go.limits, &options);
        if go.ponder {
            // The command loop stops the search.
            (limits.time, limits.cpu_time) = (None, None);
        }
        let writer = InfoWriter {
            root: game.position().clone(),
            show_wdl: options.show_wdl,
            show_multipv: options.multipv > 1,
        };
        let claimed = options.announcements && go.announced == Some(Announcement::Claim);
        let claim_proved = claimed && opponent_wins::<G>(&game, &mut limits, stop.flag());
        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
        let search = search.get_or_insert_with(|| fitting_search::<G>(&options));
        limits.time = limits.time.map(|time| less(time, received.elapsed()));
        let result = search.search(&game, &limits, stop.flag(), &mut |report| {
            out(Output::Info(writer.info(report)));
        });
        let searched = SearchedTurn {
            player: game.player_to_act().index(),
            number: game.turns().len(),
            score: result.report.score,
        };
        let mut hopeless = hopeless.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(announcement) = hopeless.announcement(&searched, go.announced, claim_proved, &options) {
            out(Output::Info(Info::announce(announcement)));
        }
        JobResult::Turn(turn::write(game.position(), &result.turn))
    })
}

/// Checks the claim of the opponent by a proof search, which uses a quarter of the time.
fn opponent_wins<G: GameEngine>(
    game: &Match<PositionOf<G>>,
    limits: &mut SearchLimits,
    stop: &AtomicBool,
) -> bool {
    let quarter = limits.time.map(|TimeBudget { soft, hard }| TimeBudget { soft: soft / 4, hard: hard / 4 });
    let proved = proof::opponent_wins::<G>(game, limits.nodes, quarter, stop);
    if let (Some(time), Some(quarter)) = (&mut limits.time, quarter) {
        *time = TimeBudget { soft: time.soft - quarter.soft, hard: time.hard - quarter.hard };
    }
    proved
}

/// The rest of a budget after a time.
fn less(budget: TimeBudget, time: Duration) -> TimeBudget {
    TimeBudget { soft: budget.soft.saturating_sub(time), hard: budget.hard.saturating_sub(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_make_the_table_is_subtracted() {
        let [short, long] = [30, 100].map(Duration::from_millis);
        let budget = less(TimeBudget { soft: short, hard: long }, Duration::from_millis(40));
        assert_eq!(budget, TimeBudget { soft: Duration::ZERO, hard: Duration::from_millis(60) });
    }
}
