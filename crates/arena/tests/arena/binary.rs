//! The program's commands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::Folder;

fn path(folder: &Folder, name: &str) -> String {
    folder.0.join(name).to_str().unwrap().to_owned()
}

fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena")).args(args).env("AGON", "").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const RANDOM: [&str; 6] = ["run", "--no-store", "-e", "random", "-e", "name=dice cmd=random"];

fn random(more: &[&str]) -> Output {
    arena(&[&RANDOM, more].concat())
}

#[test]
fn a_tournament_ends_in_a_table_and_its_records_replay() {
    let folder = Folder::new("records");
    let out = path(&folder, "out");
    let unchecked = ["--openings-nodes", "0", "--openings-effort", "0"];
    let games = ["--games", "12", "--rule", "size=4", "--concurrency", "2", "--out", &out];
    let output = random(&[&unchecked[..], &games].concat());
    let (text, progress) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(0), "{progress}");
    for words in ["snorkels size=4", "Elo [95%]", "12 of 12 games", "first player: ", "dice  ", "records: "] {
        assert!(text.contains(words), "{words} is not in\n{text}");
    }
    assert!(progress.lines().any(|line| line.starts_with("12/12 random ")), "{progress}");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 13);

    let replayed = arena(&["replay", &out]);
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("12 records, 0 of them wrong"));

    let again = random(&["--games", "2", "--out", &out]);
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("is not empty"), "{}", stderr(&again));
}

#[test]
fn the_same_seed_gives_the_same_turns() {
    let folder = Folder::new("seeds");
    let turns = |name: &str, seed: &str, concurrency: &str| {
        let out = path(&folder, name);
        let flags = ["--games", "4", "--seed", seed, "--concurrency", concurrency, "--out", &out];
        assert!(random(&flags).status.success());
        let text = fs::read_to_string(Path::new(&out).join("game-0004.txt")).unwrap();
        let turn = |line: &str| line.split("  ;").next().unwrap().to_owned();
        text.lines().map(turn).filter(|line| !line.starts_with("Seed")).collect::<Vec<_>>()
    };
    let first = turns("a", "7", "1");
    assert_eq!(first, turns("b", "7", "2"));
    assert_ne!(first, turns("c", "8", "1"));
}

#[test]
fn a_game_can_be_watched_and_replayed_with_boards() {
    let folder = Folder::new("watch");
    let out = path(&folder, "out");
    let output =
        random(&["--game", "take-two", "--games", "2", "--openings-turns", "0", "--watch", "--out", &out]);
    let text = stdout(&output);
    assert!(text.starts_with("Game 1 of 2: random (P1) against dice (P2)\n\n  1. P1 random: "), "{text}");
    assert!(text.contains("      a o") && text.contains("wins by last-counter after"), "{text}");

    let record = Path::new(&out).join("game-0001.txt");
    let replayed = arena(&["replay", "--boards", record.to_str().unwrap()]);
    assert!(stdout(&replayed).contains("  1. P1 random: "), "{}", stdout(&replayed));
    assert_eq!(replayed.status.code(), Some(0));

    let text = fs::read_to_string(&record).unwrap();
    fs::write(&record, text.replace("1. P1 ", "1. P1 z9,")).unwrap();
    let refused = arena(&["replay", record.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("contradicts the rules: turn 1, `z9"), "{}", stderr(&refused));
}

#[test]
fn seats_equal_engines_in_a_game_with_one_seat_a_side() {
    let folder = Folder::new("seats");
    let game = [
        "--game",
        "take-two",
        "--openings-turns",
        "1",
        "--openings-nodes",
        "0",
        "--openings-effort",
        "0",
        "--games",
        "4",
    ];
    let game = [&game[..], &["--movetime", "60000", "--out"]].concat();
    let outs = ["engines", "seats"].map(|name| path(&folder, name));
    let by_seat: &[&str] = &["run", "--no-store", "--seat", "p2=name=dice cmd=random", "-s", "p1=random"];
    for (args, out) in [(&RANDOM[..], &outs[0]), (by_seat, &outs[1])] {
        let output = arena(&[args, &game, &[out]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("\nengine "), "{}", stdout(&output));
    }
    for number in 1..=4 {
        let read = |out: &String| {
            let text = fs::read_to_string(Path::new(out).join(format!("game-000{number}.txt"))).unwrap();
            text.lines().map(|line| line.split("  ;").next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(read(&outs[0]), read(&outs[1]));
    }
}

#[test]
fn games_and_their_options_are_listed() {
    let text = stdout(&arena(&["games"]));
    assert!(text.contains("snorkels\n") && text.contains("--rule size=7"), "{text}");
}

#[test]
fn usage_errors_give_status_2_and_a_message() {
    let one_engine: &[&str] = &["run", "-e", "random"];
    let seats = |more: &[&'static str]| {
        let seats = ["run", "--game", "take-two", "--seat", "p1=random"];
        [&seats[..], more].concat()
    };
    let cases: [(&[&str], &str); 15] = [
        (&[&RANDOM[..], &["--game", "chess"]].concat(), "no game `chess`: expected one of snorkels"),
        (&[&RANDOM[..], &["--games", "3"]].concat(), "expected an even number"),
        (&[&RANDOM[..], &["--rule", "size=99"]].concat(), "option `size` does not take `99`"),
        (&[&RANDOM[..], &["--rule", "size"]].concat(), "expected NAME=VALUE"),
        (&[&RANDOM[..], &["--tc", "x"]].concat(), "`x` is no time control: expected seconds as BASE"),
        (&[&RANDOM[..], &["--tc", "1", "--movetime", "5"]].concat(), "cannot be used with"),
        (&[&RANDOM[..], &["--openings-turns", "500"]].concat(), "use fewer opening turns"),
        (&seats(&[]), "no engine for `p2`: the seats of take-two are p1, p2, and each takes one engine"),
        (&seats(&["--seat", "p2=random", "--seat", "p3=random"]), "no seat `p3`: the seats of take-two"),
        (&seats(&["--seat", "p2=random", "--seat", "p1=random"]), "2 engines for `p1`"),
        (&seats(&["--seat", "random"]), "`random` is no engine for a seat: expected SEAT=ENGINE"),
        (&seats(&["--seat", "p2=random", "-e", "random"]), "cannot be used with"),
        (&["run"], "--engine <SPEC>"),
        (one_engine, "needs two entrants or more, not 1"),
        (&["run", "-e", "random", "-e", "agon:minimax"], "expected agon:auto, agon:alphabeta or agon:mcts"),
    ];
    for (args, message) in cases {
        let output = arena(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(message), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn an_engine_that_does_not_start_is_reported_before_the_first_game() {
    let output = arena(&["run", "-e", "random", "-e", "./no-such-engine --flag"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stderr(&output);
    assert!(text.contains("engine `no-such-engine` cannot be started"), "{text}");
}
