//! Hostile texts in files and input: nothing that a terminal obeys, and nothing that a reader cannot see, reaches an output.

use crate::terminal::{Folder, run};

/// A control sequence in two encodings, a bell, a backspace, a return, marks of the writing direction, characters without
/// width, separators of lines and paragraphs.
const HOSTILE: &str = "\u{1b}[2J\u{9b}1m\u{7}\u{8}\r\u{202a}\u{202e}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{2028}\u{2029}x";

/// Asserts that an output has none of these characters and no forged line, and that it quotes the text.
#[track_caller]
fn harmless(what: &str, text: &str) {
    let hostile = |c: char| c != '\n' && (c.is_control() || c != 'x' && c >= '\u{80}' && HOSTILE.contains(c));
    let bad = text.split('\n').find(|line| line.contains(hostile) || line.starts_with("forged"));
    assert!(bad.is_none(), "{what}: {bad:?}");
    assert!(text.contains("\\u{1b}["), "{what} does not quote the text:\n{text}");
}

#[test]
fn hostile_files_and_input_are_quoted_safely() {
    let folder = Folder::new("hostile");
    let turns = "1. P1 d4  ; time 0.1\n2. P2 swap  ; time 0.1\n3. P1 c3  ; time 0.1\n";
    let name = format!("{}\\nforged\\u{{1b}}[2J", HOSTILE.replace('\r', ""));
    let start = "7/7/7/7/7/7/7 p 1 -";
    let good = format!("Game: snorkels\nP1: {name}\nP2: B\nStart: {start}\nResult: unfinished\n\n{turns}");
    let record = folder.write("good.txt", &good);
    let wrong = [
        ("turn.txt", good.replace("c3", HOSTILE)),
        ("start.txt", good.replace(start, HOSTILE)),
        ("game.txt", good.replace("snorkels", HOSTILE)),
        ("rule.txt", good.replace("P1: ", &format!("Rule: {HOSTILE}=3\nP1: "))),
        ("text.txt", HOSTILE.to_owned()),
        ("text.sgf", format!("(;SZ[7];B[{HOSTILE}])")),
    ];
    let wrong = wrong.map(|(name, text)| folder.write(name, &text));
    let option = format!("{HOSTILE}=3");
    let missing = folder.file(&format!("{HOSTILE}.txt"));
    let mut cases = vec![
        (vec!["review", &record, "--nodes", "50", "--all"], String::new()),
        (vec!["review", &missing], String::new()),
        (vec!["puzzles", &missing], String::new()),
        (vec!["play", "--p2", "person"], format!("{HOSTILE}\nwhy {HOSTILE}\nload {missing}\nquit")),
        (vec!["--game", HOSTILE], String::new()),
        (vec!["--option", &option], String::new()),
        (vec![], format!("ugi\n{HOSTILE}\nposition fen \u{202e}\\u{{1b}}[\nsetoption name \u{202e}\nquit")),
        (vec!["gtp"], format!("play b {HOSTILE}\nboardsize \u{202e}\\u{{1b}}[\nloadsgf {}\nquit", wrong[5])),
    ];
    for file in &wrong[..5] {
        cases.push((vec!["review", file], String::new()));
        cases.push((vec!["puzzles", file], String::new()));
        // Refused, so that the program may end before it reads anything.
        cases.push((vec!["play", "--load", file], String::new()));
        cases.push((vec!["play", "--p2", "person"], format!("load {file}\nquit")));
    }
    for (arguments, input) in cases {
        let output = run(&arguments, &input);
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
        harmless(&format!("{arguments:?}"), &text.concat());
    }
}
