//! The loop answers any input and continues.
#![allow(clippy::unwrap_used)]

mod support;

use std::io::{self, Write};

use proptest::prelude::*;
use protocol::MAX_LINE;
use protocol::server::{ServeSettings, serve};
use support::Counter;
use support::conversation::{Conversation, answers};

fn errors(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("info string error: ")).count()
}

#[test]
fn lines_of_a_mebibyte_are_read_and_longer_ones_refused() {
    let mut input = b"position startpos".to_vec();
    input.resize(MAX_LINE, b' ');
    input.extend(b"\r\nquery fen\nposition startpos moves 1");
    input.extend(vec![b' '; 5 * MAX_LINE]);
    input.extend(b"\nquery fen\n");
    input.extend(vec![b'x'; MAX_LINE + 1]);
    input.extend(b"\nisready");
    let (lines, report) = answers(&input, &ServeSettings::default());
    assert_eq!(lines[0], "response 0 of 21 p1");
    assert!(lines[1].starts_with("info string error: the line `position startpos moves 1"), "{}", lines[1]);
    assert!(lines[1].ends_with("too long; expected at most 1048576 bytes"), "{}", lines[1]);
    assert_eq!(lines[2], "response 0 of 21 p1");
    assert!(lines[3].contains("`xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...` is too long"));
    assert_eq!(lines[4..], ["readyok"]);
    assert_eq!((report.errors, report.failed), (2, false));
}

#[test]
fn without_a_thread_a_search_ends_before_the_next_line_is_read() {
    let settings = ServeSettings { search_stack: None, ..ServeSettings::default() };
    let (lines, report) =
        answers(b"go depth 2\nposition startpos moves 1\ngo infinite\nquery fen", &settings);
    let answered: Vec<_> = lines.iter().filter(|line| !line.starts_with("info depth")).collect();
    assert_eq!(answered, ["bestmove 3", "bestmove 3", "response 1 of 21 p2"]);
    assert_eq!(report.errors, 0);
}

#[test]
fn each_line_of_random_bytes_is_refused() {
    let mut input: Vec<u8> = (0..=255).collect();
    input.extend(b"\nisready\n");
    let (lines, _) = answers(&input, &ServeSettings::default());
    // The junk has one end of line in it.
    assert_eq!(lines.len(), 3);
    assert_eq!((errors(&lines), lines[2].as_str()), (2, "readyok"));
    assert!(lines.iter().all(|line| line.is_ascii() && !line.contains(|c: char| c.is_control())));
}

#[test]
fn hundreds_of_moves() {
    let mut talk = Conversation::start(ServeSettings::default());
    talk.send("setoption name Target value 1000");
    for n in [1, 2, 300, 900, 1000] {
        talk.send(format!("position startpos moves{}", " 1".repeat(n)));
        talk.send("query fen");
        let player = if n % 2 == 0 { "p1" } else { "p2" };
        assert_eq!(talk.read_line().unwrap(), format!("response {n} of 1000 {player}"));
    }
    talk.send(format!("position startpos moves{} 2{}", " 1".repeat(999), " 1".repeat(300)));
    assert!(talk.read_line().unwrap().contains("turn 1000 `2` is illegal"));
    talk.send("query fen");
    assert_eq!(talk.read_line().unwrap(), "response 1000 of 1000 p1");
    assert!(talk.end().0.is_empty());
}

#[test]
fn stop_at_once_gives_a_turn() {
    let mut talk = Conversation::start(ServeSettings::default());
    for _ in 0..200 {
        // Sent together; the answer to the second `go` needs the first to be over.
        talk.send("go\nstop");
        assert_eq!(talk.read_answer().unwrap(), "bestmove 3");
        talk.send("go infinite\nstop");
        assert_eq!(talk.read_answer().unwrap(), "bestmove 3");
        talk.send("stop\nposition startpos moves 1\nisready");
        assert_eq!(talk.read_answer().unwrap(), "readyok");
    }
    assert!(talk.end().0.is_empty());
}

#[test]
fn the_end_of_input_ends_a_search() {
    for end in ["", "quit\n"] {
        let (lines, _) = answers(format!("go\nisready\n{end}").as_bytes(), &ServeSettings::default());
        assert_eq!(lines.last().unwrap(), "bestmove 3");
        assert!(lines.contains(&"readyok".into()));
    }
}

#[test]
fn a_missing_last_info_is_an_error_in_debug_builds() {
    let mut talk = Conversation::start(ServeSettings::default());
    talk.send("setoption name Fault value bare\ngo depth 1");
    if cfg!(debug_assertions) {
        assert_eq!(talk.read_line().unwrap(), "info string error: internal: no info before bestmove");
    }
    assert_eq!(talk.read_line().unwrap(), "bestmove 3");
    talk.end();
}

#[test]
fn a_person_is_greeted() {
    let settings = ServeSettings { greeting: true, ..ServeSettings::default() };
    let (lines, _) = answers(b"isready\nuci\nsetoption name uci_variant value misere\nisready\n", &settings);
    assert_eq!(lines[0], "Counter 1 by the tests. `help` lists the commands, `quit` leaves.");
    assert_eq!(lines[1], "readyok");
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
    let (lines, _) = answers(b"\xef\xbb\xbfisready\n", &ServeSettings::default());
    assert_eq!(lines, ["readyok"]);
}

/// An output that breaks after some bytes.
struct Breaks(usize);

impl Write for Breaks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_ends_the_loop() {
    let input = "isready\n".repeat(1000) + "go\n";
    let mut rest = input.as_bytes();
    serve(&mut rest, Breaks(100), &mut Counter::default(), &ServeSettings::default());
    assert!(rest.len() > input.len() / 2, "it stops to read: {} bytes are left", rest.len());
    // The end of the input stops a search.
    serve(&b"go"[..], Breaks(0), &mut Counter::default(), &ServeSettings::default());
}

/// Words that reach far into the loop, and others.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let words = prop::sample::select(vec![
        "ugi",
        "uci",
        "go",
        "depth",
        "perft",
        "infinite",
        "stop",
        "position",
        "startpos",
        "fen",
        "moves",
        "1",
        "2",
        "99999999999",
        "-1",
        "setoption",
        "name",
        "value",
        "Target",
        "Strict",
        "false",
        "query",
        "turns",
        "islegal",
        "fen",
        "5 of 9 p1",
        "uginewgame",
        "d",
        "eval",
        "bench",
        "help",
        "p1time",
        "mate",
        "Fault",
        "words",
        "Label",
        "\u{e9}",
        "\t",
    ]);
    prop_oneof![
        3 => prop::collection::vec(words, 0..8).prop_map(|words| words.join(" ").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

fn is_final(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let words: Vec<&str> = text.split_whitespace().collect();
    words.contains(&"quit") || words.windows(2).any(|pair| pair[0] == "perft" && pair[1].len() > 1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn isready_is_answered_after_anything(lines in prop::collection::vec(line(), 0..12)) {
        let mut input = Vec::new();
        for line in lines.iter().filter(|line| !is_final(line)) {
            input.extend(line);
            input.extend(b"\nisready\n");
        }
        let asked = input.split(|b| *b == b'\n').filter(|line| *line == b"isready").count();
        let (said, report) = answers(&input, &ServeSettings::default());
        prop_assert_eq!(said.iter().filter(|line| *line == "readyok").count(), asked);
        prop_assert_eq!(report.errors as usize, errors(&said));
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let (_, report) = answers(&bytes, &ServeSettings::default());
        prop_assert!(!report.failed);
    }
}
