//! Requests during a search, and the time that a search takes.

use std::thread;
use std::time::{Duration, Instant};

use protocol::{Command, Go, GoLimits, is_error};

use crate::engine::{CheckContext, Problem, first_word, no_bestmove};
use crate::point::{Point, recommended, required};
use crate::transcript::printable;

/// How long a search without limits runs before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(200);
/// Attempts to keep to a time, because the machine may be busy.
const ATTEMPTS: usize = 3;

pub(super) const DURING_A_SEARCH: [Point; 7] = [
    recommended("ready-searching", "answers `isready` also during a search", |context| {
        let mut engine = context.start()?;
        engine.search_forever(&[])?;
        engine.ready().map(drop)
    }),
    required("go-infinite", "answers `go infinite` by a legal turn after `stop`", |context| {
        let mut engine = context.start()?;
        engine.search_forever(&[])?;
        thread::sleep(SEARCH_TIME);
        engine.stop_search(&[]).map(drop)
    }),
    required("stop-at-once", "answers `stop` right after `go` by one legal turn", |context| {
        let mut engine = context.start()?;
        context.games.unfinished.iter().take(4).try_for_each(|turns| {
            engine.search_forever(turns)?;
            engine.stop_search(turns)?;
            no_bestmove("bestmove", &engine.ready()?)
        })
    }),
    recommended(
        "stop-soon",
        "answers `stop` within the margin; the best of three attempts counts",
        stop_soon,
    )
    .after("go-infinite"),
    recommended("infinite-waits", "does not answer `go infinite` before `stop`", |context| {
        let mut engine = context.start()?;
        engine.search_forever(&[])?;
        let lines = engine.process.lines_within(SEARCH_TIME)?;
        match lines.iter().find(|line| first_word(&line.text) == "bestmove") {
            None => engine.stop_search(&[]).map(drop),
            Some(line) => Problem::failed(format!("`{}` came before", printable(&line.text, 60))),
        }
    })
    .after("go-infinite"),
    required("stray-stop", "ignores `stop` without a search", |context| {
        let mut engine = context.start()?;
        no_bestmove("stop", &engine.request("stop")?)?;
        engine.legal_search(&[], &GoLimits::nodes(100))?;
        engine.ready()?;
        no_bestmove("stop", &engine.request("stop")?)?;
        engine.legal_search(&[], &GoLimits::nodes(100)).map(drop)
    }),
    recommended("second-go", "refuses `go` during a search by an error line, and searches on", second_go)
        .after("infinite-waits"),
];

pub(super) const TIME: [Point; 5] = [
    required(
        "movetime",
        "answers within `movetime` (200 ms) and the margin; the best of three attempts counts",
        |context| both_sides(context, 200, |_, time| GoLimits::move_time(time)),
    ),
    required("clock", "answers within its clock (1 s) and the margin", |context| {
        both_sides(context, 1000, |_, time| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
    }),
    required("own-clock", "uses its own clock (300 ms), not its opponent's (10 minutes)", |context| {
        both_sides(context, 300, |mover, time| {
            let mut clocks = [Duration::from_secs(600); 2];
            clocks[mover] = time;
            GoLimits::clocks(clocks, [Duration::ZERO; 2])
        })
    }),
    required("increment", "does not use an increment (5 s) before it gets it: 200 ms are left", |context| {
        both_sides(context, 200, |_, time| GoLimits::clocks([time; 2], [Duration::from_secs(5); 2]))
    }),
    recommended("little-time", "answers in time with little time left (30 ms)", |context| {
        both_sides(context, 30, |_, time| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
    }),
];

fn stop_soon(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut engine = context.start()?;
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        engine.search_forever(&[])?;
        thread::sleep(SEARCH_TIME);
        let elapsed = engine.stop_search(&[])?.elapsed;
        if elapsed <= context.settings.margin {
            return Ok(());
        }
        times.push(elapsed.as_millis().to_string());
    }
    let margin = context.settings.margin.as_millis();
    Problem::failed(format!("it took {} ms; the margin is {margin} ms", times.join(", ")))
}

fn second_go(context: &CheckContext<'_>) -> Result<(), Problem> {
    let mut engine = context.start()?;
    engine.search_forever(&[])?;
    let since = Instant::now();
    let lines = engine.request(&Command::Go(Go::search(GoLimits::depth(1))).to_string())?;
    if let Some(line) = lines.iter().find(|line| first_word(line) == "bestmove") {
        let elapsed = since.elapsed().as_millis();
        return Problem::failed(format!("`{}` came {elapsed} ms after the second `go`", printable(line, 60)));
    }
    if !lines.iter().any(|line| is_error(line)) {
        return Problem::failed("no line `info string error` came before `readyok`");
    }
    engine.stop_search(&[]).map(drop)
}

/// Searches with each player to move, who must answer within some milliseconds and the margin. `limits` gets the player
/// to move and that time.
fn both_sides(
    context: &CheckContext<'_>,
    millis: u64,
    limits: fn(usize, Duration) -> GoLimits,
) -> Result<(), Problem> {
    let (time, margin) = (Duration::from_millis(millis), context.settings.margin);
    let mut engine = context.start()?;
    let mut done = [false; 2];
    for turns in &context.games.unfinished {
        let mover = context.games.after(turns).player_to_act().index();
        if std::mem::replace(&mut done[mover], true) {
            continue;
        }
        let mut times = Vec::new();
        while times.len() < ATTEMPTS {
            let elapsed = engine.search_after(turns, &limits(mover, time))?.elapsed;
            if elapsed <= time + margin {
                break;
            }
            times.push(elapsed.as_millis().to_string());
        }
        if times.len() == ATTEMPTS {
            let (player, times, margin) = (mover + 1, times.join(", "), margin.as_millis());
            return Problem::failed(format!(
                "player {player} took {times} ms of {millis} ms; the margin is {margin} ms"
            ));
        }
    }
    Ok(())
}
