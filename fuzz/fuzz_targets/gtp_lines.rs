//! Bytes as lines of GTP, or as a game in SGF if they begin with `(`, through the engine's loop.

#![no_main]

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

use agon::gtp::{GtpLimits, serve};
use agon_engine::ugi::Agon;
use games::snorkels_core::Position;
use libfuzzer_sys::fuzz_target;
use protocol::server::ProtocolEngine as _;

/// The number of the question for the position, which follows every line.
const ID: &str = "9182736450";
/// The longest message of an error, in bytes.
const LONGEST_ERROR: usize = 400;
/// Words of lines that read or write files, or would take too long and say nothing about the loop.
const LEFT_OUT: [&str; 11] = [
    "quit",
    "loadsgf",
    "printsgf",
    "agon-candidates",
    "agon-evaluation",
    "agon-pv",
    "agon-prove",
    "hash",
    "threads",
    "file",
    ID,
];

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if text.starts_with('(') { sgf(&text) } else { lines(&text) }
});

fn lines(text: &str) {
    let left_out = |line: &str| LEFT_OUT.iter().any(|word| line.to_lowercase().contains(word));
    answers(&text.split('\n').filter(|line| !left_out(line)).collect::<Vec<_>>());
}

/// A file is refused, or gives the same game each time.
fn sgf(text: &str) {
    static FILE: LazyLock<PathBuf> = LazyLock::new(|| agon_fuzz::file("sgf"));
    fs::write(&*FILE, text).expect("a temporary file can be written");
    let load = format!("loadsgf {}", FILE.display());
    let answers =
        answers(&["boardsize 2", &load, &load, &format!("{load} 2"), "printsgf", "showboard", "undo"]);
    assert_eq!(answers[2].0, answers[3].0);
}

/// The position before each of the lines with the answer to it, and at last the one after them. Every line is answered at
/// most once, what is refused changes nothing, and a position is read back as it was written.
fn answers(lines: &[&str]) -> Vec<(String, Option<String>)> {
    let mut input = format!("{ID} agon-position\n");
    for line in lines {
        input += &format!("{line}\n{ID} agon-position\n");
    }
    let mut engine = Agon::new();
    engine.set_option("Hash", "1").expect("the smallest table");
    let limits = GtpLimits { nodes: Some(50), ..GtpLimits::default() };
    let output = Output::default();
    serve(Cursor::new(input), output.clone(), engine, &[], limits).expect("the output is in memory");
    let written = std::mem::take(&mut *output.0.lock().expect("no panic under the lock"));
    let text = String::from_utf8(written).expect("the loop writes text");
    let own = format!("={ID} ");
    let mut answers: Vec<(String, Option<String>)> = Vec::new();
    for answer in text.split_terminator("\n\n") {
        match answer.strip_prefix(&own) {
            Some(position) => {
                // That of a finished game is no position to begin from.
                if let Ok(read) = position.parse::<Position>() {
                    assert_eq!(read.to_string(), position);
                }
                answers.push((position.to_owned(), None));
            }
            None => {
                assert!(answer.starts_with(['=', '?']), "{answer}");
                assert!(answer.starts_with('=') || answer.len() <= LONGEST_ERROR, "{answer}");
                let last = &mut answers.last_mut().expect("the first question came first").1;
                assert_eq!(last.replace(answer.to_owned()), None, "a line is answered once");
            }
        }
    }
    assert_eq!(answers.len(), lines.len() + 1, "{text}");
    for ((before, answer), (after, _)) in answers.iter().zip(&answers[1..]) {
        if answer.as_ref().is_some_and(|answer| answer.starts_with('?')) {
            assert_eq!(before, after, "{answer:?}");
        }
    }
    answers
}

/// An output in memory that outlives the loop.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic under the lock").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
