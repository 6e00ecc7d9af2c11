//! What engines inherit and start, and what is left when they have ended.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use protocol::driver::{
    BestMove, DriverError, EngineCommand, EngineProcess, SECRET_VARIABLES, SearchTimeout, Timeouts,
};
use protocol::{GoLimits, Start};

/// As good as never: a test that waits for it fails by hanging.
const NEVER: Duration = Duration::from_secs(100_000);
const TIMEOUTS: Timeouts = Timeouts { launch: NEVER, ready: NEVER, quit: NEVER };

/// An engine that runs `at_start`, and `on_go` when it is to search, and ignores the end of its input.
fn engine(at_start: &str, on_go: &str) -> EngineCommand {
    let script = format!(
        "{at_start}\nwhile read -r line; do case \"$line\" in\n\
         ugi) echo ugiok;;\nisready) echo readyok;;\ngo*) {on_go};;\nquit) exit 0;;\nesac; done; sleep 100000"
    );
    EngineCommand { program: "sh".into(), args: vec!["-c".into(), script], ..EngineCommand::default() }
}

fn search(driver: &mut EngineProcess) -> Result<BestMove, DriverError> {
    let timeout = SearchTimeout { time: None, grace: NEVER };
    driver.search(&Start::Startpos, &[], GoLimits::infinite(), &timeout, &mut |_| {})
}

/// A new file name under the target folder.
fn new_file() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("processes-{}-{number}", std::process::id()))
}

/// Waits until a condition holds; the limit only ends a test that would hang.
#[track_caller]
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    assert!((0..6000).any(|_| holds() || (sleep(Duration::from_millis(10)), false).1), "not yet: {what}");
}

/// Whether a process is there, and not only its entry.
fn is_running(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn no_engine_is_left_behind() {
    let driver = EngineProcess::start(&engine("", ""), &TIMEOUTS).unwrap();
    let process = driver.process_id();
    assert!(is_running(process));
    drop(driver);
    assert!(!is_running(process));
}

/// Ways to start a process that holds on; `$helper` writes its number into a file.
const STARTS: [(&str, &str); 7] = [
    ("of the group", "$helper &"),
    ("of another session", "setsid $helper &"),
    ("without its parent", "(setsid $helper &)"),
    ("without the engine's streams", "(setsid $helper >/dev/null 2>&1 </dev/null &)"),
    ("without its environment", "env -i setsid $helper &"),
    ("without its environment and its parent", "(env -i setsid $helper &)"),
    ("with the output as another file", "(env -i setsid $helper 5>&1 >/dev/null 2>&1 </dev/null &)"),
];

/// Starts an engine that has started a process in one of the ways. Returns the number of that process.
fn with_helper(start: &str, on_go: &str) -> (EngineProcess, u32) {
    let pid = new_file();
    let helper = start.replace("$helper", "sh -c 'echo $$ >\"$0\"; exec sleep 100000' \"$PID_FILE\"");
    let at_start = format!("PID_FILE='{}'\n{helper}\nPID_FILE=", pid.display());
    let driver = EngineProcess::start(&engine(&at_start, on_go), &TIMEOUTS).unwrap();
    let number = || fs::read_to_string(&pid).ok()?.trim().parse().ok();
    wait_for("the process that the engine starts", || number().is_some());
    let number = number().unwrap();
    fs::remove_file(&pid).unwrap();
    assert!(is_running(number));
    (driver, number)
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    for (way, start) in STARTS {
        let (driver, helper) = with_helper(start, "");
        drop(driver);
        wait_for(way, || !is_running(helper));

        let (driver, helper) = with_helper(start, "");
        assert!(driver.quit().unwrap().success());
        wait_for(way, || !is_running(helper));

        let (mut driver, helper) = with_helper(start, "");
        let stop_handle = driver.stop_handle();
        let killer = std::thread::spawn(move || stop_handle.kill());
        let error = search(&mut driver).unwrap_err();
        assert!(matches!(error, DriverError::Exited { status: Some(_), .. }), "{way}: {error}");
        killer.join().unwrap();
        wait_for(way, || !is_running(helper));
    }
}

#[test]
fn the_exit_of_an_engine_is_an_answer_even_if_its_output_stays_open() {
    for (way, start) in STARTS {
        let (mut driver, helper) = with_helper(start, "exit 7");
        let error = search(&mut driver).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the engine ended (exit status: 7) where `bestmove` was expected",
            "{way}"
        );
        wait_for(way, || !is_running(helper));

        // What it wrote before counts.
        let (mut driver, _) = with_helper(start, "echo info depth 3 score cp 1; echo bestmove a; exit 0");
        let found = search(&mut driver).unwrap();
        assert_eq!((found.turn.as_str(), found.info.unwrap().depth), ("a", Some(3)), "{way}");
        assert!(matches!(driver.ready(), Err(DriverError::Exited { status: Some(_), .. })), "{way}");
    }
    let command = engine("setsid sleep 100000 & exit 3", "");
    let error = EngineProcess::start(&command, &TIMEOUTS).unwrap_err();
    assert_eq!(error.to_string(), "the engine ended (exit status: 3) where `ugiok` was expected");
}

#[test]
fn the_processes_of_other_engines_live_on() {
    let (first, other) = with_helper(STARTS[2].1, "");
    let (second, helper) = with_helper(STARTS[3].1, "");
    let mut own = Command::new("sleep").arg("100000").spawn().unwrap();
    drop(second);
    wait_for("the end of the second engine's process", || !is_running(helper));
    assert!(is_running(first.process_id()) && is_running(other) && is_running(own.id()));
    drop(first);
    wait_for("the end of the first engine's process", || !is_running(other));
    assert!(is_running(own.id()));
    own.kill().unwrap();
    own.wait().unwrap();
}

/// A variable that tells the test that it runs as a child of itself, with secrets in its environment.
const INNER: &str = "AGON_TEST_INNER";

#[test]
fn an_engine_inherits_no_secret_and_no_file() {
    if std::env::var_os(INNER).is_none() {
        // A test cannot change its own environment.
        let mut inner = Command::new(std::env::current_exe().unwrap());
        inner.args(["--exact", "an_engine_inherits_no_secret_and_no_file"]).env(INNER, "plain");
        let output = inner.envs(SECRET_VARIABLES.map(|name| (name, "s3cr3t"))).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        return;
    }
    let [told, open] = [new_file(), new_file()];
    let _held = fs::File::create(&open).unwrap();
    let path = told.display();
    let command = engine(&format!("env >'{path}'; ls -l /proc/$$/fd >>'{path}'"), "");
    EngineProcess::start(&command, &TIMEOUTS).unwrap().quit();
    let inherited = fs::read_to_string(&told).unwrap();
    assert!(inherited.contains(&format!("{INNER}=plain\n")) && !inherited.contains("s3cr3t"), "{inherited}");
    let files: Vec<_> = inherited.lines().filter_map(|line| line.split_once(" -> ")).collect();
    assert!(files.len() >= 3 && !files.iter().any(|(_, file)| Path::new(file) == open), "{inherited}");
    for path in [told, open] {
        fs::remove_file(path).unwrap();
    }
}
