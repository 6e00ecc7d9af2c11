//! The example programs run, and their assertions hold.

#[path = "../examples/generic.rs"]
mod generic;
#[path = "../examples/saved.rs"]
mod saved;

#[test]
fn the_programs_run() {
    generic::main().unwrap();
    saved::main().unwrap();
}
