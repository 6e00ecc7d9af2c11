//! What a search says, in the words of the protocol: actions become whole turns.

use abstract_game::{Position, Turn, turn};
use protocol::{Info, ReportedScore};
use search::{Score, ScoreKind, SearchReport};

/// Writes reports about one position.
pub(crate) struct Reporter<P: Position> {
    pub(crate) root: P,
    pub(crate) show_wdl: bool,
    pub(crate) show_line: bool,
}

impl<P: Position> Reporter<P> {
    pub(crate) fn info(&self, report: &SearchReport<P::Action>) -> Info {
        Info {
            depth: Some(report.depth),
            seldepth: Some(report.selective_depth),
            multipv: self.show_line.then_some(report.multipv as u32),
            score: Some(said(report.score)),
            wdl: self.show_wdl.then(|| wdl(report.score)),
            nodes: Some(report.nodes),
            nps: Some(report.nodes_per_second()),
            hashfull: Some(report.hashfull.min(1000) as u16),
            time: Some(report.time),
            pv: whole_turns(&self.root, &report.principal_variation),
            ..Info::default()
        }
    }
}

/// Distances are turns, which UGI calls plies.
fn said(score: Score) -> ReportedScore {
    match score.kind() {
        ScoreKind::Win(turns) => ReportedScore::Mate(i32::from(turns)),
        ScoreKind::Loss(turns) => ReportedScore::Mate(-i32::from(turns)),
        ScoreKind::Centipawns(cp) => ReportedScore::Cp(i32::from(cp)),
    }
}

/// Wins, draws and losses in per mille. The expected result is known, the share of draws is not: they
/// count half to each side.
fn wdl(score: Score) -> (u16, u16, u16) {
    let wins = (score.expectation() * 1000.0).round() as u16;
    (wins, 0, 1000 - wins)
}

/// The turns of a line of actions. A turn broken off at the end is left out, since one token is one whole
/// turn; the first turn is completed with the first actions there are.
fn whole_turns<P: Position>(root: &P, line: &[P::Action]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut start = root.clone();
    let mut position = root.clone();
    let mut pending: Turn<P::Action> = Turn::new();
    for &action in line {
        position.play_unchecked(action);
        pending.push(action);
        if position.at_turn_start() {
            texts.push(turn::write(&start, &pending));
            pending.clear();
            start = position.clone();
        }
    }
    if texts.is_empty() && !pending.is_empty() {
        while !position.at_turn_start() {
            let Some(action) = position.end_turn().or_else(|| position.actions().first().copied()) else {
                break;
            };
            position.play_unchecked(action);
            pending.push(action);
        }
        texts.push(turn::write(&start, &pending));
    }
    texts
}
