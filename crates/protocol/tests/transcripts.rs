//! Conversations as data: every file of `transcripts/` holds against the loop.
//!
//! `> ` is sent to the engine (`\t`, `\r`, `\\` and `\xNN` stand for bytes), `< ` is its next line, in which `...`
//! is any text; `< ...` alone is any lines. `! ok` and `! failed` end the input and say what the
//! report says; nothing may be left unsaid then. `#` begins a comment.

#![allow(clippy::unwrap_used)]

mod support;

use protocol::server::ServeSettings;
use support::conversation::Conversation;

#[test]
fn transcripts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "the transcripts are gone");
    for file in files {
        check(&file.display().to_string(), &std::fs::read_to_string(&file).unwrap());
    }
}

fn check(name: &str, text: &str) {
    let mut talk = Conversation::start(ServeSettings::default());
    let mut skip = false;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        match line.split_at(line.len().min(2)) {
            ("> ", sent) => talk.send(bytes(sent)),
            ("< ", "...") => skip = true,
            ("< ", expected) => loop {
                let found = talk.read_line_at(&place).unwrap_or_else(|| panic!("{place}: no line came"));
                if matches(expected, &found) {
                    skip = false;
                    break;
                }
                assert!(skip, "{place}: expected `{expected}`, found `{found}`");
            },
            ("! ", end) => {
                let (rest, report) = talk.end();
                assert!(skip || rest.is_empty(), "{place}: more lines: {rest:?}");
                assert_eq!(if report.failed { "failed" } else { "ok" }, end, "{place}");
                return;
            }
            _ => assert!(line.is_empty() || line.starts_with('#'), "{place}: what is this?"),
        }
    }
    panic!("{name}: ends without `! ok` or `! failed`");
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once("...") {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices().any(|(i, _)| matches(tail, &rest[i..])) || matches(tail, "")
        }),
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('t') => bytes.push(b'\t'),
                Some('r') => bytes.push(b'\r'),
                Some('\\') => bytes.push(b'\\'),
                Some('x') => {
                    let digits: String = characters.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).unwrap());
                }
                other => panic!("no escape: {other:?}"),
            },
            _ => bytes.extend(c.to_string().bytes()),
        }
    }
    bytes
}
