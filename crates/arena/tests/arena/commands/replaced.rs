//! Stores that are deleted or replaced during a run.

use std::fs;

use super::{Done, Folder, plan, running};

/// More games than a run can play before its store is gone.
const GAMES: &str = "1000000";

fn begin(folder: &Folder) -> running::Running {
    let engines = ["random", "name=dice cmd=random"].map(str::to_owned);
    folder.arena(&plan(&["new", "--store", "other.arena", "-n", "4"], &engines)).with(0);
    folder.arena(&plan(&["new", "--store", "t.arena", "-n", GAMES], &engines)).with(0);
    let running = folder.start(&plan(&["run", "--store", "t.arena", "-n", GAMES], &engines));
    super::wait_for("the first games", || folder.counts("t.arena").finished > 20);
    running
}

/// The names of the store's files.
fn files(folder: &Folder) -> Vec<String> {
    folder.names().into_iter().filter(|name| name.starts_with("t.arena")).collect()
}

fn ends(running: running::Running, why: &str) -> Done {
    let done = running.end().with(1).tells(&format!("arena: error: t.arena: {why}"));
    assert_eq!(done.out, "", "no table of games that are lost");
    done
}

#[test]
fn a_deleted_store_ends_the_run() {
    let folder = Folder::new("deleted");
    let running = begin(&folder);
    fs::remove_file(folder.0.join("t.arena")).unwrap();
    ends(running, "the file was deleted or moved away while it was in use");
    assert_eq!(files(&folder), [""; 0]);
}

#[test]
fn a_replaced_store_ends_the_run_and_is_not_changed() {
    let folder = Folder::new("replaced");
    let running = begin(&folder);
    let other = fs::read(folder.0.join("other.arena")).unwrap();
    fs::rename(folder.0.join("other.arena"), folder.0.join("t.arena")).unwrap();
    ends(running, "another file was put in its place while it was in use");
    assert_eq!(files(&folder), ["t.arena"]);
    assert!(fs::read(folder.0.join("t.arena")).unwrap() == other);
    folder.arena(&["table", "t.arena"]).with(0).says("\n0 of 4 games");
}

#[test]
fn a_store_that_was_moved_away_keeps_its_games() {
    let folder = Folder::new("moved");
    let running = begin(&folder);
    fs::rename(folder.0.join("t.arena"), folder.0.join("kept.arena")).unwrap();
    ends(running, "the file was deleted or moved away while it was in use");
    assert!(folder.counts("kept.arena").finished > 20);
}
