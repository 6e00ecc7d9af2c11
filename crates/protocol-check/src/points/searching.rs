//! Searches and their answers.

use std::time::Duration;

use protocol::{Dialect, GoLimits, Query, Start};

use crate::dialogue::{Probe, no_answer};
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "searching";

/// A short search.
const NODES: u64 = 500;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "go-depth",
        says: "answers `go depth` by a legal turn",
        required: true,
        after: Some("go-nodes"),
        run: |probe| probe.open()?.search(&[], &GoLimits::depth(2)).map(drop),
    },
    Point {
        group: GROUP,
        name: "go-movetime",
        says: "answers `go movetime` by a legal turn",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let limits = GoLimits::move_time(Duration::from_millis(100));
            probe.open()?.search(&[], &limits).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "go-clock",
        says: "answers `go` with clocks by a legal turn",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let (left, increment) = (Duration::from_secs(2), Duration::from_millis(10));
            probe.open()?.search(&[], &GoLimits::clocks([left; 2], [increment; 2])).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "legal-turns",
        says: "answers by legal turns all through games",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            let mut games = probe.material.beginnings.iter();
            games.try_for_each(|turns| engine.search(turns, &GoLimits::nodes(NODES)).map(drop))
        },
    },
    Point {
        group: GROUP,
        name: "legal-from-fen",
        says: "answers by legal turns in positions given by their text",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            probe.material.beginnings.iter().try_for_each(|turns| {
                let game = probe.judge(turns);
                engine.position(&Start::Fen(game.position_text()), &[])?;
                engine.go(&GoLimits::nodes(NODES))?.legal(&*game)
            })
        },
    },
    Point {
        group: GROUP,
        name: "one-answer",
        says: "answers each `go` once",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            for turns in probe.material.beginnings.iter().take(3) {
                engine.think(turns, &GoLimits::nodes(NODES))?;
                no_answer("bestmove", &engine.ready()?)?;
            }
            Ok(())
        },
    },
    Point {
        group: GROUP,
        name: "two-words",
        says: "`bestmove` is exactly two words (in UCI, `ponder` and a turn may follow)",
        required: false,
        after: Some("go-nodes"),
        run: two_words,
    },
    Point {
        group: GROUP,
        name: "nodes-kept",
        says: "keeps to the number of nodes, give or take a tenth and a thousand",
        required: false,
        after: Some("go-nodes"),
        run: nodes_kept,
    },
    Point {
        group: GROUP,
        name: "position-kept",
        says: "a search does not change the position",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            let turns = &probe.material.beginnings[probe.material.beginnings.len() - 1];
            engine.turns(turns)?;
            let before = engine.ask(&Query::Fen)?;
            engine.go(&GoLimits::nodes(NODES))?;
            let after = engine.ask(&Query::Fen)?;
            match before == after {
                true => Ok(()),
                false => Miss::failed(format!("`query fen` was `{before}`, and is `{after}` after a search")),
            }
        },
    },
];

fn two_words(probe: &Probe<'_>) -> Result<(), Miss> {
    let found = probe.open()?.search(&[], &GoLimits::nodes(NODES))?;
    let words: Vec<&str> = found.line.split_whitespace().collect();
    match (words.as_slice(), probe.settings.dialect) {
        ([_, _], _) | ([_, _, "ponder", _], Dialect::Uci) => Ok(()),
        _ => Miss::failed(format!("`{}` has {} words", printable(&found.line, 60), words.len())),
    }
}

fn nodes_kept(probe: &Probe<'_>) -> Result<(), Miss> {
    const ASKED: u64 = 20_000;
    let found = probe.open()?.search(&[], &GoLimits::nodes(ASKED))?;
    let told = found.last_info(probe.settings.dialect).and_then(|info| info.nodes);
    match told {
        None => Miss::not_offered("no `info` line with a score tells `nodes`"),
        Some(nodes) if nodes <= ASKED + ASKED / 10 + 1000 => Ok(()),
        Some(nodes) => Miss::failed(format!("it searched {nodes} nodes for `go nodes {ASKED}`")),
    }
}
