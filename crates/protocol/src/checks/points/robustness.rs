//! New and finished games, invalid input, the end of the process, and stray output.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;
use abstract_game::random::{SplitMix64, mix};

use crate::checks::engine::{Check, Subject, no_bestmove};
use crate::checks::result::{CheckResult, ensure, expect_none, not_offered};
use crate::checks::transcript::printable;
use crate::{Command, GoLimits, MAX_LINE, is_error};

/// How long to wait for an answer to `go` on a finished game; none is needed.
const FINISHED_TIME: Duration = Duration::from_millis(100);
/// How long a search runs before the engine is ended.
const SEARCH_TIME: Duration = Duration::from_millis(50);
/// Number of lines of random bytes.
const GARBAGE_LINES: usize = 20;

pub(super) const CHECKS: &[(&str, Check)] = &[
    ("new-game", |engine| {
        let command = Command::NewGame.in_dialect(engine.settings.dialect).to_string();
        engine.games.unfinished().take(3).try_for_each(|game| {
            engine.accepted(&command)?;
            engine.search_game(game, GoLimits::nodes(100)).map(drop)
        })
    }),
    ("finished", |engine| finished_games(engine)?.into_iter().try_for_each(|game| engine.set_game(game))),
    ("finished-go", |engine| {
        for game in finished_games(engine)?.into_iter().take(3) {
            engine.set_game(game)?;
            engine.start_search(GoLimits::nodes(100));
            // `bestmove (none)`, an error and nothing at all are valid answers.
            engine.process.lines_within(FINISHED_TIME)?;
            engine.request("stop")?;
            engine.ready()?;
        }
        engine.still_plays()
    }),
    ("unknown-command", |engine| {
        let mut unknown = ["flurble", "xyzzy 1 2 3", "-1", "{\"json\": true}"].iter();
        unknown.try_for_each(|line| no_bestmove(&format!("after `{line}`"), &engine.request(line)?))
    }),
    ("error-lines", |engine| {
        engine.set_game(engine.games.first())?;
        let option = "setoption name No-Such-Option value 1";
        for mistake in ["flurble", "position fen ?nonsense?", option, "query flurble", "go depth three"] {
            let lines = engine.request(mistake)?;
            let errors = lines.iter().filter(|line| is_error(line)).count();
            let wrote = lines.first().map_or("nothing".into(), |line| format!("`{}`", printable(line, 60)));
            ensure!(errors == 1, "`{mistake}` was answered by {errors} of them; it wrote {wrote}")?;
        }
        engine.still_plays()
    }),
    ("empty-line", |engine| ["", "   ", "\t"].iter().try_for_each(|line| engine.accepted(line))),
    ("white-space", |engine| {
        if engine.games.rules.is_default() {
            engine.process.input.send_bytes(b"  position \t startpos  \r\n", "  position \\t startpos  \\r");
        } else {
            engine.set_game(engine.games.first())?;
        }
        engine.process.input.send_bytes(b"isready\r\n", "isready\\r");
        engine.until_ready()?;
        let since = Instant::now();
        engine.process.input.send_bytes(b"\tgo\tnodes   100 \r\n", "\\tgo\\tnodes   100 \\r");
        engine.search_reply(since)?.legal(engine.games.first()).map(drop)
    }),
    ("long-line", |engine| {
        engine.process.input.send_bytes(&[vec![b'x'; 2 * MAX_LINE], vec![b'\n']].concat(), "x... (2 MiB)");
        no_bestmove("after a long line", &engine.ready()?)
    }),
    ("garbage", |engine| {
        let mut random = SplitMix64::new(mix(engine.settings.seed, &[u64::MAX]));
        for number in 1..=GARBAGE_LINES {
            let bytes = (0..100).map(|_| random.next_u64().to_le_bytes()[0]).filter(|&b| b != b'\n');
            let shown = format!("(100 random bytes, line {number} of {GARBAGE_LINES})");
            engine.process.input.send_bytes(&bytes.chain([b'\n']).collect::<Vec<u8>>(), &shown);
        }
        no_bestmove("after garbage", &engine.ready()?)
    }),
    ("quit", |engine| quit(engine).map(drop)),
    ("quit-status", |engine| {
        let status = quit(engine)?;
        ensure!(status.success(), "it ended with {status}")
    }),
    ("quit-searching", |engine| {
        searching(engine)?;
        quit(engine).map(drop)
    }),
    ("end-of-input", end_of_input),
    ("hang-up-searching", |engine| {
        searching(engine)?;
        end_of_input(engine)
    }),
    ("protocol-only", |engine| {
        let stray = engine.context.stray_lines.first();
        expect_none(stray, |line| format!("{line}; text for people belongs on standard error"))
    }),
];

fn finished_games<'a>(engine: &Subject<'a>) -> CheckResult<Vec<&'a dyn AnyMatch>> {
    let games: Vec<_> = engine.games.finished().collect();
    if games.is_empty() { not_offered("no random game came to an end") } else { Ok(games) }
}

/// Starts a search without limits.
fn searching(engine: &mut Subject<'_>) -> CheckResult {
    engine.search_forever(engine.games.first())?;
    engine.process.lines_within(SEARCH_TIME)?;
    Ok(())
}

fn quit(engine: &mut Subject<'_>) -> CheckResult<ExitStatus> {
    engine.process.send(Command::Quit);
    engine.exit()
}

fn end_of_input(engine: &mut Subject<'_>) -> CheckResult {
    engine.context.transcript.lock().add(None, "end of input");
    engine.process.close_input();
    engine.exit().map(drop)
}
