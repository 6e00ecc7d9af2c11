//! Hostile texts in stores, files and of engines: nothing that a terminal obeys, and nothing that a reader cannot see, reaches an
//! output.

use rusqlite::Connection;
use serde_json::Value;

use super::{Done, Folder, TAKE_TWO, plan};

/// Stands for [`hostile`] until a store is spoiled.
const MARK: &str = "HOSTILE";
/// In a text with line ends, a line of an attacker.
const FORGED: &str = "\nforged";

/// Controls, marks of the writing direction, characters without width, separators of lines and paragraphs.
fn is_hostile(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}'
    )
}

/// All of them but the line end, and the end of a text for databases.
fn hostile() -> String {
    let all = ('\x01'..='\u{ffff}').filter(|&c| is_hostile(c) && c != '\n');
    format!("{MARK}\u{1b}[31m{}", all.collect::<String>())
}

/// Asserts that a text is harmless, and that it repeats the hostile one.
#[track_caller]
fn harmless(what: &str, text: &str) {
    let bad = text.split('\n').find(|line| line.contains(is_hostile) || line.starts_with("forged"));
    assert!(bad.is_none(), "{what}: {bad:?}");
    // The parser of the command line leaves whole escape sequences out, and records double backslashes.
    let shown = ["HOSTILE\\", "z\\u{1b}[", "z\\\\u{1b}["].iter().any(|quote| text.contains(quote));
    assert!(shown, "{what} does not quote the text:\n{text}");
}

#[track_caller]
fn harmless_output(what: &str, done: &Done) {
    harmless(what, &format!("{}{}", done.out, done.err));
}

/// Replaces the mark in all texts of a store.
fn spoil(folder: &Folder, store: &str) {
    let database = Connection::open(folder.0.join(store)).unwrap();
    let texts = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
                 WHERE t.type = 'table' AND c.type = 'TEXT'";
    let mut statement = database.prepare(texts).unwrap();
    let columns = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let columns: Vec<(String, String)> = columns.map(Result::unwrap).collect();
    let text = hostile() + FORGED;
    let json = Value::from(&*text).to_string();
    // A record escapes line ends.
    let record = hostile() + &FORGED.replace('\n', "\\n");
    for (table, column) in columns {
        let to = match &*column {
            "definition" => json.trim_matches('"'),
            "content" | "progress" => &record,
            _ => &text,
        };
        let change =
            format!("UPDATE {table} SET {column} = replace({column}, ?1, ?2) WHERE {column} LIKE ?3");
        database.execute(&change, (MARK, to, format!("%{MARK}%"))).unwrap();
    }
}

#[test]
fn a_hostile_store_is_printed_safely() {
    let folder = Folder::new("hostile store");
    let engines = [format!("name=\"one {MARK}\" cmd=random"), format!("name=\"two {MARK}\" cmd=random")];
    for (store, format) in [("t.arena", "round-robin"), ("k.arena", "knockout")] {
        let flags = ["--store", store, "-n", "4", "--format", format, "--event", MARK];
        folder.arena(&plan(&[&["run", "-q"][..], &flags].concat(), &engines)).with(0);
        let void = ["void", store, "1", "--reason", MARK];
        folder.arena(&void).with(0);
        folder.arena(&["resume", "-q", store]).with(0);
        let database = Connection::open(folder.0.join(store)).unwrap();
        let change = format!(
            "UPDATE result SET cause = 'stall', detail = '{MARK}', culprit = 0 WHERE game = 2;
             UPDATE result SET cause = '{MARK}' WHERE game = 3;
             UPDATE game_sum SET cause = '{MARK}' WHERE rowid = (SELECT min(rowid) FROM game_sum);
             UPDATE state SET verdict = '{MARK}';
             UPDATE worker SET host = '{MARK}';
             INSERT INTO decision (decided_at, engine, fingerprint, name, games) VALUES (0, 0, '{MARK}', '{MARK}', 0);"
        );
        database.execute_batch(&change).unwrap();
        drop(database);
        spoil(&folder, store);
    }
    folder.arena(&["export", "t.arena", "--records", "records"]).with(0);
    let commands = [
        "table t.arena",
        "table k.arena",
        "table t.arena --line",
        "table t.arena --json",
        "resume t.arena --out again",
        "replay again",
        "export t.arena --json -",
        "export t.arena --csv -",
        "export t.arena --pgn -",
        "replay records --boards",
        "report t.arena",
        "report k.arena",
        "void t.arena 1-4 --reason why --dry-run",
        "accept t.arena stranger --decision why",
    ];
    for command in commands {
        let done = folder.arena(&command.split(' ').collect::<Vec<_>>());
        harmless_output(command, &done);
    }
    for file in ["again/results.txt", "again/game-0001.txt", "records/game-0002.txt"] {
        harmless(file, &folder.read(file));
    }
    // The name of the event stands in the first line.
    for command in ["table t.arena", "export t.arena --pgn -"] {
        let out = folder.arena(&command.split(' ').collect::<Vec<_>>()).out;
        harmless(command, out.lines().next().unwrap());
    }
    // JSON and records keep the texts.
    let name = format!("one {}{FORGED}", hostile());
    let json = folder.arena(&["export", "t.arena", "--json", "-"]).with(0).out;
    let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    let record: arena::game::record::Record = folder.read("records/game-0001.txt").parse().unwrap();
    assert_eq!((first["p1"].as_str(), &*record.players[0]), (Some(&*name), &*name));
}

