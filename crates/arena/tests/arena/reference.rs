//! Flags that the book names are those of the reference that the program prints.

use std::fs;
use std::process::Command;

const COMPARISON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/arena/others.md");

/// The flags of other programs begin with one `-`.
#[test]
fn the_comparison_with_other_programs_names_flags_that_exist() {
    let output = Command::new(env!("CARGO_BIN_EXE_arena")).arg("reference").output().unwrap();
    let reference = String::from_utf8(output.stdout).unwrap();
    let lines = reference.lines().filter(|line| line.starts_with("* `-"));
    let known: Vec<&str> = lines.flat_map(flags).collect();
    assert!(known.contains(&"--engine"));
    let page = fs::read_to_string(COMPARISON).unwrap();
    let named: Vec<&str> = flags(&page).collect();
    assert!(named.len() > 30);
    for flag in named {
        assert!(
            known.contains(&flag),
            "docs/src/arena/others.md has `{flag}`, which no command of `arena` has"
        );
    }
}

/// The words of a text that are flags: `--` and small letters.
fn flags(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|end: char| !end.is_ascii_lowercase() && end != '-');
    words.filter(|word| word.starts_with("--") && word.len() > 3 && !word.starts_with("---"))
}
