//! `isready`.

use protocol::Command;

use crate::dialogue::{Probe, QUIT, first_word};
use crate::point::{Miss, Point};

const GROUP: &str = "readiness";

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "ready",
        says: "answers `isready` by `readyok`",
        required: true,
        after: Some("greeting"),
        run: |probe| probe.greet()?.ready().map(drop),
    },
    Point {
        group: GROUP,
        name: "ready-each",
        says: "answers every `isready` once",
        required: true,
        after: Some("ready"),
        run: ready_each,
    },
];

fn ready_each(probe: &Probe<'_>) -> Result<(), Miss> {
    const TIMES: usize = 3;
    let mut engine = probe.greet()?;
    for _ in 0..TIMES {
        engine.session.say(Command::IsReady);
    }
    for _ in 0..TIMES {
        let patience = engine.session.patience();
        engine.session.until("`readyok`", patience, |line| first_word(line) == "readyok")?;
    }
    engine.session.say(Command::Quit);
    let mut more = 0;
    // The lines up to the end of the output are counted; that the engine ends is no failure here.
    let _ = engine.session.until("the end", QUIT, |line| {
        more += usize::from(first_word(line) == "readyok");
        false
    });
    match more {
        0 => Ok(()),
        more => Miss::failed(format!("{TIMES} `isready` were answered by {} `readyok`", TIMES + more)),
    }
}
