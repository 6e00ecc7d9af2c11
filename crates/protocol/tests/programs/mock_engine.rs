//! The engine that the tests of the driver start: `mock-driven-engine WAY`. It is correct, or misbehaves in one way.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

use std::io::{BufRead as _, Read as _, Write as _};
use std::thread::sleep;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

fn main() {
    behave(&std::env::args().nth(1).expect("the way to behave"));
}

fn behave(way: &str) {
    let write = |text: &str| {
        let mut out = std::io::stdout().lock();
        // The reader may have ended.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
    };
    if way == "crashes at start" {
        std::process::exit(3);
    }
    if way == "floods stderr" {
        for _ in 0..2000 {
            eprintln!("{}", "noise ".repeat(200));
        }
    }
    let mut position = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        if way == "writes garbage" {
            write("\u{0}\u{7}garbage");
            let _ = std::io::stdout()
                .write_all(b"info depth \xff\xfe score cp\ninfo\n\n bestmoves\nresponses 1\n");
            write(&"x".repeat(3 << 20));
        }
        match (words.as_slice(), way) {
            (["ugi"], "is silent") => {}
            (["ugi"], _) => {
                write(
                    "id name Mock 1\nid author Nobody at all\noption name Level of Play type spin default 1 min 0 max 9",
                );
                if way == "announces" {
                    write("option name Announcements type check default false");
                }
                write("option name Fussy type string default <empty>\nugiok");
            }
            (["isready"], _) => write("readyok"),
            (["setoption", "name", "Fussy", ..], _) => write("info string error: not this one"),
            (["position", ..], "refuses the position") => write("info string error: no such turn"),
            (["position", rest @ ..], _) => position = rest.join(" "),
            (["query", "fen"], _) => write(&format!("response {position}")),
            (["query", ..], _) => write("info string error: no such question"),
            (["go", ..], "crashes in the search") => std::process::exit(7),
            (["go", ..], "hangs" | "ignores stop") => sleep(LONG),
            (["go", ..], "floods stdout") => loop {
                write("info depth 1 score cp 1 nodes 1");
            },
            (["go", ..], "floods stdout with other lines") => loop {
                write(&"no sense ".repeat(1000));
            },
            (["go", ..], "writes no whole line" | "floods stdout without a line") => {
                let bytes = if way.starts_with("floods") { 200 << 20 } else { 10 };
                let mut text = std::io::repeat(b'x').take(bytes);
                // The reader may have ended.
                let _ = std::io::copy(&mut text, &mut std::io::stdout());
                let _ = std::io::stdout().flush();
                sleep(LONG);
            }
            (["go", ..], "floods stderr in the search") => loop {
                // The reader may have ended.
                if std::io::stderr().write_all(&[b'!'; 1 << 16]).is_err() {
                    return;
                }
            },
            (["go", ..], "writes other lines only") => write("lorem ipsum\ndolor"),
            (["go", ..], "cannot search") => write("info string error: go: no thread"),
            (["go", ..], "waits for stop") => write("info depth 1 score cp 7\nlorem"),
            (["go", rest @ ..], "announces" | "announces unasked") => {
                write(&format!("info string told {}", rest.join(" ")));
                write(match rest.last() {
                    Some(&"draw") => "info draw",
                    Some(&"claim") => "info resign",
                    _ => "info claim",
                });
                write("bestmove b");
            }
            (["setoption", "name", "Announcements", ..], "announces") => {}
            (["go", "infinite"], _) => write("info depth 1 score cp 5"),
            (["go", ..], "answers nothing") => write("bestmove"),
            (["go", ..], _) => {
                write(
                    "info string error: a small one\ninfo depth 1 score cp -3 pv a\ninfo depth 2 score mate 3 pv b c",
                );
                write("info depth 2 multipv 2 score cp 9 pv d\ninfo nodes 4 time 1 nps 4000\nbestmove b");
                if way == "answers twice" {
                    write("bestmove b");
                }
            }
            (["stop"], _) => write("bestmove stopped"),
            (["quit"], "ignores quit") => sleep(LONG),
            (["quit"], _) => return,
            _ => write("what?"),
        }
    }
}
