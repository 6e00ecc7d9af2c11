//! Requests during a search, and the time that a search takes.

use std::thread;
use std::time::{Duration, Instant};

use protocol::{Command, Go, GoLimits, is_error};

use crate::engine::{CheckResult, EngineUnderTest, ensure, expect_none, no_bestmove};
use crate::point::{Point, recommended, required};
use crate::transcript::{first_word, printable};

/// How long a search without limits runs before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(200);
/// Attempts to keep to a time, because the machine may be busy.
const ATTEMPTS: usize = 3;

pub(super) const DURING_A_SEARCH: [Point; 7] = [
    recommended("ready-searching", "answers `isready` also during a search", |engine| {
        engine.search_forever(&[])?;
        engine.ready().map(drop)
    }),
    required("go-infinite", "answers `go infinite` by a legal turn after `stop`", |engine| {
        engine.search_forever(&[])?;
        thread::sleep(SEARCH_TIME);
        engine.stop_search(&[]).map(drop)
    }),
    required("stop-at-once", "answers `stop` right after `go` by one legal turn", |engine| {
        engine.context.games.unfinished.iter().take(4).try_for_each(|turns| {
            engine.search_forever(turns)?;
            engine.stop_search(turns)?;
            no_bestmove("bestmove", &engine.ready()?)
        })
    }),
    recommended("stop-soon", "answers `stop` within the margin", stop_soon).after("go-infinite"),
    recommended("infinite-waits", "does not answer `go infinite` before `stop`", |engine| {
        engine.search_forever(&[])?;
        let lines = engine.process.lines_within(SEARCH_TIME)?;
        let early = lines.iter().find(|line| first_word(&line.text) == "bestmove");
        expect_none(early, |line| format!("`{}` came before", printable(&line.text, 60)))?;
        engine.stop_search(&[]).map(drop)
    })
    .after("go-infinite"),
    required("stray-stop", "ignores `stop` without a search", |engine| {
        no_bestmove("stop", &engine.request("stop")?)?;
        engine.legal_search(&[], &GoLimits::nodes(100))?;
        engine.ready()?;
        no_bestmove("stop", &engine.request("stop")?)?;
        engine.plays(&[], &GoLimits::nodes(100))
    }),
    recommended("second-go", "refuses `go` during a search by an error line, and searches on", second_go)
        .after("infinite-waits"),
];

pub(super) const TIME: [Point; 5] = [
    required("movetime", "answers within `movetime` (200 ms) and the margin", |engine| {
        both_sides(engine, 200, |_, time| GoLimits::move_time(time))
    }),
    required("clock", "answers within its clock (1 s) and the margin", |engine| {
        both_sides(engine, 1000, |_, time| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
    }),
    required("own-clock", "uses its own clock (300 ms), not its opponent's (10 minutes)", |engine| {
        both_sides(engine, 300, |mover, time| {
            let mut clocks = [Duration::from_secs(600); 2];
            clocks[mover] = time;
            GoLimits::clocks(clocks, [Duration::ZERO; 2])
        })
    }),
    required("increment", "does not use an increment (5 s) before it gets it: 200 ms are left", |engine| {
        both_sides(engine, 200, |_, time| GoLimits::clocks([time; 2], [Duration::from_secs(5); 2]))
    }),
    recommended("little-time", "answers in time with little time left (30 ms)", |engine| {
        both_sides(engine, 30, |_, time| GoLimits::clocks([time; 2], [Duration::ZERO; 2]))
    }),
];

fn stop_soon(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    let margin = engine.context.settings.margin;
    let late = attempts(margin, || {
        engine.search_forever(&[])?;
        thread::sleep(SEARCH_TIME);
        Ok(engine.stop_search(&[])?.elapsed)
    })?;
    expect_none(late, |times| format!("it took {times} ms; the margin is {} ms", margin.as_millis()))
}

/// Measures up to [`ATTEMPTS`] times. The times in milliseconds, if all of them are longer than `limit`.
fn attempts(
    limit: Duration,
    mut measure: impl FnMut() -> CheckResult<Duration>,
) -> CheckResult<Option<String>> {
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let time = measure()?;
        if time <= limit {
            return Ok(None);
        }
        times.push(time.as_millis().to_string());
    }
    Ok(Some(times.join(", ")))
}

fn second_go(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    engine.search_forever(&[])?;
    let since = Instant::now();
    let lines = engine.request(&Command::from(Go::search(GoLimits::depth(1))).to_string())?;
    let elapsed = since.elapsed().as_millis();
    expect_none(lines.iter().find(|line| first_word(line) == "bestmove"), |line| {
        format!("`{}` came {elapsed} ms after the second `go`", printable(line, 60))
    })?;
    let refused = lines.iter().any(|line| is_error(line));
    ensure(refused, || "no line `info string error` came before `readyok`".into())?;
    engine.stop_search(&[]).map(drop)
}

/// Searches with each player to move, who must answer within some milliseconds and the margin. `limits` gets the player
/// to move and that time.
fn both_sides(
    engine: &mut EngineUnderTest<'_>,
    millis: u64,
    limits: fn(usize, Duration) -> GoLimits,
) -> CheckResult {
    let (time, margin) = (Duration::from_millis(millis), engine.context.settings.margin);
    let mut done = [false; 2];
    for turns in &engine.context.games.unfinished {
        let mover = engine.context.games.after(turns).player_to_act().index();
        if std::mem::replace(&mut done[mover], true) {
            continue;
        }
        let limits = limits(mover, time);
        let late = attempts(time + margin, || Ok(engine.search_after(turns, &limits)?.elapsed))?;
        expect_none(late, |times| {
            let (player, margin) = (mover + 1, margin.as_millis());
            format!("player {player} took {times} ms of {millis} ms; the margin is {margin} ms")
        })?;
    }
    Ok(())
}
