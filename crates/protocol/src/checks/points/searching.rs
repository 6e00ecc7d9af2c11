//! Searches: their answers, their `info` lines, requests while they run, and the time that they take.

use std::thread;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;

use crate::checks::engine::{Check, SearchReply, Subject, no_bestmove};
use crate::checks::result::{CheckResult, ensure, expect_none, failed, not_offered};
use crate::checks::transcript::printable;
use crate::{
    ANNOUNCEMENTS, Announcement, Command, Dialect, Go, GoLimits, Info, OptionDecl, Query, ReportedScore,
    is_error,
};

/// Limit of a short search.
const NODES: u64 = 500;
/// Number of positions whose `info` lines are checked.
const INFO_POSITIONS: usize = 4;
/// How long a search without limits runs before it is stopped.
const SEARCH_TIME: Duration = Duration::from_millis(200);
/// Attempts to keep to a time, because the machine may be busy.
const ATTEMPTS: usize = 3;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("go-depth", |engine| engine.plays(GoLimits::depth(2))),
    ("go-movetime", |engine| engine.plays(GoLimits::move_time(Duration::from_millis(100)))),
    ("go-clock", |engine| engine.plays(clocks([2000, 2000], 10))),
    ("legal-turns", |engine| {
        let mut games = engine.games.unfinished();
        games.try_for_each(|game| engine.legal_search(game, GoLimits::nodes(NODES)).map(drop))
    }),
    ("legal-from-fen", |engine| {
        engine.games.unfinished().try_for_each(|game| {
            engine.set_fen(game.position_text(), Vec::new())?;
            engine.search(GoLimits::nodes(NODES))?.legal(game).map(drop)
        })
    }),
    ("one-answer", |engine| {
        engine.games.unfinished().take(3).try_for_each(|game| {
            engine.search_game(game, GoLimits::nodes(NODES))?;
            no_bestmove("after the answer", &engine.ready()?)
        })
    }),
    ("two-words", |engine| {
        let reply = engine.legal_search(engine.games.first(), GoLimits::nodes(NODES))?;
        let words: Vec<&str> = reply.bestmove.split_whitespace().collect();
        match (words.as_slice(), engine.settings.dialect) {
            ([_, _], _) | ([_, _, "ponder", _], Dialect::Uci) => Ok(()),
            _ => failed(format!("`{}` has {} words", reply.shown(), words.len())),
        }
    }),
    ("nodes-kept", |engine| {
        const LIMIT: u64 = 20_000;
        let reply = engine.legal_search(engine.games.first(), GoLimits::nodes(LIMIT))?;
        match reply.last_info().and_then(|info| info.nodes) {
            None => not_offered("no `info` line with a score has `nodes`"),
            Some(nodes) => {
                let kept = nodes <= LIMIT + LIMIT / 10 + 1000;
                ensure!(kept, "it searched {nodes} nodes for `go nodes {LIMIT}`")
            }
        }
    }),
    ("position-kept", |engine| {
        engine.set_game(engine.games.unfinished().last().unwrap_or(engine.games.first()))?;
        let before = engine.query(&Query::Fen)?;
        engine.search(GoLimits::nodes(NODES))?;
        let after = engine.query(&Query::Fen)?;
        ensure!(before == after, "`query fen` was `{before}`, and is `{after}` after a search")
    }),
    ("last-info", |engine| last_info_has(engine, &["depth", "score", "nodes", "time", "nps"])),
    ("full-info", |engine| last_info_has(engine, &["hashfull", "pv"])),
    ("info-form", |engine| {
        let replies = searches(engine)?;
        let mut lines = replies.iter().flat_map(|(_, reply)| &reply.infos);
        let wrong = lines.find_map(|(line, _)| Some((line, Info::mistake(line)?)));
        expect_none(wrong, |(line, mistake)| format!("`{}`: {mistake}", printable(line, 60)))
    }),
    ("pv-legal", |engine| {
        let mut any = false;
        for (game, reply) in searches(engine)? {
            for (line, info) in &reply.infos {
                let mut game = game.boxed_clone();
                for (number, turn) in (1..).zip(&info.pv) {
                    any = true;
                    expect_none(game.play_turn(turn).err(), |error| {
                        let (turn, line) = (printable(turn, 30), printable(line, 60));
                        format!("turn {number}, `{turn}`, of the pv in `{line}`: {error}")
                    })?;
                }
            }
        }
        if any { Ok(()) } else { not_offered("no `info` line has a `pv`") }
    }),
    ("pv-first", |engine| {
        let mut any = false;
        for (_, reply) in searches(engine)? {
            let Some(first) = reply.last_info().and_then(|info| info.pv.first()) else { continue };
            any = true;
            let (shown, line) = (printable(first, 30), reply.shown());
            ensure!(first == reply.turn(), "the last pv begins with `{shown}`, but then came `{line}`")?;
        }
        if any { Ok(()) } else { not_offered("no last `info` line has a score and a `pv`") }
    }),
    ("won-next", |engine| {
        let Some(game) = &engine.games.win_in_one else {
            return not_offered("no such position was found in random games");
        };
        engine.set_fen(game.position_text(), Vec::new())?;
        let reply = engine.search(GoLimits::move_time(Duration::from_millis(300)))?;
        match reply.score() {
            Some(ReportedScore::Mate(1)) => Ok(()),
            Some(ReportedScore::Cp(points)) if points >= 0 => {
                not_offered(format!("the score there is cp {points}, and no `score mate`"))
            }
            Some(score) => failed(format!(
                "the score is {score}, but one turn wins; scores are from the view of the player to move, and \
                 `score mate` counts the turns of both players"
            )),
            None => not_offered("no `info` line has a score"),
        }
    }),
    ("announcements", |engine| {
        let mut options = engine.process.options().iter();
        let Some(option) = options.find(|option| option.is_named(ANNOUNCEMENTS)).cloned() else {
            return not_offered(format!("it has no option {ANNOUNCEMENTS}"));
        };
        let expected = OptionDecl::check(ANNOUNCEMENTS, false);
        ensure!(option.kind == expected.kind, "`{option}`; expected `{expected}`")?;
        engine.set_option(option.name, "true".into())?;
        for game in engine.games.win_in_one.iter().map(|game| &**game).chain([engine.games.first()]) {
            for announced in [None, Some(Announcement::Draw), Some(Announcement::Claim)] {
                engine.set_game(game)?;
                let go = Go { announced, ..Go::from(GoLimits::nodes(NODES)) };
                engine.process.send(Command::from(go).in_dialect(engine.settings.dialect));
                let reply = engine.search_reply(Instant::now())?;
                let alone = |info: &Info| info.announcement.is_none_or(|word| *info == Info::announce(word));
                expect_none(reply.infos.iter().find(|(_, info)| !alone(info)), |(line, _)| {
                    format!("`{}`: an announcement is a line of its own", printable(line, 60))
                })?;
            }
        }
        Ok(())
    }),
    ("ready-searching", |engine| {
        engine.search_forever(engine.games.first())?;
        engine.ready().map(drop)
    }),
    ("go-infinite", |engine| time_to_stop(engine).map(drop)),
    ("stop-at-once", |engine| {
        engine.games.unfinished().take(4).try_for_each(|game| {
            engine.search_forever(game)?;
            engine.stop_search(game)?;
            no_bestmove("after the answer", &engine.ready()?)
        })
    }),
    ("stop-soon", |engine| in_time(engine.settings.margin, "it", 0, || time_to_stop(engine))),
    ("infinite-waits", |engine| {
        engine.search_forever(engine.games.first())?;
        no_bestmove("before", &engine.process.lines_within(SEARCH_TIME)?)?;
        engine.stop_search(engine.games.first()).map(drop)
    }),
    ("stray-stop", |engine| {
        no_bestmove("without a search", &engine.request("stop")?)?;
        engine.still_plays()?;
        engine.ready()?;
        no_bestmove("without a search", &engine.request("stop")?)?;
        engine.still_plays()
    }),
    ("second-go", |engine| {
        engine.search_forever(engine.games.first())?;
        let since = Instant::now();
        let lines = engine.request(&Command::from(Go::from(GoLimits::depth(1))).to_string())?;
        let elapsed = since.elapsed().as_millis();
        no_bestmove(&format!("{elapsed} ms after the second `go`"), &lines)?;
        let refused = lines.iter().any(|line| is_error(line));
        ensure!(refused, "no line `info string error` came before `readyok`")?;
        engine.stop_search(engine.games.first()).map(drop)
    }),
    ("movetime", |engine| both_sides(engine, 200, |_| GoLimits::move_time(Duration::from_millis(200)))),
    ("clock", |engine| both_sides(engine, 1000, |_| clocks([1000, 1000], 0))),
    ("own-clock", |engine| {
        let own = |mover| clocks(if mover == 0 { [300, 600_000] } else { [600_000, 300] }, 0);
        both_sides(engine, 300, own)
    }),
    ("increment", |engine| both_sides(engine, 200, |_| clocks([200, 200], 5000))),
    ("little-time", |engine| both_sides(engine, 30, |_| clocks([30, 30], 0))),
];

