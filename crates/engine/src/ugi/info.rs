//! Converts search reports to `info` lines of the protocol: actions become complete turns.

use std::time::Duration;

use abstract_game::{End, Match, Position, Turn, turn};
use protocol::{Info, ReportedScore};
use search::{Score, ScoreKind, SearchReport};

use crate::wdl::WdlModel;

/// Converts the reports of a search of one position.
pub(crate) struct InfoWriter<P: Position> {
    pub(crate) root: P,
    /// Adds the chances of win, draw and loss.
    pub(crate) wdl: Option<WdlModel>,
    pub(crate) show_multipv: bool,
    /// The time from the command to the start of the search.
    pub(crate) before: Duration,
}

impl<P: Position> InfoWriter<P> {
    pub(crate) fn info(&self, report: &SearchReport<P::Action>) -> Info {
        let mut report = report.clone();
        report.time += self.before;
        Info {
            depth: Some(report.depth),
            seldepth: Some(report.selective_depth),
            multipv: self.show_multipv.then_some(report.multipv as u32),
            score: Some(reported_score(report.score)),
            wdl: self.wdl.map(|model| model.per_mille(report.score)),
            nodes: Some(report.nodes),
            nps: Some(report.nodes_per_second()),
            hashfull: Some(report.hashfull.min(1000) as u16),
            time: Some(report.time),
            pv: complete_turns(&self.root, &report.principal_variation),
            ..Info::default()
        }
    }
}

/// The text of the visits of a report, the most visited actions first; `None` without visits.
pub(crate) fn visits<P: Position>(root: &P, report: &SearchReport<P::Action>) -> Option<String> {
    let mut visits = report.visits.clone();
    visits.sort_by_cached_key(|&(_, visits)| std::cmp::Reverse(visits));
    let text = |&(action, visits): &(P::Action, u32)| format!(" {} {visits}", turn::write(root, &[action]));
    let texts: String = visits.iter().map(text).collect();
    (!texts.is_empty()).then(|| format!("visits{texts}"))
}

/// The report about a game that is over, for the player to act: a draw, lost, or already won.
pub(crate) fn finished<P: Position>(game: &Match<P>, end: End) -> Info {
    let score = match end.winner {
        None => ReportedScore::Cp(0),
        Some(winner) if winner == game.player_to_act() => ReportedScore::Mate(1),
        Some(_) => ReportedScore::Mate(0),
    };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}

/// The winning chance of a reported score, from 0 to 1: a proved result is certain.
pub fn expectation(score: ReportedScore) -> f64 {
    match score {
        ReportedScore::Cp(centipawns) => Score::centipawns(centipawns).expectation(),
        proved => f64::from(u8::from(proved.proved_win() == Some(true))),
    }
}

/// Distances are in turns, which UGI calls plies.
fn reported_score(score: Score) -> ReportedScore {
    match score.kind() {
        ScoreKind::Win(None) => ReportedScore::Win,
        ScoreKind::Loss(None) => ReportedScore::Loss,
        ScoreKind::Win(Some(turns)) => ReportedScore::Mate(i32::from(turns)),
        ScoreKind::Loss(Some(turns)) => ReportedScore::Mate(-i32::from(turns)),
        ScoreKind::Centipawns(cp) => ReportedScore::Cp(i32::from(cp)),
    }
}

/// The complete turns of a line of actions, each as one token. An incomplete last turn is left out, but the
/// first turn is always completed, if necessary with the first legal actions.
fn complete_turns<P: Position>(root: &P, line: &[P::Action]) -> Vec<String> {
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
