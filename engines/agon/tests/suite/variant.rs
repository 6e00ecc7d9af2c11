//! The build for newer processors beside the plain one.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_agon");

/// What `agon` does in a folder in which `put` has put the build for newer processors. Programs are links: one that was just
/// written may still be open in the child of another test, and would not start.
fn run(name: &str, put: impl FnOnce(&Path)) -> Output {
    // In that of the program, so that hard links are possible.
    let folder = Path::new(PROGRAM).with_file_name(format!("variant-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let plain = folder.join("agon");
    fs::hard_link(PROGRAM, &plain).expect("a link");
    put(&folder.join("agon-x86-64-v3"));
    let output = Command::new(&plain).args(["--game", "nika", "query  fen"]).output();
    fs::remove_dir_all(folder).expect("removed");
    output.expect("it starts")
}

#[test]
fn the_build_for_newer_processors_is_started_where_it_runs() {
    let alone = run("alone", |_| ());
    assert!(alone.status.success() && alone.stdout.starts_with(b"response "), "{alone:?}");
    // A plain build under that name does not start itself again.
    let same = run("same", |newest| fs::hard_link(PROGRAM, newest).unwrap());
    assert_eq!(same.stdout, alone.stdout);
    let echo = run("echo", |newest| symlink("/bin/echo", newest).unwrap());
    let broken = run("broken", |newest| fs::write(newest, "no program").unwrap());
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
        assert_eq!(String::from_utf8(echo.stdout).unwrap(), "--game nika query  fen\n");
        let error = String::from_utf8(broken.stderr).unwrap();
        assert!(!broken.status.success() && error.contains("agon-x86-64-v3`: "), "{error}");
    } else {
        assert_eq!((&echo.stdout, &broken.stdout), (&alone.stdout, &alone.stdout));
    }
}
