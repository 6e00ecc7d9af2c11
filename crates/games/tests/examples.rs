//! The example programs run, and their assertions hold.

#[allow(dead_code, reason = "the test calls `play` instead of `main`")]
#[path = "../examples/by_name.rs"]
mod by_name;
#[path = "../examples/generic.rs"]
mod generic;
#[path = "../examples/saved.rs"]
mod saved;

#[test]
fn the_programs_run() {
    generic::main().unwrap();
    saved::main().unwrap();
}

#[test]
fn the_book_shows_what_is_printed() {
    let mut printed = Vec::new();
    by_name::play("snorkels", &mut printed).unwrap();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/embedding/by_name.txt");
    assert_eq!(String::from_utf8(printed).unwrap(), std::fs::read_to_string(page).unwrap());
}
