//! The book's page with all flags is what the program prints.

use std::fs;
use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/reference/arena.md");

#[test]
fn the_page_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_arena")).arg("reference").output().unwrap();
    let generated = String::from_utf8(output.stdout).unwrap();
    if std::env::var_os("AGON_UPDATE").is_some() {
        fs::write(PAGE, &generated).unwrap();
    }
    assert!(
        fs::read_to_string(PAGE).unwrap() == generated,
        "docs/src/reference/arena.md is out of date; update it with\n\
         AGON_UPDATE=1 cargo test -p arena --test arena reference"
    );
}
