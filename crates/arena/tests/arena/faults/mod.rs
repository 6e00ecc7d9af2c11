//! Twelve ways in which an engine can fail. Each has its own cause, costs one game, and leaves no process or thread.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use abstract_game::facade::AnyRules;
use abstract_game::sample::TakeTwo;
use arena::engine::{EngineKind, EngineLimits, EngineSpec, TrafficLog};
use arena::tournament::{Settings, Tournament};

use crate::diary::Diary;
use crate::folder::Folder;
use crate::holding::{Held, hold};

const GAMES: usize = 6;

/// A way to fail, the causes of the lost games from game 2 on, and the message about the first.
struct Way {
    name: &'static str,
    causes: &'static [&'static str],
    detail: &'static str,
}

const CRASHED: &str = "the engine ended (exit status: 7) where `bestmove` was expected; its standard error ends with `two`, \
                       `three`, `four\\u{1b}[2J`";

const WAYS: [Way; 12] = [
    // The first restart after the crash fails, the second succeeds: no game is lost by it.
    way("crashes at start", &["crash"], CRASHED),
    way("crashes in mid game", &["crash"], CRASHED),
    way(
        "hangs",
        &["stall"],
        "no `bestmove` within 4 s, nor within 2 s after `stop`; its standard output is empty",
    ),
    way("plays an illegal turn", &["illegal-turn"], "`z9` is not a heap's letter"),
    way("says garbage", &["protocol"], "\\u{1b}age`; expected `bestmove`, which never came"),
    way("answers late", &["time"], " ms used, 3000 ms allowed; answered after `stop`"),
    way("answers twice", &["protocol"], "`; expected `readyok`, as no search runs"),
    way(
        "ignores stop",
        &["stall"],
        "no `bestmove` within 4 s, nor within 2 s after `stop`; it wrote other lines",
    ),
    way("leaves a process", &["crash"], "the engine ended (exit status: 7) where `bestmove` was expected"),
    way(
        "writes no line",
        &["protocol"],
        "the engine wrote more than 64 MiB without the end of a line within one game",
    ),
    way("closes stdout", &["disconnect"], "the engine closed its output where `bestmove` was expected"),
    way(
        "floods stderr",
        &["protocol"],
        "the engine wrote more than 64 MiB to its standard error within one game",
    ),
];

const fn way(name: &'static str, causes: &'static [&'static str], detail: &'static str) -> Way {
    Way { name, causes, detail }
}

impl Way {
    /// Number of processes of the engine.
    fn starts(&self) -> usize {
        1 + self.causes.len() + usize::from(self.name == "crashes at start")
    }
}

/// The engine with this fault.
fn spec(way: &str, folder: &Path) -> EngineSpec {
    let args = ["faulty", way, &folder.display().to_string()].map(str::to_owned).into();
    let kind = EngineKind::Command { program: env!("CARGO_BIN_EXE_test-engine").into(), args };
    EngineSpec { name: Some("bad".into()), ..kind.into() }
}

/// Whether a process is alive: not a zombie.
fn lives(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

/// A tournament of the engine against the random player, with long games: each engine plays several turns.
fn arena(way: &str, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args([
        "run",
        "--no-store",
        "--game",
        "take-two",
        "--rule",
        "heaps=7",
        "--openings-turns",
        "0",
        "-e",
        "random",
    ]);
    // Enough time for a correct engine on a busy machine.
    command.args(["--movetime", "3000", "--margin", "1000", "--stall", "2", "-n", &GAMES.to_string()]);
    command.args(["-e", &spec(way, folder).to_text().unwrap()]);
    command
}

fn check(way: &Way, folder: &Path, output: &Output) {
    let (told, table) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    assert_eq!(output.status.code(), Some(3), "{}: {told}{table}", way.name);
    let faults = way.causes.len();
    assert!(table.contains(&format!("!!! FAULTS: {faults} of {GAMES} games\n")), "{}: {table}", way.name);
    for (number, cause) in (2..).zip(way.causes) {
        let lost = format!("!!! game {number}: bad lost by {cause}: ");
        let line = table.lines().find(|line| line.starts_with(&lost));
        let line = line.unwrap_or_else(|| panic!("{}: no `{lost}` in {table}", way.name));
        assert!(told.contains(line), "{}: not reported at once: {told}", way.name);
        assert!(number > 2 || line.contains(way.detail), "{}: {line}", way.name);
        assert!(table.contains(&format!("{cause} 1")), "{}: {table}", way.name);
    }
    // The other games ended normally.
    assert!(table.contains(&format!("last-counter {}", GAMES - faults)), "{}: {table}", way.name);
    let diary = Diary::of(folder, "bad");
    assert_eq!((diary.count("start"), diary.count("mischief")), (way.starts(), 1), "{}", way.name);
    let left: Vec<_> = diary.processes().into_iter().filter(|&process| lives(process)).collect();
    assert!(left.is_empty(), "{}: left behind: {left:?}", way.name);
}

fn fails(name: &str) {
    let folder = Folder::new(&format!("faults {name}"));
    let way = WAYS.iter().find(|way| way.name == name).unwrap();
    let output = arena(name, &folder.0).output().unwrap();
    check(way, &folder.0, &output);
}

/// One test for each way, so that their waiting times overlap.
macro_rules! each {
    ($($test:ident: $way:literal,)*) => {
        $(#[test]
        fn $test() {
            fails($way);
        })*

        #[test]
        fn every_way_has_a_test() {
            let tested = [$($way,)* "floods stderr"];
            assert_eq!(WAYS.map(|way| way.name), tested);
        }
    };
}

each! {
    crash_at_start: "crashes at start",
    crash_in_mid_game: "crashes in mid game",
    hang: "hangs",
    illegal_turn: "plays an illegal turn",
    garbage: "says garbage",
    late_answer: "answers late",
    two_answers: "answers twice",
    ignored_stop: "ignores stop",
    left_process: "leaves a process",
    no_line: "writes no line",
    closed_stdout: "closes stdout",
}

/// The peak memory of a process, in KiB.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn flood_of_errors() {
    let folder = Folder::new("floods stderr");
    let mut command = arena("floods stderr", &folder.0);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        sleep(Duration::from_millis(2));
    }
    check(WAYS.last().unwrap(), &folder.0, &child.wait_with_output().unwrap());
    assert!((1..48 << 10).contains(&most), "the arena took {most} KiB for a flood of 64 MiB and more");
}

