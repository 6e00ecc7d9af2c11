//! `kill -9` at 200 random moments of a tournament in an SQLite file on which two processes work.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod kills;

use arena::store::Address;
use kills::{Folder, engine, kill_and_resume};

/// The engine's side: not a test of its own.
#[test]
fn engine() {
    engine::play_if_asked();
}

#[test]
fn a_tournament_survives_200_kills() {
    let folder = Folder::new("kills");
    kill_and_resume(&folder, 200, 1, &mut |number| {
        Address::Sqlite(folder.0.join(format!("tournament-{number}.arena")))
    });
}
