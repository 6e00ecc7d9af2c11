//! The examples of the book: every block of text whose first line begins with `> ` is a conversation with the engine, and
//! the engine must still answer as printed. `...` stands for lines left out. Lines of a search that depend on time are
//! not compared.

use std::fs;
use std::path::{Path, PathBuf};

use crate::gtp;
use crate::process::Engine;

/// The page with conversations in GTP.
const GTP: &str = "gtp.md";

/// Sends a command and reads its answer up to the line that ends it.
fn answer(engine: &mut Engine, command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let (follow_up, last) = match words[..] {
        ["go", "perft", ..] => (None, "nodes "),
        ["go", "infinite"] => (Some("isready"), "readyok"),
        ["go", ..] | ["stop"] => (None, "bestmove"),
        ["query", "claim", ..] => (None, "response"),
        _ => (Some("isready"), "readyok"),
    };
    engine.send(command);
    if let Some(follow_up) = follow_up {
        engine.send(follow_up);
    }
    let mut lines = Vec::new();
    loop {
        let line = engine.line();
        let refused = follow_up.is_none() && line.starts_with("info string error");
        let ended = line.starts_with(last) || refused;
        if !(ended && line == "readyok") {
            lines.push(line);
        }
        if ended {
            lines.retain(|line| is_exact(line));
            return lines;
        }
    }
}

/// Whether a line is the same on every run.
fn is_exact(line: &str) -> bool {
    !line.starts_with("info depth") && !line.starts_with("nodes ")
}

/// The conversations of a page: the line on which each begins, and its lines.
fn conversations(page: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    let mut block: Option<(usize, Vec<&str>)> = None;
    for (number, line) in (1..).zip(page.lines()) {
        block = match block {
            None if line == "```text" => Some((number + 1, Vec::new())),
            None => None,
            Some((begin, lines)) if line == "```" => {
                if lines.first().is_some_and(|first: &&str| first.starts_with("> ")) {
                    found.push((begin, lines));
                }
                None
            }
            Some((begin, mut lines)) => {
                lines.push(line);
                Some((begin, lines))
            }
        };
    }
    found
}

/// Plays a conversation with a new engine and compares the answers.
fn replay(place: &str, game: &str, lines: &[&str]) {
    let is_gtp = place.starts_with(GTP);
    let arguments = if is_gtp { vec!["gtp", "--nodes", "1000"] } else { vec!["--game", game] };
    let mut engine = Engine::start(&arguments);
    let mut rest = lines;
    while let Some((first, after)) = rest.split_first() {
        let command = first.strip_prefix("> ").expect("a conversation begins with a command");
        let end = after.iter().position(|line| line.starts_with("> ")).unwrap_or(after.len());
        let (printed, next) = after.split_at(end);
        rest = next;
        let answer = match is_gtp {
            true => gtp::answer(&mut engine, command),
            false => answer(&mut engine, command),
        };
        let shortened = printed.contains(&"...");
        let printed: Vec<&str> =
            printed.iter().copied().filter(|line| *line != "..." && is_exact(line)).collect();
        if shortened {
            let mut answer = answer.iter();
            for line in printed {
                assert!(answer.any(|said| said == line), "{place}: `{command}` is not answered by `{line}`");
            }
        } else {
            assert_eq!(answer, printed, "{place}: the answer to `{command}`");
        }
    }
    engine.send("quit");
    assert!(engine.child.wait().expect("the engine ends").success(), "{place}");
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the book is there") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

#[test]
fn the_engine_answers_as_the_book_says() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src");
    let mut found = Vec::new();
    pages(&book, &mut found);
    found.sort();
    let mut count = 0;
    for path in found {
        let page = fs::read_to_string(&path).expect("the page is text");
        let name = path.strip_prefix(&book).expect("the page is in the book");
        let game = name.parent().and_then(Path::to_str).filter(|folder| ["symbol", "nika"].contains(folder));
        for (line, lines) in conversations(&page) {
            replay(&format!("{}:{line}", name.display()), game.unwrap_or("snorkels"), &lines);
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} conversations were found");
}
