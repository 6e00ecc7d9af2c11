//! A run on a PostgreSQL server, which `.ci/postgres` creates, starts and removes.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]
#![allow(dead_code, reason = "the tests of the store in a file use more")]

mod kills;

#[test]
fn killed_processes_leave_the_course_as_it_is() {
    let server = std::env::var("ARENA_TEST_POSTGRES").expect("run `.ci/postgres`");
    let folder = kills::Folder::new("postgres-kill");
    let process = std::process::id();
    kills::kill_and_resume(&folder, |run| format!("{server}?tournament=trainer-kill-{process}-{run}"));
}
