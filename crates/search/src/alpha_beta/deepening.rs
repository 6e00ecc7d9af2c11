//! Iterative deepening: search to depth 1, 2, 3, ... until a limit is reached or the result proved.

use abstract_game::{Match, Position};

use super::node::{MOST_PLIES, Worker};
use super::root::Root;
use crate::{Answer, Decision, Knowledge, Report, Score};

/// One thread's search. `helper` is 0 for the thread that answers; others vary what they do by it.
pub(super) fn deepen<P: Position, K: Knowledge<P>>(
    worker: &mut Worker<'_, P, K>,
    game: &Match<P>,
    lines: usize,
    helper: usize,
    report: &mut dyn FnMut(&Report<P::Action>),
) -> Answer<P> {
    let mut root = Root::new(game.position(), worker.knowledge);
    let lines = lines.min(root.actions.len());
    let limits = *worker.watch.limits();
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MOST_PLIES as u32);
    worker.watch.look();
    let mut latest = report_line(worker, &root, 0, 0);
    // Half of the helpers run one ply ahead, so that threads do not all do the same at once.
    let first_depth = 1 + (helper % 2) as u32;
    for depth in first_depth..=deepest {
        let mut line = 0;
        while line < lines {
            if worker.watch.is_stopped() || search_line(worker, &mut root, line, depth).is_none() {
                break;
            }
            line += 1;
        }
        if line > 0 {
            root.actions[..line].sort_by_key(|action| std::cmp::Reverse(action.score));
        }
        let complete = line == lines && !worker.watch.is_stopped();
        let said = if complete { depth } else { depth - 1 };
        if complete || root.actions[0].score > -Score::INFINITY {
            for number in (0..if complete { lines } else { 1 }).rev() {
                latest = report_line(worker, &root, number, said);
                if complete {
                    report(&latest);
                }
            }
        }
        if !complete || is_enough(worker, &root, lines, depth) {
            break;
        }
    }
    // Whatever ended the search, the last word before the answer belongs to the best line.
    latest = report_line(worker, &root, 0, latest.depth);
    report(&latest);
    Answer { turn: root.turn(worker), report: latest }
}

/// One line at one depth: first within a window around the score of the depth before, then wider.
fn search_line<P: Position, K: Knowledge<P>>(
    worker: &mut Worker<'_, P, K>,
    root: &mut Root<P>,
    line: usize,
    depth: u32,
) -> Option<Score> {
    let aspiration = worker.settings().aspiration;
    let expected = root.actions[line].score;
    let narrow = aspiration > 0 && depth >= 4 && !expected.is_decided();
    let mut width = if narrow { aspiration } else { i32::from(i16::MAX) };
    let mut low = expected.offset(-width).max(-Score::INFINITY);
    let mut high = expected.offset(width);
    if !narrow {
        (low, high) = (-Score::INFINITY, Score::INFINITY);
    }
    loop {
        let score = root.search(worker, line, (low, high), depth)?;
        if worker.watch.is_stopped() || (score > low && score < high) {
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
    worker: &Worker<'_, P, K>,
    root: &Root<P>,
    lines: usize,
    depth: u32,
) -> bool {
    let limits = worker.watch.limits();
    if limits.infinite {
        return false;
    }
    if worker.watch.is_late() || (limits.time.is_some() && root.actions.len() == 1) {
        return true;
    }
    // Every line is proved, and so deep that no shorter proof can have been overlooked.
    root.actions[..lines].iter().all(|action| match action.score.decision() {
        Decision::Win(turns) | Decision::Loss(turns) => depth >= u32::from(turns),
        Decision::Centipawns(_) => false,
    })
}

fn report_line<P: Position, K: Knowledge<P>>(
    worker: &mut Worker<'_, P, K>,
    root: &Root<P>,
    line: usize,
    depth: u32,
) -> Report<P::Action> {
    worker.flush();
    let best = &root.actions[line];
    let searched = best.score > -Score::INFINITY;
    let score =
        if searched { best.score } else { Score::centipawns(worker.knowledge.evaluate(&root.position)) };
    Report {
        depth,
        selective_depth: worker.selective_depth,
        line: line + 1,
        score,
        nodes: worker.watch.nodes(),
        time: worker.watch.elapsed(),
        hash_full: worker.table.full_per_mille(),
        principal_variation: best.line.clone(),
    }
}
