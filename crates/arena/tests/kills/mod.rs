//! Processes that work on one tournament and are killed at random moments; afterwards every game must be there
//! exactly once, each as it would have been had nobody been killed.

pub(crate) mod engine;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use abstract_game::random::SplitMix64;
use arena::record::{Record, replay};
use arena::store::{Address, Store};

/// How many games the tournament has.
const GAMES: usize = 200;

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn arena(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command
        .args(args)
        .current_dir(&folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The flags of the tournament; its engines take `pause` for each turn.
fn plan(pause: Duration) -> Vec<String> {
    let engine = |name: &str| format!("name={name} {}", engine::spec(name, pause));
    let games = GAMES.to_string();
    let flags =
        ["--game", "take-two", "--rule", "heaps=4", "--openings-turns", "1", "--openings-effort", "0"];
    let more = ["--nodes", "1", "--seed", "5", "--games", &games, "-e"];
    let all = flags.iter().chain(&more).map(|&flag| flag.to_owned());
    all.chain([engine("one"), "-e".to_owned(), engine("two")]).collect()
}

fn words(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

/// The turns and the result of every game in a store, by number; every record must replay.
fn games(address: &Address) -> BTreeMap<usize, String> {
    let store = Store::open(address).unwrap();
    let mut games = BTreeMap::new();
    for row in store.records() {
        let (row, text) = row.unwrap();
        let (number, record): (usize, Record) = (row.game.number, text.parse().unwrap());
        replay(&record, &*games::by_name("take-two").unwrap(), &mut |_, _| ()).unwrap();
        assert_eq!(record.number, Some(number as u64));
        let turns: Vec<_> = record.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let told = format!("{:?} {} {}", record.players, turns.join(" "), record.ending);
        assert!(games.insert(number, told).is_none(), "game {number} is there twice");
    }
    games
}

/// Kills processes `kills` times in all, of two that work on the tournament at any moment; in as many tournaments as
/// that takes, as one may be over before. Afterwards `arena resume` must bring each to its end.
pub(crate) fn kill_and_resume(
    folder: &Folder,
    kills: usize,
    seed: u64,
    address: &mut dyn FnMut(usize) -> Address,
) {
    let reference = Address::Sqlite(folder.0.join("reference.arena"));
    let (shown, flags) = (reference.to_string(), plan(Duration::ZERO));
    let quick = [&["run", "--store", &shown, "-c", "2"], &words(&flags)[..]].concat();
    assert!(arena(folder, &quick).status().unwrap().success());
    let expected = games(&reference);
    assert_eq!(expected.len(), GAMES);

    let mut random = SplitMix64::new(seed);
    let mut killed = 0;
    let mut tournaments = 0;
    while killed < kills {
        let address = address(tournaments);
        tournaments += 1;
        let shown = address.to_string();
        let flags = plan(engine::PAUSE);
        let new = [&["new", "--store", &shown], &words(&flags)[..]].concat();
        assert!(arena(folder, &new).status().unwrap().success());
        let worker =
            || arena(folder, &["work", "--store", &shown, "--lease", "1", "--quiet"]).spawn().unwrap();
        let mut workers = [worker(), worker()];
        while killed < kills && !over(&mut workers) {
            sleep(Duration::from_micros(1_000 + random.below(150_000) as u64));
            let victim = random.below(2);
            if workers[victim].try_wait().unwrap().is_none() {
                // On Unix this is SIGKILL: nothing of the process has a chance to clean up.
                workers[victim].kill().unwrap();
                workers[victim].wait().unwrap();
                killed += 1;
            }
            workers[victim] = worker();
        }
        for worker in &mut workers {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
        let resumed = arena(folder, &["resume", &shown, "--lease", "1", "-c", "2"]).status().unwrap();
        assert_eq!(resumed.code(), Some(0), "tournament {tournaments}");

        let store = Store::open(&address).unwrap();
        let counts = store.counts().unwrap();
        assert_eq!((counts.finished, counts.open, counts.running), (GAMES, 0, 0));
        // As if nobody had been killed; the engines' pause changes their specs, not what they play.
        assert_eq!(games(&address), expected);
    }
    println!("{killed} kills in {tournaments} tournaments of {GAMES} games");
    assert!(engine::all_gone(), "an engine was left behind");
}

/// Whether a worker has ended by itself, for then there is nothing left to play.
fn over(workers: &mut [Child; 2]) -> bool {
    workers.iter_mut().any(|worker| worker.try_wait().unwrap().is_some())
}

/// Waits until `done` says so; the time is only there to end a test that would hang.
pub(crate) fn wait_for(mut done: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if done() {
            return true;
        }
        sleep(Duration::from_millis(20));
    }
    false
}
