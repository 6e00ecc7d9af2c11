//! Jobs on a PostgreSQL server, which `.ci/postgres` creates, starts and removes.

#![expect(clippy::unwrap_used, reason = "a panic fails the test, in a helper too")]

mod kills;

#[test]
fn killed_processes_change_nothing() {
    let server = std::env::var("ARENA_TEST_POSTGRES").expect("run `.ci/postgres`");
    let process = std::process::id();
    kills::killed_processes_change_nothing(|store| format!("{server}?schema=solver-{process}-{store}"));
}
