//! Keeping to the time.

use std::time::Duration;

use protocol::GoLimits;

use crate::dialogue::Probe;
use crate::point::{Miss, Point};

const GROUP: &str = "time";

/// How often an engine may try; a machine that is busy with something else is no fault of the engine.
const TRIES: usize = 3;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "movetime",
        says: "answers within `movetime` (200 ms) and the margin; the best of three times counts",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let time = millis(200);
            both_sides(probe, time, |_| GoLimits::move_time(time))
        },
    },
    Point {
        group: GROUP,
        name: "clock",
        says: "answers within its clock (1 s) and the margin",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let time = millis(1000);
            both_sides(probe, time, |_| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
        },
    },
    Point {
        group: GROUP,
        name: "own-clock",
        says: "looks at its own clock (300 ms), not at the other's (10 minutes)",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let time = millis(300);
            both_sides(probe, time, |mover| {
                let mut clocks = [Duration::from_secs(600); 2];
                clocks[mover] = time;
                GoLimits::clocks(clocks, [Duration::ZERO; 2])
            })
        },
    },
    Point {
        group: GROUP,
        name: "increment",
        says: "does not spend an increment (5 s) before it has it: 200 ms are left",
        required: true,
        after: Some("go-nodes"),
        run: |probe| {
            let time = millis(200);
            both_sides(probe, time, |_| GoLimits::clocks([time; 2], [Duration::from_secs(5); 2]))
        },
    },
    Point {
        group: GROUP,
        name: "little-time",
        says: "answers in time when the clock is nearly out (30 ms)",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let time = millis(30);
            both_sides(probe, time, |_| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
        },
    },
];

const fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// Searches with each player to move, within a time; the limits may depend on who moves.
fn both_sides(probe: &Probe<'_>, time: Duration, limits: impl Fn(usize) -> GoLimits) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    let mut asked = [false; 2];
    for turns in &probe.material.beginnings {
        let mover = probe.judge(turns).player_to_act().index();
        if std::mem::replace(&mut asked[mover], true) {
            continue;
        }
        let limits = limits(mover);
        let mut times = Vec::new();
        while times.len() < TRIES {
            let took = engine.think(turns, &limits)?.elapsed;
            if took <= time + probe.margin() {
                break;
            }
            times.push(took.as_millis().to_string());
        }
        if times.len() == TRIES {
            let (time, margin) = (time.as_millis(), probe.margin().as_millis());
            return Miss::failed(format!(
                "player {} took {} ms of {time} ms; the margin is {margin} ms",
                mover + 1,
                times.join(", "),
            ));
        }
    }
    Ok(())
}
