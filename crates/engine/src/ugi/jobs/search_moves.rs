//! `go searchmoves`: searches the positions after some turns and chooses the best of these turns.
//!
//! The positions are searched one after the other, in rounds: by alpha-beta each round one ply deeper, by Monte-Carlo tree
//! search each round with twice as many playouts. Of a round that is not finished only proofs count. Alpha-beta searches all of them with the table of the handler. The tree
//! of Monte-Carlo tree search has one root, so each position has a search of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use abstract_game::{Match, Position, Turn};
use search::clock::Instant;
use search::{Score, ScoreKind, SearchLimits, SearchReport, SearchResult, Searcher, TimeBudget};

/// The greatest depth of a round.
const MAX_ROUND: u32 = 250;
/// The playouts of the first round, as a power of two, and those of the last.
const PLAYOUTS: (u32, u32) = (6, 62);

/// What to search: the turns of a match's current position.
pub(crate) struct RootTurns<'s, P: Position> {
    pub(crate) game: &'s Match<P>,
    pub(crate) turns: &'s [Turn<P::Action>],
    /// Searches the positions after all of them.
    pub(crate) shared: &'s mut dyn Searcher<P>,
    /// For Monte-Carlo tree search: a search for each turn instead.
    pub(crate) own: Vec<Box<dyn Searcher<P>>>,
    /// The number of lines to report.
    pub(crate) lines: usize,
}

/// A turn with the position after it.
struct Candidate<P: Position> {
    turn: Turn<P::Action>,
    game: Match<P>,
    /// The number of the turn.
    number: usize,
    /// The report as seen from before the turn.
    report: SearchReport<P::Action>,
    /// The nodes of its searches.
    nodes: u64,
    /// The last round that its search finished.
    round: u32,
    /// Whether searching on does not change the report.
    done: bool,
}