#[test]
fn the_games_of_a_hostile_store_are_shown_safely() {
    let folder = Folder::new("hostile games");
    let bad = folder.engine("bad", "illegal").replace("name=bad", &format!("name=bad {MARK}"));
    let engines = [format!("name=\"one {MARK}\" cmd=random"), bad];
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "4"], &engines)).with(0);
    spoil(&folder, "t.arena");
    let flags = ["--watch", "--verbose", "--rating-interval", "1", "--log", "log", "--max-faults", "1"];
    let done = folder.arena(&[&["resume", "t.arena"][..], &flags].concat());
    harmless_output("resume", &done);
}

#[test]
fn hostile_files_are_quoted_safely() {
    let folder = Folder::new("hostile files");
    let text = hostile();
    let record = |name: &str, turn: &str, start: &str, more: &str| {
        format!(
            "Game: take-two\nP1: {name}\nP2: B\nStart: {start}\nResult: unfinished\n{more}\n1. P1 {turn}  ; time 0.003\n"
        )
    };
    let toml: String = text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
    let (turn, start) = ("a1,b1", "2,2 1 2");
    let cases: [(&str, String, &str); 14] = [
        ("a name", record(&text, turn, start, ""), "replay"),
        ("an escaped name", record(&format!("{text}\\nforged\\u{{1b}}[2J"), turn, start, ""), "replay"),
        ("a turn", record("A", &text, start, ""), "replay"),
        ("a part of a turn", record("A", &format!("a1,{text}"), start, ""), "replay"),
        ("a position", record("A", turn, &text, ""), "replay"),
        ("an option", record("A", turn, start, &format!("Rule: {text}=1\n")), "replay"),
        ("the value of an option", record("A", turn, start, &format!("Rule: heaps={text}\n")), "replay"),
        ("a game", record("A", turn, start, "").replace("take-two", &text), "replay"),
        ("no header", text.clone(), "replay"),
        ("an opening", text.clone(), "--openings"),
        ("a position of an opening", format!("fen {text}"), "--openings"),
        ("a record as openings", record("A", &text, start, ""), "--openings"),
        ("a configuration", format!("games = \"{toml}\""), "--config"),
        ("a key", format!("\"{toml}\" = 3"), "--config"),
    ];
    for (what, content, reader) in cases {
        folder.write("file", &content);
        let run = ["run", "-q", "--no-store", "-g", "take-two", "-e", "random", "-e", "name=dice cmd=random"];
        let begin = if reader == "replay" { &[] } else { &run[..] };
        harmless_output(what, &folder.arena(&[begin, &[reader, "file"]].concat()));
    }
}

#[test]
fn a_hostile_engine_is_quoted_safely() {
    let folder = Folder::new("hostile engine");
    let engines = [folder.engine("rude", "rude"), folder.engine("other", "steady")];
    let args =
        ["run", "--store", "t.arena", "-n", "2", "--watch", "--verbose", "--log", "log", "--out", "out"];
    let done = folder.arena(&plan(&args, &engines)).with(3).says("illegal-turn").tells("\\u{1b}[2J");
    harmless("standard output", &done.out);
    harmless("standard error", &done.err);
    harmless("the log", &folder.read("log"));
    assert!(folder.read("log").contains("bestmove z\\u{1b}[2J\\u{9b}31m\\u{7}\\u{8}\\u{202e}\\u{200b}9"));
    for file in ["out/game-0001.txt", "out/game-0002.txt", "out/results.txt"] {
        harmless(file, &folder.read(file));
    }
    for args in [&["table", "t.arena"][..], &["export", "t.arena", "--json", "-"], &["replay", "out"]] {
        harmless_output(args[0], &folder.arena(args).with(0));
    }
    let check = ["check", &engines[0], "--game", TAKE_TWO[1], "--timeout", "5", "--verbose"];
    harmless_output("check", &folder.arena(&check));
}
