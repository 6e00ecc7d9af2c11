//! Faults of the machine, and engines that stop to start: they cost no game.

use std::fs;
use std::process::Command;

use super::{Done, Folder, LONG, plan, plan_with};

/// Runs the program with a limit of open files.
fn with_limit(folder: &Folder, limit: &str, args: &[&str]) -> Done {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_arena")]);
    let output = command.args(args).current_dir(&folder.0).env("AGON", "").env_remove("ARENA_STORE");
    Done::from(output.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap())
}

/// Asserts that no game of a store was lost by a fault.
fn no_faults(folder: &Folder, store: &str) {
    for row in folder.store(store).finished(0) {
        let row = row.unwrap();
        assert!(!row.result.ending.cause.is_fault(), "{row:?}");
    }
}

#[test]
fn a_low_soft_limit_of_open_files_is_raised() {
    let folder = Folder::new("soft limit");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    let run = plan(&["run", "--store", "t.arena", "-n", "40", "-c", "8"], &engines);
    with_limit(&folder, "-S -n 16", &run).with(0).says("\n40 of 40 games");
    no_faults(&folder, "t.arena");
}

#[test]
fn a_machine_without_descriptors_loses_no_game() {
    let folder = Folder::new("hard limit");
    let engines = ["one", "two"].map(|name| folder.engine(name, "steady"));
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", "40"], &engines)).with(0);
    let mut told = String::new();
    for limit in 12..40 {
        let done = with_limit(&folder, &format!("-n {limit}"), &["resume", "t.arena", "-c", "8"]);
        assert!(done.code == Some(1) || done.code == Some(0), "{limit}: {done:?}");
        assert!(done.code == Some(0) || !done.err.is_empty(), "{limit}: no reason");
        no_faults(&folder, "t.arena");
        told += &done.err;
    }
    assert!(told.contains("this machine has not enough resources: "), "{told}");
    assert!(told.contains("Too many open files"), "{told}");
    folder.arena(&["resume", "t.arena"]).with(0).says("\n40 of 40 games");
}

#[test]
fn an_engine_whose_file_is_deleted_in_mid_run_leaves_its_games_open() {
    let folder = Folder::new("deleted");
    let program = folder.0.join("engine");
    let put = || fs::hard_link(env!("CARGO_BIN_EXE_test-engine"), &program).unwrap();
    put();
    let bad = format!("name=bad cmd='\"{}\" faulty \"deletes itself\" .'", program.display());
    let engines = [folder.engine("one", "steady"), folder.engine("two", "steady"), bad];
    let run = plan_with(&["run", "--store", "t.arena", "-n", "4"], LONG, &engines);
    let run = folder.arena(&run).with(1);
    assert_eq!(run.err.matches("engine `bad` does not start (").count(), 3, "{}", run.err);
    assert_eq!(run.err.matches("; its games stay open\n").count(), 1, "{}", run.err);
    // The fault before cost a game; the games of the others are played.
    assert!(run.out.contains("!!! FAULTS: 1 of "), "{}", run.out);
    let (mut others, mut open) = (0, 0);
    for row in folder.store("t.arena").schedule() {
        let (game, state) = row.unwrap();
        let of_bad = game.entrants.contains(&2);
        others += usize::from(!of_bad && state == arena::store::GameState::Finished);
        open += usize::from(of_bad && state == arena::store::GameState::Open);
    }
    assert_eq!((others, open), (4, 6));
    put();
    let resumed = folder.arena(&["resume", "t.arena"]).with(3);
    assert!(
        resumed.out.contains("\n12 of 12 games") && resumed.out.contains("!!! FAULTS: 1 of 12 games"),
        "{resumed:?}"
    );
}
