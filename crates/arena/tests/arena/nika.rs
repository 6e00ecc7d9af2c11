//! Nika with an engine for each city.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena")).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The four engines, not in the order of the cities.
const FOUR: [&str; 8] = [
    "--seat",
    "messene=name=M cmd=random",
    "--seat",
    "athens=name=A cmd=random",
    "--seat",
    "sparta=name=S cmd=random",
    "--seat",
    "thebes=name=T cmd=random",
];

#[test]
fn a_game_of_four_engines_is_watched_recorded_and_replayed() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nika-{}", std::process::id()));
    let _ = fs::remove_dir_all(&out);
    let run =
        ["run", "--no-store", "--game", "nika", "--games", "2", "--max-turns", "60", "--watch", "--out"];
    let output = arena(&[&run[..], &[out.to_str().unwrap()], &FOUR].concat());
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}{}", text(&output.stderr));
    let head = "Game 1 of 2: A+M (P1) against S+T (P2)\nathens A, sparta S, messene M, thebes T\n\
                A Athens, M Messene (P1), S Sparta, T Thebes (P2), each with the direction that it faces: ^ > v <;\n\
                . field, * victory area, + rally area, ## the mural\n\n";
    assert!(shown.starts_with(head), "{shown}");
    for words in ["  4. P2 thebes T: ", "\nteam ", "\nA+M ", "\nengine ", "\nM "] {
        assert!(shown.contains(words), "{words} is not in\n{shown}");
    }
    // Turned: Athens' engine has Sparta, Messene's has Thebes.
    let second = fs::read_to_string(out.join("game-0002.txt")).unwrap();
    let seats = "P1: S+T\nP2: A+M\nSeat athens: S\nSeat sparta: A\nSeat messene: T\nSeat thebes: M\n";
    assert!(second.contains(seats) && second.contains("\n4. P2:thebes "), "{second}");
    let replayed = arena(&["replay", out.to_str().unwrap()]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).contains("2 records, 0 of them wrong"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn a_city_without_an_engine_is_reported() {
    let output = arena(
        &[&["run", "--no-store", "--game", "nika"], &FOUR[2..], &["--seat", "corinth=random"]].concat(),
    );
    assert_eq!(output.status.code(), Some(2));
    let told = "no engine for `messene`, no seat `corinth`: the seats of nika are athens, sparta, messene, \
                thebes";
    assert!(text(&output.stderr).contains(told), "{}", text(&output.stderr));
}

#[test]
fn one_engine_a_side_plays_both_its_cities() {
    let run = [
        "run",
        "--no-store",
        "--game",
        "nika",
        "--games",
        "2",
        "--max-turns",
        "20",
        "-e",
        "random",
        "-e",
        "random",
    ];
    let output = arena(&run);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(shown.contains("\nengine ") && shown.contains("\nrandom-2 "), "{shown}");
}

#[test]
fn the_teams_are_listed() {
    let listed = text(&arena(&["games"]).stdout);
    let teams = "nika\n  --seat NAME=ENGINE  (athens and messene against sparta and thebes)\n";
    assert!(listed.contains(teams), "{listed}");
}