#[test]
fn an_engine_that_never_starts_is_refused_before_the_first_game() {
    let folder = Folder::new("never starts");
    let output = arena("never starts", &folder.0).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    let message = "engine `bad` cannot be started: the engine ended (exit status: 3) where `ugiok` was expected; its \
                   standard error ends with `no network file`";
    assert!(told.contains(message), "{told}");
    assert_eq!(Diary::of(&folder.0, "bad").count("game"), 0);
}

/// The number of threads of this process that belong to engines.
fn engine_threads() -> usize {
    let tasks = fs::read_dir("/proc/self/task").unwrap().filter_map(Result::ok);
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.starts_with("engine-")).count()
}

fn held(way: &str, folder: &Path, log: &TrafficLog) -> Held {
    let mut rules = TakeTwo::default().boxed_clone();
    rules.set_option("heaps", "7").unwrap();
    let movetime = Some(Duration::from_secs(3));
    let limits = EngineLimits { movetime, stall: Some(Duration::from_secs(2)), ..EngineLimits::default() };
    let settings = Settings { pairs: GAMES / 2, limits, ..Settings::default() };
    let engines = [EngineSpec::random("random"), spec(way, folder)];
    let mut tournament = Tournament::new(rules, engines, settings).unwrap();
    tournament.log_traffic(log.clone());
    hold(&tournament, 1)
}

/// The only test in this file that drives engines from its own process.
#[test]
fn no_thread_is_left_and_the_log_shows_each_fault() {
    thread::scope(|scope| {
        for way in &WAYS {
            // Their waiting times overlap.
            scope.spawn(|| check_log(way));
        }
    });
    let gone = (0..1000).any(|_| engine_threads() == 0 || (sleep(Duration::from_millis(10)), false).1);
    assert!(gone, "{} threads are left", engine_threads());
}

fn check_log(way: &Way) {
    let folder = Folder::new(&format!("threads {}", way.name));
    let path = folder.0.join("traffic.log");
    let log = TrafficLog::create(&path).unwrap();
    let results = held(way.name, &folder.0, &log);
    let causes: Vec<_> = results.games.iter().map(|game| game.played.ending.cause.to_string()).collect();
    let faults: Vec<_> = causes.iter().map(String::as_str).filter(|cause| *cause != "last-counter").collect();
    assert_eq!((causes.len(), &faults[..]), (GAMES, way.causes), "{}", way.name);
    let left: Vec<_> = Diary::of(&folder.0, "bad").processes().into_iter().filter(|&p| lives(p)).collect();
    assert!(left.is_empty(), "{}: left behind: {left:?}", way.name);

    let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
    assert!(log.failure().is_none() && text.contains(" bad#1 > ugi\n"), "{text}");
    assert!(text.contains(&format!(" bad#{} < readyok\n", way.starts())), "{}: {text}", way.name);
    let late = way.causes == ["stall"] || way.causes == ["time"] || way.name == "says garbage";
    assert_eq!(text.contains(" > stop\n"), late, "{}", way.name);
}
