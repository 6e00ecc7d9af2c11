//! `kill -9` at random moments of a tournament in an SQLite file: while two processes work on it, and during its
//! creation. 60 and 10 kills, in the long size 200 and 30.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod kills;

use std::path::Path;

use abstract_game::conformance::sized;
use kills::{Folder, alone, kill_and_resume, kill_and_run_again};

fn file(folder: &Folder, number: usize) -> String {
    folder.0.join(format!("tournament-{number}.arena")).to_str().unwrap().to_owned()
}

#[test]
fn a_tournament_survives_kills() {
    let _alone = alone();
    let folder = Folder::new("kills");
    kill_and_resume(&folder, sized(60, 200), 1, &mut |number| file(&folder, number));
}

#[test]
fn a_tournament_created_in_part_is_created_and_played() {
    let _alone = alone();
    let folder = Folder::new("half-made");
    // Only the names and lengths of the files: opening the store would repair it.
    let left = |address: &str| {
        let length = |more: &str| Path::new(&format!("{address}{more}")).metadata().map(|file| file.len());
        match (length(""), length("-journal"), length("-wal")) {
            (Err(_), _, _) => "no file",
            (Ok(0), _, _) => "an empty file",
            (Ok(_), Ok(_), _) => "a file without its header",
            (Ok(_), _, Ok(0) | Err(_)) => "a file without tables",
            (Ok(_), _, Ok(_)) => "a file with a log",
        }
    };
    kill_and_run_again(&folder, sized(10, 30), 2, &mut |number| file(&folder, number), &mut { left });
}
