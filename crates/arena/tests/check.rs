//! The command `arena check`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

#[path = "../../protocol/tests/check/engine.rs"]
mod engine;
#[path = "arena/inherited_signals.rs"]
mod inherited_signals;

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};

/// The program of the mock engine, and its first arguments.
const MOCK: (&str, &[&str]) = (env!("CARGO_BIN_EXE_test-engine"), &["mock"]);

fn arena(way: &str, more: &[&str]) -> Output {
    command(way, more).output().unwrap()
}

fn command(way: &str, more: &[&str]) -> Command {
    let command = engine::mock(way);
    let words = [command.program.to_str().unwrap().to_owned()].into_iter().chain(command.args);
    let line: Vec<String> = words.map(|word| format!("'{}'", word.replace('\'', r"'\''"))).collect();
    let mut arena = Command::new(env!("CARGO_BIN_EXE_arena"));
    arena.args(["check", &line.join(" "), "--margin", "400"]).args(more);
    if !more.contains(&"--game") {
        arena.args(["--game", "take-two"]);
    }
    arena
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_exit_status_shows_whether_the_engine_passes() {
    let (status, text, stderr) = texts(&arena("is correct", &["--only", "handshake", "--only", "go-nodes"]));
    assert_eq!(status, Some(0), "{stderr}");
    assert!(text.starts_with("Mock 1 by Nobody at all: take-two, UGI\n\nhandshake\npassed  "), "{text}");
    assert!(text.contains("\n\nfirst turn\npassed       required     go-nodes "), "{text}");
    assert!(
        text.ends_with(
            "7 points: 7 passed\nthe engine meets those requirements of a tournament that were checked\n"
        ),
        "{text}"
    );

    // A failed recommended point is reported without changing the status.
    let (status, text, _) = texts(&arena("has no author", &["--only", "handshake"]));
    assert_eq!(status, Some(0));
    assert!(text.contains("\nFAILED       recommended  author "), "{text}");
    assert!(text.contains("\n--- author: FAILED: no line `id author` with an author\n"), "{text}");
    assert!(text.contains("6 points: 5 passed, 1 recommended FAILED\n"), "{text}");

    let (status, text, _) = texts(&arena("plays illegal turns", &["--only", "go-nodes"]));
    assert_eq!(status, Some(1));
    assert!(text.contains("1 point: 0 passed, 1 required FAILED\n"), "{text}");
    assert!(text.contains(" < bestmove z9\n"), "{text}");
}

#[test]
fn dialogues_are_printed_on_request() {
    let (status, text, stderr) = texts(&arena("is correct", &["--only", "readiness", "--verbose"]));
    assert_eq!(status, Some(0), "{stderr}");
    assert!(text.contains("\n--- ready: passed\n") && text.contains(" < readyok\n"), "{text}");
    assert!(text.contains("--- ready-each: passed\n"), "{text}");
    let (_, text, _) = texts(&arena("is correct", &["--only", "readiness"]));
    assert!(!text.contains("---"), "{text}");
}

#[test]
fn usage_errors_are_reported() {
    for (more, why) in [
        (&["--only", "juggling"][..], "there is no point or group `juggling`: expected one of handshake, "),
        (&["--rule", "heaps=99"], "option `heaps` does not take `99`"),
        (&["--game", "chess"], "there is no game `chess`"),
        (&["--timeout", "0"], "0 is not in 1..=3600"),
    ] {
        let (status, text, stderr) = texts(&arena("is correct", more));
        assert_eq!((status, text.as_str()), (Some(2), ""), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
    let random = Command::new(env!("CARGO_BIN_EXE_arena")).args(["check", "random"]).output().unwrap();
    let (status, _, stderr) = texts(&random);
    assert_eq!(status, Some(2));
    assert!(stderr.contains("`random` plays inside of this program"), "{stderr}");
    let army = ["check", "cmd=no-such-engine army=A7D8", "--game", "take-two"];
    let (status, _, stderr) = texts(&Command::new(env!("CARGO_BIN_EXE_arena")).args(army).output().unwrap());
    assert_eq!(status, Some(2));
    assert!(stderr.contains("army1"), "{stderr}");
}

#[test]
fn an_interrupt_ends_the_checks_and_the_engine() {
    inherited_signals::receive();
    let way = "is never ready: interrupted";
    let mut command = command(way, &["--timeout", "600", "--seed", "7"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The handshake is over when its points are printed; the next point never ends.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().contains(" nothing-else ") {}
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let status = child.wait().unwrap();
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert_eq!(status.code(), Some(130), "{rest:?}");
    assert_eq!(engine::processes(&engine::mark(way)), Vec::<String>::new());
}
