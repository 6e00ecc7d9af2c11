//! The book's page of all flags and options.

use std::process::Command;

#[test]
fn every_flag_and_option_has_a_meaning() {
    let output = Command::new(env!("CARGO_BIN_EXE_agon")).arg("reference").output().expect("the engine runs");
    let page = String::from_utf8(output.stdout).expect("the page is text");
    let (flags, options): (Vec<&str>, Vec<&str>) = page
        .lines()
        .filter(|line| line.starts_with("* `") || line.starts_with("| `"))
        .partition(|line| line.starts_with('*'));
    assert!(flags.len() > 20 && options.len() > 20, "{page}");
    for line in flags {
        assert!(line.contains(" — "), "no meaning: {line}");
    }
    for line in options {
        let meaning = line.trim_end_matches(" |").rsplit(" | ").next().expect("a cell");
        assert!(meaning.contains(' '), "no meaning: {line}");
    }
}
