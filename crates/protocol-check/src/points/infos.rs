//! What an engine tells about its searches.

use std::time::Duration;

use protocol::{GoLimits, Info, ReportedScore, Start};

use crate::dialogue::{Found, Probe, first_word};
use crate::info_line;
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "infos";

/// How many games are searched for lines to look at.
const GAMES: usize = 4;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "last-info",
        says: "a last `info` with depth, score, nodes, time and nps comes before `bestmove`",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            told(probe, |info| {
                vec![
                    ("depth", info.depth.is_some()),
                    ("score", info.score.is_some()),
                    ("nodes", info.nodes.is_some()),
                    ("time", info.time.is_some()),
                    ("nps", info.nps.is_some()),
                ]
            })
        },
    },
    Point {
        group: GROUP,
        name: "full-info",
        says: "that `info` has hashfull and pv, too",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            told(probe, |info| vec![("hashfull", info.hashfull.is_some()), ("pv", !info.pv.is_empty())])
        },
    },
    Point {
        group: GROUP,
        name: "info-form",
        says: "`info` lines are well-formed: numbers where numbers belong",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            for (_, found) in searches(probe)? {
                for line in found.infos.iter().filter(|line| first_word(line) == "info") {
                    if let Some(mistake) = info_line::mistake(line) {
                        return Miss::failed(format!("`{}`: {mistake}", printable(line, 60)));
                    }
                }
            }
            Ok(())
        },
    },
    Point {
        group: GROUP,
        name: "pv-legal",
        says: "every `pv` can be played",
        required: false,
        after: Some("go-nodes"),
        run: pv_legal,
    },
    Point {
        group: GROUP,
        name: "pv-first",
        says: "the last `pv` begins with the answer",
        required: false,
        after: Some("go-nodes"),
        run: pv_first,
    },
    Point {
        group: GROUP,
        name: "won-next",
        says: "where one turn wins, the score is `mate 1`, or at least not negative",
        required: false,
        after: Some("go-nodes"),
        run: won_next,
    },
];

/// Searches of some positions, with the turns that lead there.
fn searches<'a>(probe: &Probe<'a>) -> Result<Vec<(&'a [String], Found)>, Miss> {
    let mut engine = probe.open()?;
    let games = probe.material.beginnings.iter().take(GAMES);
    games.map(|turns| Ok((&turns[..], engine.think(turns, &GoLimits::nodes(2000))?))).collect()
}

/// What the last `info` line before an answer must have.
fn told(probe: &Probe<'_>, parts: fn(&Info) -> Vec<(&'static str, bool)>) -> Result<(), Miss> {
    for (_, found) in searches(probe)? {
        let lines = found.infos.iter().rev();
        let mut infos = lines.filter_map(|line| Info::parse(line, probe.settings.dialect));
        let Some(last) = infos.find(|info| info.string.is_none()) else {
            return Miss::failed(format!("no `info` line before `{}`", printable(&found.line, 60)));
        };
        let missing = parts(&last).into_iter().filter(|(_, there)| !there).map(|(part, _)| part);
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() {
            let line = printable(&found.line, 60);
            return Miss::failed(format!("the last one before `{line}` has no {}", missing.join(", ")));
        }
    }
    Ok(())
}

fn pv_legal(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut seen = 0;
    for (turns, found) in searches(probe)? {
        for line in &found.infos {
            let Some(info) = Info::parse(line, probe.settings.dialect) else { continue };
            let mut game = probe.judge(turns);
            for (number, turn) in (1..).zip(&info.pv) {
                seen += 1;
                if let Err(error) = game.play_turn(turn) {
                    let (turn, line) = (printable(turn, 30), printable(line, 60));
                    return Miss::failed(format!("turn {number}, `{turn}`, of the pv in `{line}`: {error}"));
                }
            }
        }
    }
    if seen == 0 { Miss::not_offered("no `info` line has a `pv`") } else { Ok(()) }
}

fn pv_first(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut seen = false;
    for (_, found) in searches(probe)? {
        let info = found.last_info(probe.settings.dialect);
        let Some(first) = info.as_ref().and_then(|info| info.pv.first()) else { continue };
        seen = true;
        if first != found.turn() {
            let (first, line) = (printable(first, 30), printable(&found.line, 60));
            return Miss::failed(format!("the last pv begins with `{first}`, but then came `{line}`"));
        }
    }
    if seen { Ok(()) } else { Miss::not_offered("no last `info` line has a score and a `pv`") }
}

fn won_next(probe: &Probe<'_>) -> Result<(), Miss> {
    let Some(text) = &probe.material.won_next else {
        return Miss::not_offered("no such position was found in games of random turns");
    };
    let mut engine = probe.open()?;
    engine.position(&Start::Fen(text.clone()), &[])?;
    let found = engine.go(&GoLimits::move_time(Duration::from_millis(300)))?;
    match found.score(probe.settings.dialect) {
        Some(ReportedScore::Mate(1)) => Ok(()),
        Some(ReportedScore::Mate(turns)) => Miss::failed(format!(
            "the score is a win or loss in {turns} turns of both players, but one turn wins"
        )),
        Some(ReportedScore::Cp(points)) if points < 0 => Miss::failed(format!(
            "the score is cp {points}, but one turn wins; scores are from the view of the player to move"
        )),
        Some(ReportedScore::Cp(points)) => {
            Miss::not_offered(format!("it tells no `score mate` there, but cp {points}"))
        }
        None => Miss::not_offered("no `info` line tells a score"),
    }
}
