//! What is said during a search; and `stop` without one.

use std::time::{Duration, Instant};

use protocol::{Command, GoLimits, is_error};

use crate::dialogue::{Probe, first_word, no_answer};
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "during a search";

/// How long a search without an end goes on before it is stopped.
const WHILE: Duration = Duration::from_millis(200);

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "ready-searching",
        says: "answers `isready` also during a search",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            engine.turns(&[])?;
            engine.begin(&GoLimits::infinite());
            engine.ready().map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "go-infinite",
        says: "`go infinite` is answered by a legal turn after `stop`",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            engine.turns(&[])?;
            engine.begin(&GoLimits::infinite());
            std::thread::sleep(WHILE);
            engine.stop(&*probe.judge(&[])).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "stop-at-once",
        says: "`stop` right after `go` gives a legal turn, and only one",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            for turns in probe.material.beginnings.iter().take(4) {
                engine.turns(turns)?;
                engine.begin(&GoLimits::infinite());
                engine.stop(&*probe.judge(turns))?;
                no_answer("bestmove", &engine.ready()?)?;
            }
            Ok(())
        },
    },
    Point {
        group: GROUP,
        name: "stop-soon",
        says: "`stop` is obeyed within the margin; the best of three times counts",
        required: false,
        after: Some("go-infinite"),
        run: stop_soon,
    },
    Point {
        group: GROUP,
        name: "infinite-waits",
        says: "`go infinite` is not answered before `stop`",
        required: false,
        after: Some("go-infinite"),
        run: |probe| {
            let mut engine = probe.open()?;
            engine.turns(&[])?;
            engine.begin(&GoLimits::infinite());
            let said = engine.session.listen(WHILE)?;
            match said.iter().find(|line| first_word(&line.text) == "bestmove") {
                None => engine.stop(&*probe.judge(&[])).map(drop),
                Some(line) => Miss::failed(format!("`{}` came before", printable(&line.text, 60))),
            }
        },
    },
    Point {
        group: GROUP,
        name: "stray-stop",
        says: "`stop` without a search is ignored",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            no_answer("stop", &engine.tell("stop")?)?;
            engine.search(&[], &GoLimits::nodes(100))?;
            engine.ready()?;
            no_answer("stop", &engine.tell("stop")?)?;
            engine.search(&[], &GoLimits::nodes(100)).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "second-go",
        says: "`go` during a search is an error line, and the search goes on",
        required: false,
        after: Some("infinite-waits"),
        run: second_go,
    },
];

fn stop_soon(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let mut times = Vec::new();
    for _ in 0..3 {
        engine.turns(&[])?;
        engine.begin(&GoLimits::infinite());
        std::thread::sleep(WHILE);
        let took = engine.stop(&*probe.judge(&[]))?.elapsed;
        if took <= probe.margin() {
            return Ok(());
        }
        times.push(took.as_millis().to_string());
    }
    let margin = probe.margin().as_millis();
    Miss::failed(format!("it took {} ms; the margin is {margin} ms", times.join(", ")))
}

fn second_go(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    engine.turns(&[])?;
    engine.begin(&GoLimits::infinite());
    let second = Command::Go(protocol::Go::search(GoLimits::depth(1))).to_string();
    let since = Instant::now();
    let said = engine.tell(&second)?;
    if let Some(line) = said.iter().find(|line| first_word(line) == "bestmove") {
        let took = since.elapsed().as_millis();
        return Miss::failed(format!("`{}` came {took} ms after the second `go`", printable(line, 60)));
    }
    if !said.iter().any(|line| is_error(line)) {
        return Miss::failed("no line `info string error` came before `readyok`");
    }
    engine.stop(&*probe.judge(&[])).map(drop)
}
