//! PGN, CSV and the report of a store, against its records.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use arena::openings::RandomOpenings;
use serde_json::Value;

use crate::folder::Folder;

/// The names have the characters that HTML, PGN and CSV escape, and the form of a formula.
const NAMES: [&str; 3] = ["<b>&\"amp\"", "back\\slash, comma", "=1+1"];

fn arena(folder: &Folder, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let output = command
        .args(args)
        .current_dir(&folder.0)
        .env("AGON", "")
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A finished tournament in `t.arena`, and its games as JSON.
fn tournament(folder: &Folder, game: &[&str]) -> Vec<Value> {
    let engines = NAMES.map(|name| format!("cmd=random name='{name}'"));
    let engines = engines.iter().flat_map(|engine| ["-e", engine]);
    let run =
        ["run", "--store", "t.arena", "-n", "4", "--quiet", "--openings-nodes=0", "--openings-effort=0"];
    let args: Vec<&str> = run.into_iter().chain(game.iter().copied()).chain(engines).collect();
    arena(folder, &args);
    let games = arena(folder, &["export", "t.arena", "--json", "-"]);
    games.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A game of a PGN file: its tags, its turns without numbers, its comments, and its result.
#[derive(Debug, Default)]
struct Pgn {
    tags: BTreeMap<String, String>,
    turns: Vec<String>,
    comments: Vec<String>,
    result: String,
}

/// Reads PGN by its grammar: tag pairs, an empty line, turns, an empty line.
fn read_pgn(text: &str) -> Vec<Pgn> {
    let mut sections = text.split("\n\n").filter(|section| !section.is_empty());
    let mut games = Vec::new();
    while let (Some(tags), Some(turns)) = (sections.next(), sections.next()) {
        let mut game = Pgn::default();
        for line in tags.lines() {
            let (name, value) = line.strip_prefix('[').unwrap().split_once(' ').unwrap();
            let value = value.strip_suffix("\"]").unwrap().strip_prefix('"').unwrap();
            let mut plain = String::new();
            let mut characters = value.chars();
            while let Some(character) = characters.next() {
                assert_ne!(character, '"', "{line}");
                plain.push(if character == '\\' { characters.next().unwrap() } else { character });
            }
            assert!(game.tags.insert(name.to_owned(), plain).is_none(), "{line}");
        }
        let mut rest = turns;
        while let Some((before, comment)) = rest.split_once('{') {
            let (comment, after) = comment.split_once('}').unwrap();
            let words: Vec<_> = before.split_whitespace().collect();
            let [number, turn] = words[..] else { panic!("{before}") };
            assert!(number.trim_end_matches('.').parse::<u32>().is_ok(), "{before}");
            game.turns.push(turn.to_owned());
            game.comments.push(comment.split_whitespace().collect::<Vec<_>>().join(" "));
            rest = after;
        }
        rest.trim().clone_into(&mut game.result);
        games.push(game);
    }
    games
}

/// Reads comma-separated values.
fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => field.extend(characters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty());
    rows
}

#[test]
fn pgn_and_csv_have_the_games_of_the_store() {
    let options: [&[&str]; 3] = [
        &["--rule", "size=4"],
        &["--game", "symbol", "--max-turns", "30"],
        &["--game", "nika", "--max-turns", "13"],
    ];
    for game in options {
        let folder = Folder::new("pgn");
        let games = tournament(&folder, game);
        assert_eq!(games.len(), 12);
        arena(&folder, &["export", "t.arena", "--pgn", "games.pgn", "--csv", "games.csv"]);
        let pgn = fs::read_to_string(folder.0.join("games.pgn")).unwrap();
        assert!(pgn.lines().all(|line| line.starts_with('[') || line.len() <= 80), "{pgn}");
        let pgns = read_pgn(&pgn);
        let csv = fs::read_to_string(folder.0.join("games.csv")).unwrap();
        let rows = read_csv(&csv);
        let column = |row: &[String], name: &str| {
            row[rows[0].iter().position(|heading| heading == name).unwrap()].clone()
        };
        assert_eq!((pgns.len(), rows.len()), (games.len(), games.len() + 1));
        for ((game, pgn), row) in games.iter().zip(&pgns).zip(&rows[1..]) {
            let [p1, p2] = ["p1", "p2"].map(|name| game[name].as_str().unwrap());
            let (result, winner, points) = match game["winner"].as_str() {
                Some("P1") => ("1-0", "P1", "1"),
                Some("P2") => ("0-1", "P2", "0"),
                _ => ("1/2-1/2", "", "0.5"),
            };
            assert_eq!((&*pgn.tags["White"], &*pgn.tags["Black"]), (p1, p2));
            assert_eq!((&*pgn.tags["Result"], &*pgn.result), (result, result));
            assert_eq!(pgn.tags["Round"], format!("{}.{}", game["round"], game["pair"]));
            let turns = game["turns"].as_array().unwrap();
            assert!(turns.iter().map(|turn| &turn["turn"]).eq(&pgn.turns), "{pgn:?}");
            assert_eq!(pgn.tags["PlyCount"], turns.len().to_string());
            for (turn, comment) in turns.iter().zip(&pgn.comments) {
                let words = if turn["opening"] == true {
                    "book".to_owned()
                } else {
                    format!("{:.3}s", turn["time"].as_f64().unwrap())
                };
                assert!(comment.ends_with(&words), "{comment}, not {words}");
            }
            assert_eq!(column(row, "number"), game["number"].to_string());
            // No spreadsheet takes a name for a formula.
            let cell = |name: &str| if name == "=1+1" { format!("'{name}") } else { name.to_owned() };
            assert_eq!((column(row, "p1"), column(row, "p2")), (cell(p1), cell(p2)));
            assert_eq!((&*column(row, "winner"), &*column(row, "p1_points")), (winner, points));
            assert_eq!(column(row, "cause"), game["cause"].as_str().unwrap());
            assert_eq!(column(row, "turns"), turns.len().to_string());
            let found: usize =
                ["p1_turns", "p2_turns"].iter().map(|name| column(row, name).parse::<usize>().unwrap()).sum();
            let opening = RandomOpenings::default().turns;
            assert_eq!(found, turns.len() - opening);
            assert_eq!(column(row, "opening_turns"), pgn.turns[..opening].join(" "));
            assert_eq!(column(row, "finished").get(..10), Some(&*pgn.tags["Date"].replace('.', "-")));
        }
    }
}

#[test]
fn a_report_is_one_page_with_escaped_names_and_every_game() {
    let folder = Folder::new("report");
    tournament(&folder, &["--rule", "size=4"]);
    let page = arena(&folder, &["report", "t.arena"]);
    arena(&folder, &["report", "t.arena", "--output", "report.html"]);
    assert_eq!(fs::read_to_string(folder.0.join("report.html")).unwrap(), page);
    for part in [
        "<!doctype html>",
        "12 of 12 games",
        "<h2>Standings</h2>",
        "<h2>Elo</h2>",
        "<h2>Crosstable</h2>",
        "<h2>Score over time</h2>",
        "<h2>Endings</h2>",
        "<h2>Time use</h2>",
        "<h2>Openings</h2>",
        "&lt;b&gt;&amp;&quot;amp&quot;",
        "prefers-color-scheme: dark",
        "2 openings; ",
    ] {
        assert!(page.contains(part), "no `{part}` in\n{page}");
    }
    // Nothing is loaded or run, and no name is read as an element.
    for part in ["<script", "<b>", "http", "url(", " src=", " href=", "NaN"] {
        assert!(!page.contains(part), "`{part}` in\n{page}");
    }
    balanced(&page);
}

#[test]
fn a_report_without_games_has_no_charts() {
    let folder = Folder::new("no report");
    arena(&folder, &["new", "--store", "t.arena", "-e", "random", "-e", "cmd=random name=dice"]);
    let page = arena(&folder, &["report", "t.arena"]);
    assert!(page.contains("0 of 10 games") && !page.contains("<svg"), "{page}");
    balanced(&page);
}

/// Asserts that every element is closed in the right place.
fn balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        let name = tag.split(' ').next().unwrap();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before `</{name}>`");
        } else if !tag.ends_with('/') && !["!doctype", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
