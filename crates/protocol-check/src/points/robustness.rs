//! New and finished games, invalid input, the end of the process, and stray output.

use std::time::{Duration, Instant};

use abstract_game::random::{SplitMix64, mix};
use protocol::{Command, GoLimits, MAX_LINE, is_error};

use crate::engine::{
    CheckContext, CheckResult, EngineUnderTest, Preparation, Problem, ensure, expect_none, no_bestmove,
    no_error,
};
use crate::point::{Point, recommended, required};
use crate::transcript::printable;

/// How long to wait for an answer to `go` on a finished game; none is needed.
const FINISHED_TIME: Duration = Duration::from_millis(100);
/// How long a search runs before the engine is ended.
const SEARCH_TIME: Duration = Duration::from_millis(50);
/// Number of lines of random bytes.
const GARBAGE_LINES: usize = 20;

pub(super) const GAMES: [Point; 3] = [
    required("new-game", "accepts a new game, and plays afterwards", |engine| {
        let command = Command::NewGame.in_dialect(engine.context.settings.dialect).to_string();
        engine.context.games.unfinished.iter().take(3).try_for_each(|turns| {
            no_error(&command, &engine.request(&command)?)?;
            engine.search_after(turns, &GoLimits::nodes(100)).map(drop)
        })
    }),
    recommended("finished", "accepts the turns of finished games", |engine| {
        finished_games(engine.context)?.iter().try_for_each(|turns| engine.set_turns(turns))
    })
    .after("set-up"),
    recommended("finished-go", "plays on after `go` on a finished game", |engine| {
        for turns in finished_games(engine.context)?.iter().take(3) {
            engine.set_turns(turns)?;
            engine.start_search(&GoLimits::nodes(100));
            // `bestmove (none)`, an error and nothing at all are valid answers.
            engine.process.lines_within(FINISHED_TIME)?;
            engine.request("stop")?;
            engine.ready()?;
        }
        engine.plays(&[], &GoLimits::nodes(100))
    }),
];

pub(super) const ROBUSTNESS: [Point; 6] = [
    recommended("unknown-command", "keeps running after unknown commands", |engine| {
        ["flurble", "xyzzy 1 2 3", "-1", "{\"json\": true}"]
            .iter()
            .try_for_each(|line| no_bestmove(line, &engine.request(line)?))
    }),
    recommended("error-lines", "answers each mistake by one line `info string error ...`", error_lines)
        .after("go-nodes")
        .at(Preparation::Ready),
    recommended("empty-line", "ignores empty lines", |engine| {
        let mut lines = ["", "   ", "\t"].iter();
        lines.try_for_each(|line| no_error("an empty line", &engine.request(line)?))
    }),
    recommended("white-space", "accepts tabs, several spaces and `\\r\\n` as white space", white_space)
        .after("go-nodes")
        .at(Preparation::Ready),
    recommended("long-line", "keeps running after a line of 2 MiB", |engine| {
        engine.process.send_bytes(&[vec![b'x'; 2 * MAX_LINE], vec![b'\n']].concat(), "x... (2 MiB)");
        no_bestmove("a long line", &engine.ready()?)
    }),
    recommended("garbage", "keeps running after bytes that are not UTF-8", |engine| {
        let mut random = SplitMix64::new(mix(engine.context.settings.seed, &[u64::MAX]));
        for number in 1..=GARBAGE_LINES {
            let bytes = (0..100).map(|_| random.next_u64().to_le_bytes()[0]).filter(|&b| b != b'\n');
            let shown = format!("(100 random bytes, line {number} of {GARBAGE_LINES})");
            engine.process.send_bytes(&bytes.chain([b'\n']).collect::<Vec<u8>>(), &shown);
        }
        no_bestmove("garbage", &engine.ready()?)
    }),
];

pub(super) const ENDING: [Point; 5] = [
    required("quit", "ends within 2 s after `quit`", quit),
    recommended("quit-status", "has the exit status 0 after `quit`", |engine| {
        engine.process.send(Command::Quit);
        let status = engine.exit()?;
        ensure(status.success(), || format!("it ended with {status}"))
    })
    .after("quit"),
    required("quit-searching", "ends within 2 s after `quit`, also during a search", |engine| {
        searching(engine)?;
        quit(engine)
    })
    .after("go-nodes"),
    required("end-of-input", "ends within 2 s after its input ends", |engine| engine.exit_at_end_of_input()),
    required("hang-up-searching", "ends within 2 s after its input ends, also during a search", |engine| {
        searching(engine)?;
        engine.exit_at_end_of_input()
    })
    .after("go-nodes"),
];

pub(super) const OUTPUT: [Point; 1] = [recommended(
    "protocol-only",
    "writes only the protocol to its output, in all points before",
    |engine| {
        expect_none(engine.context.stray_lines.first(), |line| {
            format!("{line}; text for people belongs on standard error")
        })
    },
)];

fn finished_games<'a>(context: &CheckContext<'a>) -> CheckResult<&'a [Vec<String>]> {
    match &context.games.finished[..] {
        [] => Problem::not_offered("no random game came to an end"),
        games => Ok(games),
    }
}

fn error_lines(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    engine.set_turns(&[])?;
    for mistake in [
        "flurble",
        "position fen ?nonsense?",
        "setoption name No-Such-Option value 1",
        "query flurble",
        "go depth three",
    ] {
        let lines = engine.request(mistake)?;
        let errors = lines.iter().filter(|line| is_error(line)).count();
        ensure(errors == 1, || {
            let instead = lines.first().map_or("nothing".into(), |line| format!("`{}`", printable(line, 60)));
            format!("`{mistake}` was answered by {errors} of them; it wrote {instead}")
        })?;
    }
    engine.plays(&[], &GoLimits::nodes(100))
}

fn white_space(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    if engine.context.rules.is_default() {
        engine.process.send_bytes(b"  position \t startpos  \r\n", "  position \\t startpos  \\r");
    } else {
        engine.set_turns(&[])?;
    }
    engine.process.send_bytes(b"isready\r\n", "isready\\r");
    engine.lines_until("`readyok`", engine.context.settings.timeout)?;
    let since = Instant::now();
    engine.process.send_bytes(b"\tgo\tnodes   100 \r\n", "\\tgo\\tnodes   100 \\r");
    engine.search_reply(since)?.legal(&*engine.context.games.after(&[]))
}

/// Starts a search without limits.
fn searching(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    engine.search_forever(&[])?;
    engine.process.lines_within(SEARCH_TIME)?;
    Ok(())
}

fn quit(engine: &mut EngineUnderTest<'_>) -> CheckResult {
    engine.process.send(Command::Quit);
    engine.exit().map(drop)
}
