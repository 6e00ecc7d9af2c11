//! Iterative deepening: search to depth 1, 2, 3, ... until a limit is reached or the result proved.

use abstract_game::{Match, Position};

use super::root::Root;
use super::search::{MAX_PLY, SearchThread};
use crate::{Knowledge, Score, ScoreKind, SearchReport, SearchResult};

/// One thread's search. `helper` is 0 for the thread that answers; others vary what they do by it.
pub(super) fn deepen<P: Position, K: Knowledge<P>>(
    thread: &mut SearchThread<'_, P, K>,
    game: &Match<P>,
    lines: usize,
    helper: usize,
    report: &mut dyn FnMut(&SearchReport<P::Action>),
) -> SearchResult<P> {
    let mut root = Root::new(game.position(), thread.knowledge);
    let lines = lines.min(root.actions.len());
    let limits = *thread.control.limits();
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32);
    thread.control.check_limits();
    let mut latest = report_line(thread, &root, 0, 0);
    // Half of the helpers run one ply ahead, so that threads do not all do the same at once.
    let first_depth = 1 + (helper % 2) as u32;
    for depth in first_depth..=deepest {
        let mut line = 0;
        while line < lines {
            if thread.control.is_stopped() || search_line(thread, &mut root, line, depth).is_none() {
                break;
            }
            line += 1;
        }
        if line > 0 {
            root.actions[..line].sort_by_key(|action| std::cmp::Reverse(action.score));
        }
        let complete = line == lines && !thread.control.is_stopped();
        let said = if complete { depth } else { depth - 1 };
        if complete || root.actions[0].score > -Score::INFINITY {
            for number in (0..if complete { lines } else { 1 }).rev() {
                latest = report_line(thread, &root, number, said);
                if complete {
                    report(&latest);
                }
            }
        }
        if !complete || is_enough(thread, &root, lines, depth) {
            break;
        }
    }
    // Whatever ended the search, the last word before the answer belongs to the best line.
    latest = report_line(thread, &root, 0, latest.depth);
    report(&latest);
    SearchResult { turn: root.turn(thread), report: latest }
}

/// One line at one depth: first within a window around the score of the depth before, then wider.
fn search_line<P: Position, K: Knowledge<P>>(
    thread: &mut SearchThread<'_, P, K>,
    root: &mut Root<P>,
    line: usize,
    depth: u32,
) -> Option<Score> {
    let aspiration = thread.settings().aspiration;
    let expected = root.actions[line].score;
    let narrow = aspiration > 0 && depth >= 4 && !expected.is_decisive();
    let mut width = if narrow { aspiration } else { i32::from(i16::MAX) };
    let mut low = expected.offset(-width).max(-Score::INFINITY);
    let mut high = expected.offset(width);
    if !narrow {
        (low, high) = (-Score::INFINITY, Score::INFINITY);
    }
    loop {
        let score = root.search(thread, line, (low, high), depth)?;
        if thread.control.is_stopped() || (score > low && score < high) {
            return Some(score);
        }
        if low == -Score::INFINITY && high == Score::INFINITY {
            return Some(score);
        }
        width = width.saturating_mul(4);
        let far = width > 2_000;
        if score <= low {
            low = if far { -Score::INFINITY } else { score.offset(-width) };
        } else {
            high = if far { Score::INFINITY } else { score.offset(width) };
        }
    }
}

/// Whether looking deeper is of no use, or there is no time for it.
fn is_enough<P: Position, K: Knowledge<P>>(
    thread: &SearchThread<'_, P, K>,
    root: &Root<P>,
    lines: usize,
    depth: u32,
) -> bool {
    let limits = thread.control.limits();
    if limits.infinite {
        return false;
    }
    if thread.control.is_past_soft_limit() || (limits.time.is_some() && root.actions.len() == 1) {
        return true;
    }
    // Every line is proved, and so deep that no shorter proof can have been overlooked.
    root.actions[..lines].iter().all(|action| match action.score.kind() {
        ScoreKind::Win(turns) | ScoreKind::Loss(turns) => depth >= u32::from(turns),
        ScoreKind::Centipawns(_) => false,
    })
}

fn report_line<P: Position, K: Knowledge<P>>(
    thread: &mut SearchThread<'_, P, K>,
    root: &Root<P>,
    line: usize,
    depth: u32,
) -> SearchReport<P::Action> {
    thread.flush();
    let best = &root.actions[line];
    let searched = best.score > -Score::INFINITY;
    let score =
        if searched { best.score } else { Score::centipawns(thread.knowledge.evaluate(&root.position)) };
    SearchReport {
        depth,
        selective_depth: thread.selective_depth,
        line: line + 1,
        score,
        nodes: thread.control.nodes(),
        time: thread.control.elapsed(),
        hashfull: thread.table.hashfull(),
        principal_variation: best.line.clone(),
    }
}
