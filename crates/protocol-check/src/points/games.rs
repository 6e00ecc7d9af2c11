//! The beginning and the end of games.

use std::time::Duration;

use protocol::{Command, GoLimits};

use crate::dialogue::{Probe, accepted};
use crate::point::{Miss, Point};

const GROUP: &str = "games";

/// How long to wait for an answer that need not come.
const WHILE: Duration = Duration::from_millis(100);

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "new-game",
        says: "takes the beginning of a new game, and plays after it as before",
        required: true,
        after: Some("go-nodes"),
        run: new_game,
    },
    Point {
        group: GROUP,
        name: "finished",
        says: "takes the turns of games to their ends",
        required: false,
        after: Some("set-up"),
        run: |probe| {
            let mut engine = probe.open()?;
            finished(probe)?.iter().try_for_each(|turns| engine.turns(turns))
        },
    },
    Point {
        group: GROUP,
        name: "finished-go",
        says: "outlives `go` on a finished game, and plays another one afterwards",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            for turns in finished(probe)?.iter().take(3) {
                engine.turns(turns)?;
                engine.begin(&GoLimits::nodes(100));
                // `bestmove (none)`, an error or nothing at all: each is an answer.
                engine.session.listen(WHILE)?;
                engine.tell("stop")?;
                engine.ready()?;
            }
            engine.search(&[], &GoLimits::nodes(100)).map(drop)
        },
    },
];

fn finished<'a>(probe: &Probe<'a>) -> Result<&'a [Vec<String>], Miss> {
    match &probe.material.finished[..] {
        [] => Miss::not_offered("no game of random turns came to an end, so there is none to ask about"),
        games => Ok(games),
    }
}

fn new_game(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let command = Command::NewGame.in_dialect(probe.settings.dialect).to_string();
    for turns in probe.material.beginnings.iter().take(3) {
        let said = engine.tell(&command)?;
        accepted(&command, &said)?;
        engine.think(turns, &GoLimits::nodes(100))?;
    }
    Ok(())
}