/// Searches of some positions, with the games that lead there.
fn searches<'a>(engine: &mut Subject<'a>) -> CheckResult<Vec<(&'a dyn AnyMatch, SearchReply)>> {
    let games = engine.games.unfinished().take(INFO_POSITIONS);
    games.map(|game| Ok((game, engine.search_game(game, GoLimits::nodes(2000))?))).collect()
}

/// Fails unless the last `info` line before each answer has all parts.
fn last_info_has(engine: &mut Subject<'_>, parts: &[&str]) -> CheckResult {
    searches(engine)?.iter().try_for_each(|(_, reply)| {
        let line = reply.shown();
        let Some((_, last)) = reply.infos.iter().rev().find(|(_, info)| info.string.is_none()) else {
            return failed(format!("no `info` line before `{line}`"));
        };
        let missing: Vec<_> = last.missing().into_iter().filter(|part| parts.contains(part)).collect();
        ensure!(missing.is_empty(), "the last one before `{line}` has no {}", missing.join(", "))
    })
}

/// Searches without limits for a while. Returns the time from `stop` to the answer, which must be legal.
fn time_to_stop(engine: &mut Subject<'_>) -> CheckResult<Duration> {
    engine.search_forever(engine.games.first())?;
    thread::sleep(SEARCH_TIME);
    Ok(engine.stop_search(engine.games.first())?.elapsed)
}

