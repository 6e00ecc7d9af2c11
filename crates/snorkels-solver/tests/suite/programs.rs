//! The two programs.

use std::process::{Command, Output};

fn solve(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-solve")).args(arguments).output().unwrap()
}

fn check(file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_snorkels-check")).arg(file).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_board_is_solved_certified_and_checked() {
    let folder = std::env::temp_dir().join(format!("snorkels-programs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("4x4.certificate");
    let file = file.to_str().unwrap();
    let output = solve(&["4x4", "--certificate", file]);
    assert!(output.status.success());
    let last = text(&output.stdout).lines().last().unwrap().to_owned();
    let words: Vec<&str> = last.split(' ').collect();
    let ["value", "second", "nodes", nodes, "seconds", seconds] = words[..] else { panic!("{last}") };
    assert!(nodes.parse::<u64>().unwrap() < 3_000 && seconds.parse::<f64>().is_ok());

    let output = check(file);
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("proved: the second player wins 4/4/4/4 p 1 -"));

    let mut bytes = std::fs::read(file).unwrap();
    let last = bytes.len() - 20;
    bytes[last] ^= 1;
    std::fs::write(file, bytes).unwrap();
    let output = check(file);
    assert!(!output.status.success());
    assert!(text(&output.stdout).contains("refused: the checksum does not fit"));

    let map = folder.join("4x4.svg");
    let output = solve(&["4x4", "--openings", "--map", map.to_str().unwrap()]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().filter(|line| line.starts_with("opening ")).count(), 3, "{lines}");
    assert_eq!(std::fs::read_to_string(map).unwrap().matches(">loss</text>").count(), 16);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_limit_leaves_the_value_open() {
    let output = solve(&["5x5", "--nodes", "100"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value open nodes 100 "));
    let output = solve(&["4x3", "--position", "1P2/2G1/4 p 1 -"]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("value "));
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (&["5"][..], "expected width x height"),
        (&["9x5"], "expected 2 to 8"),
        (&["5x5", "--position", "4/4/4/4 p 1 -"], "not on a board of 5x5"),
        (&["3x3", "--position", "3/1P1/3 g 1 s"], "without the pie rule"),
    ] {
        let output = solve(arguments);
        assert!(!output.status.success());
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}
