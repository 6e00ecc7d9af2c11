//! Ctrl-C, once and twice, at every stage of an engine's life.

use super::{Folder, plan};

/// A tournament with an engine that hangs at one stage, and the number of games finished before.
struct Stuck {
    way: &'static str,
    concurrency: &'static str,
    /// `None` if the number depends on timing.
    finished: Option<usize>,
}

const GAMES: usize = 6;

fn begin(folder: &Folder, way: &str, concurrency: &str) -> super::running::Running {
    let engines = [folder.engine("stuck", way), folder.engine("other", "steady")];
    let args = ["run", "--store", "t.arena", "-n", "6", "-c", concurrency];
    let running = folder.start(&plan(&args, &engines));
    super::wait_for("the engine to hang", || folder.diary("stuck").count("stuck") > 0);
    running
}

/// Resumes the tournament with engines that no longer hang.
fn resume(folder: &Folder) {
    folder.diary("stuck").calm_down();
    folder.arena(&["resume", "t.arena"]).with(0).says(&format!("{GAMES} of {GAMES} games"));
}

#[test]
fn once_lets_the_running_game_finish() {
    let folder = Folder::new("once");
    let running = begin(&folder, "stuck go 2", "1");
    running.interrupt();
    running.until("arena: finishing the running games (Ctrl-C again abandons them)");
    folder.diary("stuck").calm_down();
    running.end().with(130).says("2 of 6 games").says("store: t.arena");
    let counts = folder.counts("t.arena");
    assert_eq!((counts.finished, counts.running), (2, 0));
    assert_eq!(folder.diary("stuck").count("went on"), 1);
    folder.all_gone("stuck");
    folder.all_gone("other");
    resume(&folder);
}

fn twice(name: &str, stuck: &Stuck) {
    let folder = Folder::new(name);
    let running = begin(&folder, stuck.way, stuck.concurrency);
    running.interrupt();
    running.until("finishing the running games");
    running.interrupt();
    running.until("arena: abandoning the running games");
    let done = running.end().with(130);
    assert!(!done.err.contains("!!!"), "no engine gets a fault: {}", done.err);
    // The arena did not wait for the engine.
    assert_eq!(folder.diary("stuck").count("went on"), 0, "{name}");
    let counts = folder.counts("t.arena");
    assert_eq!((counts.finished, counts.running), (stuck.finished.unwrap_or(counts.finished), 0), "{name}");
    assert!(done.out.contains(&format!("\n{} of {GAMES} games", counts.finished)), "{}", done.out);
    folder.all_gone("stuck");
    folder.all_gone("other");
    resume(&folder);
}

#[test]
fn twice_while_an_engine_thinks() {
    twice("thinks", &Stuck { way: "stuck go 2", concurrency: "1", finished: Some(1) });
}

#[test]
fn twice_while_an_engine_starts() {
    twice("starts", &Stuck { way: "stuck ugi 1", concurrency: "1", finished: Some(0) });
}

#[test]
fn twice_while_an_engine_that_has_started_is_not_ready() {
    twice("ready", &Stuck { way: "stuck isready 1", concurrency: "1", finished: Some(0) });
}

#[test]
fn twice_while_an_engine_begins_a_game() {
    twice("begins", &Stuck { way: "stuck game 3", concurrency: "1", finished: Some(2) });
}

#[test]
fn twice_while_the_engine_of_a_second_worker_starts() {
    twice("second", &Stuck { way: "stuck ugi 2", concurrency: "2", finished: None });
}
