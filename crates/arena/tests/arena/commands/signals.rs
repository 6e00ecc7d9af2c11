//! Signals: those that are ignored, and the one that cannot be.

use std::fs;

use rustix::process::Signal;

use super::{Folder, plan, wait_for};

/// A tournament whose engine thinks until `calm_down`.
fn begin(folder: &Folder, ignored: &str) -> super::running::Running {
    let engines = [folder.engine("stuck", "stuck go 2"), folder.engine("other", "steady")];
    let args = plan(&["run", "--store", "t.arena", "-n", "6"], &engines);
    let running = folder.start_ignoring(ignored, &args);
    wait_for("the engine to hang", || folder.diary("stuck").count("stuck") > 0);
    running
}

#[test]
fn a_signal_that_was_ignored_at_the_start_stays_ignored() {
    for (name, ignored, signal) in [("hup", "HUP", Signal::HUP), ("int", "INT", Signal::INT)] {
        let folder = Folder::new(name);
        let running = begin(&folder, ignored);
        running.signal(signal);
        folder.diary("stuck").calm_down();
        let done = running.end().with(0).says("6 of 6 games");
        assert!(!done.err.contains("finishing"), "{}", done.err);
    }
}

#[test]
fn a_hangup_lets_the_running_games_finish() {
    let folder = Folder::new("hangup");
    let running = begin(&folder, "USR1");
    running.signal(Signal::HUP);
    running.until("arena: finishing the running games");
    folder.diary("stuck").calm_down();
    running.end().with(130).says("2 of 6 games");
}

#[test]
fn no_engine_outlives_an_arena_that_was_killed() {
    // A process that starts others, one of them in another session, and none reads its input.
    let folder = Folder::new("orphans");
    folder.write(
        "engine.sh",
        "echo $$ >>pids; for session in '' setsid; do $session sleep 600 & echo $! >>pids; done; wait; sleep 600\n",
    );
    let engine = "cmd='sh engine.sh' start-time=600".to_owned();
    let engines = [engine.clone(), engine];
    for kill in 1..=10 {
        let running = folder.start(&plan(&["run", "--no-store", "-n", "2"], &engines));
        let pids = || fs::read_to_string(folder.0.join("pids")).unwrap_or_default();
        wait_for("the engine", || pids().lines().count() >= 3 * kill);
        running.signal(Signal::KILL);
        let left = || pids().lines().filter(|pid| super::running::lives(pid.parse().unwrap())).count();
        wait_for("the end of the engine", || left() == 0);
    }
    // A supervisor ends after its arena.
    let supervisor = |pid: &str| {
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let mine = fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|path| path == folder.0);
        mine && String::from_utf8_lossy(&command).contains("supervise")
    };
    wait_for("the end of the supervisors", || {
        let processes =
            fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        !processes.into_iter().any(|pid| supervisor(&pid))
    });
}