impl<P: Position> RootTurns<'_, P> {
    /// Searches like [`Searcher::search`]. The caller replaces a limit of CPU time, which is that of one search.
    pub(crate) fn search(
        mut self,
        limits: &SearchLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchResult<P> {
        let start = Instant::now();
        let mut candidates: Vec<_> =
            self.turns.iter().enumerate().map(|(number, turn)| self.candidate(number, turn)).collect();
        let mut nodes = 0;
        for round in 1..=MAX_ROUND {
            let before: Vec<_> = candidates.iter().map(|candidate| candidate.report.clone()).collect();
            for candidate in candidates.iter_mut().filter(|candidate| !candidate.done) {
                // The first round is complete even without time, as in any search.
                let rest = |limit: Duration| limit.saturating_sub(start.elapsed());
                let mut left = SearchLimits::default();
                left.depth = limits.depth;
                left.nodes = limits.nodes.map(|limit| limit.saturating_sub(nodes).max(1));
                left.time = limits
                    .time
                    .map(|TimeBudget { soft, .. }| TimeBudget { soft: rest(soft), hard: rest(soft) });
                nodes += self.deepen(candidate, round, &left, stop);
            }
            let out_of_time = limits.time.is_some_and(|budget| start.elapsed() >= budget.soft);
            let out_of_nodes = limits.nodes.is_some_and(|limit| nodes >= limit);
            let is_cut = out_of_time || out_of_nodes || stop.load(Ordering::Relaxed);
            let is_behind = |candidate: &Candidate<P>| !candidate.done && candidate.round < round;
            if is_cut && round > 1 && candidates.iter().any(is_behind) {
                for (candidate, before) in candidates.iter_mut().zip(before) {
                    if !candidate.report.score.is_decisive() {
                        candidate.report = before;
                    }
                }
            }
            candidates.sort_by_cached_key(|candidate| std::cmp::Reverse(candidate.report.score));
            self.send(&mut candidates, nodes, start.elapsed(), report);
            let is_won = !limits.infinite && matches!(candidates[0].report.score.kind(), ScoreKind::Win(_));
            if is_cut || is_won || candidates.iter().all(|candidate| candidate.done) {
                break;
            }
        }
        let best = candidates.swap_remove(0);
        SearchResult { turn: best.turn, report: best.report }
    }

    /// Reports the first lines of the sorted candidates.
    fn send(
        &self,
        candidates: &mut [Candidate<P>],
        nodes: u64,
        time: Duration,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) {
        let is_tree = !self.own.is_empty();
        let mut visits: Vec<(P::Action, u32)> = Vec::new();
        for Candidate { turn, nodes, .. } in candidates.iter().filter(|_| is_tree) {
            let nodes = u32::try_from(*nodes).unwrap_or(u32::MAX);
            match visits.iter_mut().find(|(action, _)| *action == turn[0]) {
                Some((_, visits)) => *visits = visits.saturating_add(nodes),
                None => visits.push((turn[0], nodes)),
            }
        }
        // Searching those on that are done would not change them.
        let deepest = candidates.iter().map(|candidate| candidate.report.depth).max().unwrap_or(0);
        let depth = if is_tree { candidates[0].report.depth } else { deepest };
        for (number, candidate) in candidates.iter_mut().enumerate().take(self.lines) {
            let line = &mut candidate.report;
            (line.multipv, line.depth, line.nodes, line.time) = (number + 1, depth, nodes, time);
            // Those of all turns, with the first line.
            line.visits = std::mem::take(&mut visits);
            report(line);
        }
    }

    fn candidate(&self, number: usize, turn: &Turn<P::Action>) -> Candidate<P> {
        let mut game = self.game.clone();
        game.play_actions(turn).expect("the turn is legal");
        let end = game.result();
        let player = self.game.player_to_act();
        let score = end.map_or(-Score::INFINITY, |end| Score::from_end(end, player, 1));
        let mut report = SearchReport::new(turn.to_vec(), score);
        (report.depth, report.selective_depth) = (turn.len() as u32, turn.len() as u32);
        Candidate { turn: turn.clone(), game, number, report, nodes: 0, round: 0, done: end.is_some() }
    }

    /// Searches the position of a candidate as far as its round says. Returns the number of nodes.
    fn deepen(
        &mut self,
        candidate: &mut Candidate<P>,
        round: u32,
        limits: &SearchLimits,
        stop: &AtomicBool,
    ) -> u64 {
        let turn = candidate.turn.len() as u32;
        let depth = limits.depth.map(|depth| depth.saturating_sub(turn).max(1));
        let own = self.own.get_mut(candidate.number);
        let is_tree = own.is_some();
        let search = own.map_or(&mut *self.shared, |own| &mut **own);
        let playouts = 1_u64 << (PLAYOUTS.0 + round).min(PLAYOUTS.1);
        let mut round_limits = *limits;
        if is_tree {
            round_limits.depth = depth;
            round_limits.nodes = Some(limits.nodes.map_or(playouts, |nodes| nodes.min(playouts)));
        } else {
            round_limits.depth = Some(round);
        }
        let SearchResult { mut report, .. } =
            search.search(&candidate.game, &round_limits, stop, &mut |_| ());
        let nodes = report.nodes;
        // A search that was stopped knows less than the one before.
        if is_tree || report.depth >= round || round == 1 {
            let reverse = candidate.game.player_to_act() != self.game.player_to_act();
            report.score = (if reverse { -report.score } else { report.score }).earlier(1);
            let reached = if is_tree { report.depth } else { round };
            candidate.done = report.score.is_decisive() || depth.is_some_and(|depth| reached >= depth);
            report.principal_variation.splice(..0, candidate.turn.iter().copied());
            report.depth += turn;
            report.selective_depth += turn;
            report.visits.clear();
            candidate.report = report;
            candidate.round = round;
        }
        candidate.nodes += nodes;
        nodes
    }
}
