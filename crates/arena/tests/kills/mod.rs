//! Kills of the workers of a tournament at random moments. Afterwards the store must have every game exactly once, with
//! the same turns as without kills.

pub(crate) mod engine;
mod making;
mod workers;

pub(crate) use making::kill_and_run_again;
pub(crate) use workers::kill_and_resume;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use arena::game::record::{Record, replay};
use arena::store::{Address, Store};
use parking_lot::{Mutex, MutexGuard};

/// The number of games of a tournament.
pub(crate) const GAMES: usize = 200;

/// One test at a time: a process killed at a random moment should be at work then, and each test checks in the end that
/// no engine is left.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock()
}

/// A folder with the engine, in which processes start; it is removed at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let folder = Folder(path);
        engine::install(&folder);
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// An `arena` without output.
pub(crate) fn arena(folder: &Folder, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command
        .args(args)
        .current_dir(&folder.0)
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// The arguments of `command`, which creates a tournament of this number of games at that address. Its engines take
/// `pause` for each turn.
fn making(command: &str, address: &str, games: usize, pause: Duration) -> Vec<String> {
    let (games, one, two) = (games.to_string(), engine::spec("one", pause), engine::spec("two", pause));
    let flags = [command, "--store", address, "--game", "take-two", "--rule", "heaps=4", "--nodes", "1"];
    let openings =
        ["--openings-turns", "1", "--openings-nodes", "0", "--openings-effort", "0", "--seed", "5"];
    let games = ["--games", &games, "-e", &one, "-e", &two];
    flags.iter().chain(&openings).chain(&games).map(|&word| word.to_owned()).collect()
}

fn words(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

/// Creates a tournament of [`GAMES`] without playing it.
pub(crate) fn make(folder: &Folder, address: &str) {
    let made = arena(folder, &words(&making("new", address, GAMES, engine::PAUSE))).status().unwrap();
    assert!(made.success(), "{made}");
}

/// The games of a tournament without kills. The pause changes the engines' specs, not their turns.
pub(crate) fn undisturbed(folder: &Folder, games: usize) -> BTreeMap<usize, String> {
    let file = folder.0.join("undisturbed.arena");
    let flags = making("run", file.to_str().unwrap(), games, Duration::ZERO);
    let played = arena(folder, &[&words(&flags)[..], &["-c", "2"]].concat()).status().unwrap();
    assert!(played.success(), "{played}");
    complete(file.to_str().unwrap(), games)
}

/// The turns and the result of every game of a tournament, by number. Each of its `games` must be stored once and
/// replay.
pub(crate) fn complete(address: &str, games: usize) -> BTreeMap<usize, String> {
    let address: Address = address.parse().unwrap();
    let store = Store::open(&address).unwrap();
    let counts = store.counts().unwrap();
    assert_eq!((counts.finished, counts.open, counts.running), (games, 0, 0));
    let mut found = BTreeMap::new();
    for row in store.records() {
        let (row, text) = row.unwrap();
        let (number, record): (usize, Record) = (row.game.number, text.parse().unwrap());
        replay(&record, &*games::by_name("take-two").unwrap(), &mut |_, _| ()).unwrap();
        assert_eq!(record.number, Some(number as u64));
        let turns: Vec<_> = record.turns.iter().map(|turn| turn.turn.as_str()).collect();
        let turns_and_result = format!("{:?} {} {}", record.players, turns.join(" "), record.ending);
        assert!(found.insert(number, turns_and_result).is_none(), "game {number} is stored twice");
    }
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), (1..=games).collect::<Vec<_>>());
    found
}

/// Waits until `done`. Returns whether that happened within a minute.
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
