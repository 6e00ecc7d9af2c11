//! The book's page with all flags and options is what the program generates.

use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/reference/agon.md");

#[test]
fn the_page_is_up_to_date() {
    let generated = agon::reference();
    if std::env::var_os("AGON_UPDATE").is_some() {
        fs::write(PAGE, &generated).expect("the page can be written");
    }
    let page = fs::read_to_string(PAGE).expect("the page can be read");
    assert!(
        page == generated,
        "docs/src/reference/agon.md is out of date; update it with\n\
         AGON_UPDATE=1 cargo test -p agon --test suite reference"
    );
}

#[test]
fn every_flag_and_option_has_a_meaning() {
    let page = agon::reference();
    for line in page.lines().filter(|line| line.starts_with("* `")) {
        assert!(line.contains(" — "), "no meaning: {line}");
    }
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let meaning = line.trim_end_matches(" |").rsplit(" | ").next().expect("a cell");
        assert!(meaning.contains(' '), "no meaning: {line}");
    }
}
