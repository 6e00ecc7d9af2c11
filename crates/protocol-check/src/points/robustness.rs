//! Lines that no front-end should send, and some that look unusual.

use abstract_game::random::SplitMix64;
use protocol::{GoLimits, MAX_LINE, is_error};

use crate::dialogue::{Probe, accepted, first_word, no_answer};
use crate::material::mix;
use crate::point::{Miss, Point};
use crate::transcript::printable;

const GROUP: &str = "robustness";

/// Some lines of bytes that mean nothing.
const GARBAGE: usize = 20;

pub(super) const POINTS: &[Point] = &[
    Point {
        group: GROUP,
        name: "unknown-command",
        says: "outlives commands that it does not know",
        required: false,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.greet()?;
            for line in ["flurble", "xyzzy 1 2 3", "-1", "{\"json\": true}"] {
                no_answer(line, &engine.tell(line)?)?;
            }
            Ok(())
        },
    },
    Point {
        group: GROUP,
        name: "error-lines",
        says: "answers each mistake by one line `info string error ...`",
        required: false,
        after: Some("go-nodes"),
        run: error_lines,
    },
    Point {
        group: GROUP,
        name: "empty-line",
        says: "ignores empty lines",
        required: false,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.greet()?;
            for line in ["", "   ", "\t"] {
                accepted("an empty line", &engine.tell(line)?)?;
            }
            Ok(())
        },
    },
    Point {
        group: GROUP,
        name: "white-space",
        says: "takes tabs, several spaces and `\\r\\n` as white space",
        required: false,
        after: Some("go-nodes"),
        run: |probe| {
            let mut engine = probe.open()?;
            if !probe.material.is_default() {
                engine.turns(&[])?;
            } else {
                engine.session.send(b"  position \t startpos  \r\n".to_vec(), "  position \\t startpos  \\r");
            }
            engine.session.send(b"isready\r\n".to_vec(), "isready\\r");
            let patience = engine.session.patience();
            engine.session.until("`readyok`", patience, |line| first_word(line) == "readyok")?;
            let since = std::time::Instant::now();
            engine.session.send(b"\tgo\tnodes   100 \r\n".to_vec(), "\\tgo\\tnodes   100 \\r");
            engine.found(since)?.legal(&*probe.judge(&[]))
        },
    },
    Point {
        group: GROUP,
        name: "long-line",
        says: "outlives a line of 2 MiB",
        required: false,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.greet()?;
            let mut line = vec![b'x'; 2 * MAX_LINE];
            line.push(b'\n');
            engine.session.send(line, "x... (2 MiB)");
            no_answer("a long line", &engine.ready()?)
        },
    },
    Point {
        group: GROUP,
        name: "garbage",
        says: "outlives bytes that are no text",
        required: false,
        after: Some("ready"),
        run: |probe| {
            let mut engine = probe.greet()?;
            let mut random = SplitMix64::new(mix(probe.settings.seed, &[u64::MAX]));
            for number in 1..=GARBAGE {
                let mut bytes: Vec<u8> =
                    (0..100).map(|_| random.next_u64().to_le_bytes()[0]).filter(|&b| b != b'\n').collect();
                bytes.push(b'\n');
                engine.session.send(bytes, &format!("(100 random bytes, line {number} of {GARBAGE})"));
            }
            no_answer("garbage", &engine.ready()?)
        },
    },
];

fn error_lines(probe: &Probe<'_>) -> Result<(), Miss> {
    let mut engine = probe.open()?;
    engine.turns(&[])?;
    for mistake in [
        "flurble",
        "position fen ?nonsense?",
        "setoption name No-Such-Option value 1",
        "query flurble",
        "go depth three",
    ] {
        let said = engine.tell(mistake)?;
        let errors = said.iter().filter(|line| is_error(line)).count();
        if errors != 1 {
            let instead = said.first().map_or("nothing".into(), |line| format!("`{}`", printable(line, 60)));
            return Miss::failed(format!("`{mistake}` was answered by {errors} of them; it said {instead}"));
        }
    }
    engine.search(&[], &GoLimits::nodes(100)).map(drop)
}
