//! `isready` and `uginewgame`.

use protocol::{Command, Limits};

use crate::check::dialogue::{Probe, QUIT, accepted, first_word};
use crate::check::point::{Miss, Point};

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
    Point {
        group: GROUP,
        name: "new-game",
        says: "takes the beginning of a new game, and plays after it as before",
        required: true,
        after: Some("ready"),
        run: new_game,
    },
    Point {
        group: GROUP,
        name: "ready-searching",
        says: "answers `isready` also during a search",
        required: false,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.open()?;
            engine.turns(&[])?;
            engine.begin(&Limits::infinite());
            engine.ready().map(drop)
        },
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
    let more = engine.session.rest(QUIT);
    match more.iter().filter(|line| first_word(&line.text) == "readyok").count() {
        0 => Ok(()),
        more => Miss::failed(format!("{TIMES} `isready` were answered by {} `readyok`", TIMES + more)),
    }
}

fn new_game(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let command = Command::NewGame.in_dialect(probe.settings.dialect).to_string();
    for turns in probe.material.beginnings.iter().take(3) {
        let said = engine.tell(&command)?;
        accepted(&command, &said)?;
        engine.search(turns, &Limits::nodes(100))?;
    }
    Ok(())
}
