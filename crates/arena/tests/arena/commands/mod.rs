//! The commands of the program, with test engines.
mod announcements;
mod armies;
mod copies;
mod engine;
mod files;
mod flags;
mod formats;
mod hostile;
mod interrupts;
mod machine;
mod options;
mod organisers;
mod output;
mod reading;
mod refusals;
mod repair;
mod replaced;
mod running;
mod secrets;
mod signals;
mod statuses;
mod together;
mod trust;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use arena::store::{Address, Counts, Store};

use crate::diary::Diary;

/// A folder in which commands run. It is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("commands {name} {}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The names of its entries.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// An engine with this name and behaviour.
    fn engine(&self, name: &str, way: &str) -> String {
        engine::engine(name, way, &self.0)
    }

    /// An engine `bad` that fails in this way; the file only changes its fingerprint.
    fn faulty(&self, way: &str, file: &str) -> String {
        let engine = env!("CARGO_BIN_EXE_test-engine");
        format!("name=bad cmd='\"{engine}\" faulty \"{way}\" . {file}'")
    }

    fn diary(&self, name: &str) -> Diary {
        Diary::of(&self.0, name)
    }

    /// The program, started in this folder without the environment variables that it reads.
    fn command(&self, args: &[&str]) -> Command {
        // Even if the tests run in the background, where a shell has told them to ignore Ctrl-C.
        let mut command = Command::new("env");
        command.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_arena")]);
        command.args(args).current_dir(&self.0).env("AGON", "").env_remove("ARENA_STORE");
        command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command
    }

    fn arena(&self, args: &[&str]) -> Done {
        Done::from(self.command(args).output().unwrap())
    }

    fn counts(&self, store: &str) -> Counts {
        self.store(store).counts().unwrap()
    }

    fn store(&self, store: &str) -> Store {
        Store::open(&Address::Sqlite(self.0.join(store))).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The output of a finished command.
#[derive(Debug)]
struct Done {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Done {
    fn from(output: Output) -> Done {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Done { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Done {
    /// Asserts the exit status.
    #[track_caller]
    fn with(self, code: i32) -> Done {
        assert_eq!(self.code, Some(code), "{}{}", self.err, self.out);
        self
    }

    /// Asserts that standard output contains these words.
    #[track_caller]
    fn says(self, words: &str) -> Done {
        assert!(self.out.contains(words), "no `{words}` in\n{}", self.out);
        self
    }

    /// Asserts that standard error contains these words.
    #[track_caller]
    fn tells(self, words: &str) -> Done {
        assert!(self.err.contains(words), "no `{words}` in\n{}", self.err);
        self
    }
}

/// The flags of a tournament of short games of Take Two.
const TAKE_TWO: [&str; 14] = [
    "--game",
    "take-two",
    "--rule",
    "heaps=4",
    "--openings-turns",
    "1",
    "--openings-nodes",
    "0",
    "--openings-effort",
    "0",
    "--nodes",
    "1",
    "--seed",
    "5",
];

/// A command with the flags of a tournament between these engines.
fn plan<'a>(command: &[&'a str], engines: &'a [String]) -> Vec<&'a str> {
    plan_with(command, [TAKE_TWO[3], TAKE_TWO[5]], engines)
}

/// As [`plan`], with these numbers of heaps, as a rule, and of random turns of openings.
fn plan_with<'a>(command: &[&'a str], [heaps, turns]: [&'a str; 2], engines: &'a [String]) -> Vec<&'a str> {
    let mut flags = TAKE_TWO;
    (flags[3], flags[5]) = (heaps, turns);
    let engines = engines.iter().flat_map(|engine| ["-e", engine]);
    command.iter().copied().chain(flags).chain(engines).collect()
}

/// The settings of long games from different openings.
const LONG: [&str; 2] = ["heaps=7", "3"];

/// Waits for a condition. The time limit only ends a test that would hang.
#[track_caller]
pub(crate) fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waited for {what} in vain");
        sleep(Duration::from_millis(5));
    }
}
