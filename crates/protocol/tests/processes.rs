//! What engines inherit.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use protocol::driver::{EngineCommand, EngineProcess, SECRET_VARIABLES, Timeouts};

/// As good as never: a test that waits for it fails by hanging.
const NEVER: Duration = Duration::from_secs(100_000);
const TIMEOUTS: Timeouts = Timeouts { launch: NEVER, ready: NEVER, quit: NEVER };

/// An engine that runs `at_start`, and `on_go` when it is to search.
fn engine(at_start: &str, on_go: &str) -> EngineCommand {
    let script = format!(
        "{at_start}\nwhile read -r line; do case \"$line\" in\n\
         ugi) echo ugiok;;\nisready) echo readyok;;\ngo*) {on_go};;\nquit) exit 0;;\nesac; done"
    );
    EngineCommand { program: "sh".into(), args: vec!["-c".into(), script], ..EngineCommand::default() }
}

/// A new file name under the target folder.
fn new_file() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("processes-{}-{number}", std::process::id()))
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
    let engine = |hidden: Option<&str>| {
        let path = told.display();
        let mut command = engine(&format!("env >'{path}'; ls -l /proc/$$/fd >>'{path}'"), "");
        command.hidden_variables.extend(hidden.map(Into::into));
        EngineProcess::start(&command, &TIMEOUTS).unwrap().quit();
        fs::read_to_string(&told).unwrap()
    };
    let inherited = engine(None);
    assert!(inherited.contains(&format!("{INNER}=plain\n")) && !inherited.contains("s3cr3t"), "{inherited}");
    let files: Vec<_> = inherited.lines().filter_map(|line| line.split_once(" -> ")).collect();
    assert!(files.len() >= 3 && !files.iter().any(|(_, file)| Path::new(file) == open), "{inherited}");
    assert!(!engine(Some(INNER)).contains("plain"));
    for path in [told, open] {
        fs::remove_file(path).unwrap();
    }
}
