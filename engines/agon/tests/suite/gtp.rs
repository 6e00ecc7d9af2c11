//! GTP: conversations as data, and what only a process shows.
//!
//! In the files of `gtp/` `> ` is sent to the engine, and `< ` are the lines of its answer; `...` is any text,
//! `< ...` alone for any lines. A first line `! ...` has the arguments of the engine. `#` begins a comment. Analysis is ended
//! by an empty line once its first report has come.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::process::{Engine, command};

/// Sends a command and reads its answer, without the empty line at the end.
pub(crate) fn answer(engine: &mut Engine, command: &str) -> Vec<String> {
    engine.send(command);
    let mut is_analysis =
        command.split_whitespace().any(|word| word.ends_with("-analyze") || word == "analyze");
    let mut lines = Vec::new();
    loop {
        let line = engine.line();
        if line.is_empty() {
            return lines;
        }
        if is_analysis && (line.starts_with("info") || line.starts_with('?')) {
            engine.send("");
            is_analysis = false;
        }
        lines.push(line);
    }
}

/// Whether a text matches a pattern, in which `...` is any text.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once("...") {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            matches(tail, "") || rest.char_indices().any(|(at, _)| matches(tail, &rest[at..]))
        }),
    }
}

/// Compares the lines of an answer with those expected.
fn compare(place: &str, expected: &[&str], found: &[String]) {
    let mut rest = found.iter();
    let mut skip = false;
    for &pattern in expected {
        if pattern == "..." {
            skip = true;
            continue;
        }
        let line = match skip {
            true => rest.find(|line| matches(pattern, line)),
            false => rest.next().filter(|line| matches(pattern, line)),
        };
        assert!(line.is_some(), "{place}: expected `{pattern}` in {found:#?}");
        skip = false;
    }
    assert!(skip || rest.next().is_none(), "{place}: more lines than expected: {found:#?}");
}

fn check(name: &str, text: &str) {
    let mut lines =
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).peekable();
    let arguments = lines.next_if(|(_, line)| line.starts_with("! "));
    let arguments: Vec<&str> = arguments.map_or("gtp", |(_, line)| &line[2..]).split(' ').collect();
    let mut engine = Engine::start(&arguments);
    while let Some((number, line)) = lines.next() {
        let place = format!("{name}:{number}");
        let sent = line.strip_prefix('>').unwrap_or_else(|| panic!("{place}: what is this?"));
        let mut expected = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with('<')) {
            expected.push(line[1..].strip_prefix(' ').unwrap_or(&line[1..]));
        }
        if expected.is_empty() {
            // A comment, which has no answer.
            engine.send(sent.trim_start());
            continue;
        }
        compare(&place, &expected, &answer(&mut engine, sent.trim_start()));
    }
    drop(engine.input);
    assert!(engine.child.wait().expect("the engine ends").success(), "{name}");
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/gtp");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    assert!(files.len() >= 5, "transcripts are missing");
    for file in files {
        check(&file.display().to_string(), &fs::read_to_string(&file).expect("a text"));
    }
}

/// A file of commands is answered to its end, and analysis ends with the input.
#[test]
fn commands_are_answered_after_the_end_of_the_input() {
    let mut child =
        command(&["gtp", "--depth", "2"]).stderr(Stdio::null()).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"boardsize 4\ngenmove b\n3 genmove w\n4 kata-analyze 1\n").expect("the engine reads");
    drop(input);
    let output = child.wait_with_output().expect("the engine ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(answers.len(), 5, "{text}");
    assert!(answers[1].starts_with("= ") && answers[2].starts_with("=3 "), "{text}");
    assert!(answers[3].starts_with("=4\ninfo move ") && answers[4].is_empty(), "{text}");
}

/// What is no file of bounded length is refused at once, and the game stays as it is.
#[cfg(unix)]
#[test]
fn loadsgf_reads_short_regular_files() {
    let folder = std::env::temp_dir().join(format!("agon-sgf-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo").success());
    fs::write(path("pass.sgf"), "(;SZ[4:3];B[aa];W[];B[])").expect("a file");
    fs::write(path("long.sgf"), " ".repeat((16 << 20) + 1)).expect("a file");
    fs::write(path("game.sgf"), "(;SZ[4:3];B[aa];W[bb])").expect("a file");
    let mut engine = Engine::start(&["gtp"]);
    answer(&mut engine, "boardsize 2");
    for (file, message) in [
        ("/dev/zero".to_owned(), "not a regular file"),
        (path("pipe"), "not a regular file"),
        (path(""), "not a regular file"),
        (path("long.sgf"), "longer than 16777216 bytes"),
        (path("pass.sgf"), "turn 2: illegal move: there is no pass in Snorkels"),
    ] {
        let found = answer(&mut engine, &format!("loadsgf {file}"));
        let [line] = &found[..] else { panic!("{found:?}") };
        assert!(line.starts_with("? cannot load file: ") && line.contains(message), "{line}");
        assert_eq!(answer(&mut engine, "agon-position"), ["= 2/2 p 1 -"]);
    }
    assert_eq!(answer(&mut engine, &format!("loadsgf {}", path("game.sgf"))), ["="]);
    assert_eq!(answer(&mut engine, "agon-position"), ["= P3/1G2/4 p 1 -"]);
    fs::remove_dir_all(folder).expect("removed");
}

