//! Iterative deepening: searches to depth 1, 2, 3, … until a limit is reached or the result is proved.

use abstract_game::{Match, Position};

use super::pruning::Window;
use super::root::{Root, RootAction};
use super::stack::MAX_PLY;
use super::thread::SearchThread;
use crate::time::Course;
use crate::{MoveOrdering, Score, ScoreKind, SearchReport, SearchResult};

/// Runs the iterations of one thread. `helper` is 0 for the main thread, which returns the result; helper
/// threads use their number to search differently.
pub(super) fn deepen<P: Position, K: MoveOrdering<P>>(
    thread: &mut SearchThread<'_, P, K>,
    game: &Match<P>,
    left_out: &[P::Action],
    lines: usize,
    helper: usize,
    report: &mut dyn FnMut(&SearchReport<P::Action>),
) -> SearchResult<P> {
    let mut root = Root::new(game.position(), left_out, thread.knowledge);
    let lines = lines.min(root.actions.len());
    let limits = thread.control.limits;
    let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32);
    thread.control.check_limits();
    let mut completed = 0;
    // Half of the helpers search one ply deeper than the main thread.
    let first_depth = 1 + (helper % 2) as u32;
    let mut course = Course { unchanged: 0, best_share: 1.0, drop: 0 };
    let mut completed_lines = Vec::new();
    for depth in first_depth..=max_depth {
        let (last_best, last_score) = (root.actions[0].action, root.actions[0].score);
        root.actions.iter_mut().for_each(|action| action.nodes = 0);
        let mut line = 0;
        while line < lines {
            if thread.control.is_stopped() || !root.search_line(thread, line, depth) {
                break;
            }
            line += 1;
        }
        root.actions[..line].sort_by_cached_key(|action| std::cmp::Reverse(action.score));
        if line < lines || thread.control.is_stopped() {
            break;
        }
        if helper == 0 {
            thread.control.begin();
        }
        completed = depth;
        root.send(thread, lines, depth, report);
        if lines > 1 {
            completed_lines = root.actions[..lines].to_vec();
        }
        let best = &root.actions[0];
        let nodes: u64 = root.actions.iter().map(|action| action.nodes).sum();
        course = Course {
            unchanged: if best.action == last_best { course.unchanged + 1 } else { 0 },
            best_share: best.nodes as f64 / nodes.max(1) as f64,
            drop: last_score.raw() - best.score.raw(),
        };
        if root.can_stop(thread, lines, depth, &course) {
            break;
        }
    }
    // Scores of two depths cannot be compared: of several lines those of the last complete iteration are the result.
    root.restore(&completed_lines);
    root.leave_lost_action();
    let turn = root.complete_turn(thread);
    let last = root.send(thread, if completed == 0 { 1 } else { lines }, completed, report);
    SearchResult { turn, report: last }
}

impl<P: Position, K: MoveOrdering<P>> Root<P, K> {
    /// Searches one line (MultiPV) to one depth, with an aspiration window around its last score. Returns whether an action was
    /// finished.
    fn search_line(&mut self, thread: &mut SearchThread<'_, P, K>, line: usize, depth: u32) -> bool {
        let parameters = *thread.parameters;
        let expected = self.actions[line].score;
        let mut width = parameters.aspiration_window;
        let (mut low, mut high) = (-Score::INFINITY, Score::INFINITY);
        if width > 0 && depth >= parameters.aspiration_depth && !expected.is_decisive() {
            (low, high) = (expected.offset(-width), expected.offset(width));
        }
        loop {
            let Some(score) = self.search(thread, line, Window { alpha: low, beta: high, depth }) else {
                return false;
            };
            if thread.control.is_stopped() || (score > low && score < high) {
                return true;
            }
            width = width.saturating_mul(parameters.aspiration_widening);
            let full = width > parameters.aspiration_max_width;
            if score <= low {
                low = if full { -Score::INFINITY } else { score.offset(-width) };
            } else {
                high = if full { Score::INFINITY } else { score.offset(width) };
            }
        }
    }

    /// Whether another iteration is useless, or there is no time for it.
    fn can_stop(&self, thread: &SearchThread<'_, P, K>, lines: usize, depth: u32, course: &Course) -> bool {
        let limits = &thread.control.limits;
        if limits.infinite {
            return false;
        }
        if thread.control.is_past_soft_limit(course) || (limits.is_timed() && self.actions.len() == 1) {
            return true;
        }
        // Every line is proved, and no shorter win can exist beyond this depth, which counts actions.
        self.actions[..lines].iter().all(|action| match action.score.kind() {
            ScoreKind::Win(Some(turns)) | ScoreKind::Loss(Some(turns)) => {
                depth >= u32::from(turns) * thread.longest_turn
            }
            _ => false,
        })
    }

    /// Reports lines, the best first. Returns the report of the best one.
    fn send(
        &self,
        thread: &mut SearchThread<'_, P, K>,
        lines: usize,
        depth: u32,
        report: &mut dyn FnMut(&SearchReport<P::Action>),
    ) -> SearchReport<P::Action> {
        thread.flush_node_count();
        let (nodes, time) = (thread.control.nodes(), thread.control.elapsed());
        let hashfull = thread.shared.table.hashfull();
        let report_of = |(multipv, line): (usize, &RootAction<P::Action>)| {
            let searched = line.score > -Score::INFINITY;
            let score = if searched { line.score } else { thread.knowledge.static_score(&self.position) };
            let selective_depth = thread.selective_depth;
            let line = SearchReport::new(line.principal_variation.clone(), score);
            SearchReport { depth, selective_depth, multipv, nodes, time, hashfull, ..line }
        };
        let best = report_of((1, &self.actions[0]));
        report(&best);
        (2..).zip(&self.actions[1..lines]).for_each(|line| report(&report_of(line)));
        best
    }
}
