//! The end of the process.

use std::process::ExitStatus;
use std::time::Duration;

use protocol::{Command, GoLimits};

use crate::dialogue::{Engine, Probe, QUIT};
use crate::point::{Miss, Point};

const GROUP: &str = "ending";

/// How long a search goes on before the end comes.
const WHILE: Duration = Duration::from_millis(50);

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "quit",
        says: "`quit` ends it within 2 s",
        required: true,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.open()?;
            quit(&mut engine).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "quit-status",
        says: "its exit status is 0 after `quit`",
        required: false,
        after: Some("quit"),
        run: |probe| {
            let mut engine = probe.open()?;
            let status = quit(&mut engine)?;
            if status.success() { Ok(()) } else { Miss::failed(format!("it ended with {status}")) }
        },
    },
    Point {
        group: GROUP,
        name: "quit-searching",
        says: "`quit` ends it within 2 s also during a search",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = searching(probe)?;
            quit(&mut engine).map(drop)
        },
    },
    Point {
        group: GROUP,
        name: "end-of-input",
        says: "the end of its input ends it within 2 s",
        required: true,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.open()?;
            hang_up(&mut engine)
        },
    },
    Point {
        group: GROUP,
        name: "hang-up-searching",
        says: "the end of its input ends it within 2 s also during a search",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = searching(probe)?;
            hang_up(&mut engine)
        },
    },
];

/// An engine that searches without an end.
fn searching<'a>(probe: &'a Probe<'a>) -> Result<Engine<'a>, Miss> {
    let mut engine = probe.open()?;
    engine.turns(&[])?;
    engine.begin(&GoLimits::infinite());
    engine.session.listen(WHILE)?;
    Ok(engine)
}

fn quit(engine: &mut Engine<'_>) -> Result<ExitStatus, Miss> {
    engine.session.say(Command::Quit);
    engine.session.end(QUIT).map_or_else(|| Miss::failed("it was still there, and had to be killed"), Ok)
}

fn hang_up(engine: &mut Engine<'_>) -> Result<(), Miss> {
    engine.session.hang_up();
    match engine.session.end(QUIT) {
        Some(_) => Ok(()),
        None => Miss::failed("it was still there, and had to be killed"),
    }
}