/// Clocks of both players and an increment, in milliseconds.
fn clocks(left: [u64; 2], increment: u64) -> GoLimits {
    GoLimits::clocks(left.map(Duration::from_millis), [Duration::from_millis(increment); 2])
}

/// Searches with each player to move, who must answer within `millis` and the margin. `limits` gets the player to move.
fn both_sides(engine: &mut Subject<'_>, millis: u64, limits: fn(usize) -> GoLimits) -> CheckResult {
    let margin = engine.settings.margin;
    for player in 0..2 {
        let mut games = engine.games.unfinished();
        let Some(game) = games.find(|game| game.player_to_act().index() == player) else { continue };
        let search = || Ok(engine.search_game(game, limits(player))?.elapsed);
        in_time(margin, &format!("player {}", player + 1), millis, search)?;
    }
    Ok(())
}

/// Measures up to [`ATTEMPTS`] times. Fails if all times are longer than `millis` and the margin.
fn in_time(
    margin: Duration,
    who: &str,
    millis: u64,
    mut measure: impl FnMut() -> CheckResult<Duration>,
) -> CheckResult {
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let time = measure()?;
        if time <= Duration::from_millis(millis) + margin {
            return Ok(());
        }
        times.push(time.as_millis().to_string());
    }
    let (times, margin) = (times.join(", "), margin.as_millis());
    failed(format!("{who} took {times} ms of {millis} ms; the margin is {margin} ms"))
}