/// GoGui interrupts a command by a comment; other lines wait until the command is answered.
#[test]
fn a_comment_interrupts_a_search() {
    let mut engine = Engine::start(&["gtp", "--movetime", "100000000"]);
    engine.send("genmove b\nname\n# interrupt");
    let turn = engine.line();
    assert!(turn.starts_with("= ") && turn.len() == 4, "{turn}");
    assert_eq!([engine.line(), engine.line(), engine.line()], ["", "= Agon", ""]);
}

/// In Monte-Carlo tree search the visits of a turn are its own, and its bound is below its chance by the less the more they are.
#[test]
fn the_tree_tells_visits_and_bounds_of_each_turn() {
    let mut engine = Engine::start(&["gtp", "--option", "Search=mcts", "--nodes", "3000"]);
    let found = answer(&mut engine, "kata-search_analyze b 100000 maxmoves 9 rootInfo true");
    let [.., report, turn] = &found[..] else { panic!("{found:#?}") };
    let number = |text: &str, key: &str| -> f64 {
        let mut words = text.split(' ').skip_while(|word| *word != key).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no {key}: {text}"))
    };
    let turns: Vec<&str> = report.split("info ").skip(1).collect();
    assert_eq!(turns.len(), 9, "{report}");
    assert_eq!(*turn, format!("play {}", turns[0].split(' ').nth(1).expect("a turn")));
    let visits: Vec<f64> = turns.iter().map(|text| number(text, "visits")).collect();
    let (_, of_root) = report.split_once("rootInfo ").expect("a summary");
    let all = number(of_root, "visits");
    assert!((2_900.0..=3_000.0).contains(&all) && visits.iter().sum::<f64>() < all, "{visits:?} of {all}");
    assert!(visits.iter().any(|&other| other < visits[0] / 2.0), "{visits:?}");
    for (text, visits) in turns.iter().zip(&visits) {
        let margin = number(text, "winrate") - number(text, "lcb");
        assert!((margin - 0.5 / visits.sqrt()).abs() < 0.000_2, "{text}");
        assert!(number(text, "prior") > 0.0, "{text}");
    }
    // Without a tree they are the nodes of the search.
    let mut engine = Engine::start(&["gtp", "--option", "Search=alphabeta", "--nodes", "3000"]);
    let found = answer(&mut engine, "kata-search_analyze b 100000 maxmoves 5");
    let visits: Vec<f64> =
        found[found.len() - 2].split("info ").skip(1).map(|text| number(text, "visits")).collect();
    assert_eq!(visits, [3_000.0; 5]);
}

/// As `gogui-twogtp` plays them: with the same options, from the start, on and on.
#[test]
fn variety_makes_different_games_of_a_match() {
    let distinct = |variety: &str| {
        let arguments = ["gtp", "--nodes", "200", "--option", "Snorkels.size=5", "--option", variety];
        let mut players = [Engine::start(&arguments), Engine::start(&arguments)];
        let mut game = || {
            players.iter_mut().for_each(|player| drop(answer(player, "clear_board")));
            let mut turns = Vec::new();
            loop {
                let number = turns.len() % 2;
                let side = ["b", "w"][number];
                let turn = answer(&mut players[number], &format!("genmove {side}")).remove(0);
                if turn == "= resign" {
                    return turns;
                }
                let turn = turn[2..].to_owned();
                answer(&mut players[1 - number], &format!("play {side} {turn}"));
                turns.push(turn);
            }
        };
        (0..10).map(|_| game()).collect::<std::collections::HashSet<_>>().len()
    };
    assert!(distinct("Variety=0") <= 2, "as without the option");
    let games = distinct("Variety=60");
    assert!(games >= 7, "{games} of ten games are different");
}

/// Without the word `gtp` the first line selects the protocol.
#[test]
fn the_first_command_selects_gtp() {
    for first in ["protocol_version", "1 protocol_version", "\n2 list_commands"] {
        let mut engine = Engine::start(&["--option", "Snorkels.size=4"]);
        engine.send(first);
        let line = engine.line();
        assert!(line.starts_with('='), "{first:?}: {line}");
    }
    let mut engine = Engine::start(&["--option", "Snorkels.size=4"]);
    assert_eq!(answer(&mut engine, "gogui-rules_board_size"), ["= 4"]);
}

/// GTP has one game, and another one is refused instead of ignored.
#[test]
fn another_game_is_refused() {
    let child =
        command(&["--game", "nika", "gtp"]).stderr(Stdio::piped()).spawn().expect("the engine starts");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(message, "agon: GTP is the protocol of one game, `snorkels`: it has no `nika`\n");
}

/// Bytes that are not text, and lines without an end.
#[test]
fn junk_is_answered_by_errors() {
    let mut child = command(&["gtp"]).spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("piped");
    let mut junk: Vec<u8> = (0..100_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    junk.extend(b"\n");
    junk.extend(vec![b'x'; 3 << 20]);
    junk.extend(b"\n7 name\n");
    let writer = std::thread::spawn(move || input.write_all(&junk));
    let output = child.wait_with_output().expect("the engine ends");
    writer.join().expect("no panic").expect("the engine reads");
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<&str> = text.trim_end().split("\n\n").collect();
    let (last, errors) = answers.split_last().expect("an answer");
    assert_eq!(*last, "=7 Agon");
    assert!(!errors.is_empty() && errors.iter().all(|line| line.starts_with('?')), "{errors:?}");
}
