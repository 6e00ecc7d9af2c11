//! Engines written as a few lines of shell.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use crate::commands::wait_for;

/// A script that speaks UGI; removed at the end.
pub(crate) struct Script(PathBuf);

impl Script {
    /// It runs `on_go` after `go`.
    pub(crate) fn new(name: &str, on_go: &str) -> Script {
        Script::of_cases(name, &format!("go*) {on_go};;"))
    }

    /// It runs the commands of these cases of its input.
    pub(crate) fn of_cases(name: &str, cases: &str) -> Script {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.sh", std::process::id()));
        let text = format!(
            "while read -r line; do case \"$line\" in\n\
             ugi) echo 'id name {name}'; echo 'option name Hash type spin default 1 min 1 max 9'; \
             echo 'option name Ponder type check default false'; echo ugiok;;\n\
             isready) echo readyok;;\n\
             position*) position=\"$line\";;\n\
             {cases}\n\
             quit) exit 0;;\n\
             esac; done\n"
        );
        fs::write(&path, text).unwrap();
        Script(path)
    }

    pub(crate) fn spec(&self) -> String {
        format!("name=made-up cmd='sh {}'", self.0.display())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn command(engine: &str, more: &[&str]) -> Command {
    crate::inherited_signals::receive();
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    let game = ["run", "--no-store", "--game", "take-two", "--rule", "heaps=2", "--openings-turns", "0"];
    command.args(game).args(["-e", "random", "-e", engine]).args(more);
    command
}

fn arena(engine: &str, more: &[&str]) -> Output {
    command(engine, more).output().unwrap()
}

/// Whether a shell runs the script.
pub(crate) fn runs(script: &Script) -> bool {
    let list = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let shell = format!("sh {}", script.0.display());
    String::from_utf8_lossy(&list.stdout).lines().any(|line| line.starts_with(&shell))
}

/// Takes one counter from heap a while the moves leave any, then from heap b. Legal in games against itself.
const COUNT: &str = r#"
    case $(echo "$position" | grep -o '[ab]1' | wc -l) in 0|1|2) echo "info depth 3 score cp 12 nodes 30"; \
    echo bestmove a1;; *) echo "info score mate 1"; echo bestmove b1;; esac"#;

#[test]
fn an_engine_plays_and_its_info_is_recorded() {
    let script = Script::new("counter", COUNT);
    let out = script.0.with_extension("records");
    let engine = format!("{} option.Hash=4", script.spec());
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args([
        "run",
        "--no-store",
        "--game",
        "take-two",
        "--rule",
        "heaps=2",
        "--openings-turns",
        "0",
        "-n",
        "2",
    ]);
    command.args(["-e", &engine, "-e", &engine.replace("made-up", "other"), "-o"]).arg(&out);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("made-up") && text.contains(" 3.0 "), "{text}");
    let record = fs::read_to_string(out.join("game-0001.txt")).unwrap();
    assert!(record.contains("1. P1 a1  ; score +12 depth 3 nodes 30 time 0."), "{record}");
    assert!(record.contains("7. P1 b1  ; win 1 time 0."), "{record}");
    assert!(!runs(&script), "an engine was left behind");
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn each_fault_of_a_process_has_its_own_cause() {
    for (name, on_go, cause) in [
        ("mayfly", "exit 7", "crash"),
        ("mute", "exec 1>&-; sleep 60", "disconnect"),
        ("liar", "echo bestmove z9", "illegal-turn"),
        ("idiot", "echo bestmove", "protocol"),
        ("snail", "sleep 0.4; echo bestmove a1", "time"),
        ("stone", "sleep 60", "stall"),
    ] {
        let script = Script::new(name, on_go);
        let output =
            arena(&script.spec(), &["-n", "2", "--movetime", "100", "--margin", "100", "--stall", "1"]);
        let (told, table) =
            (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert_eq!(output.status.code(), Some(3), "{name}: {told}");
        assert!(told.contains(&format!("!!! game 1: made-up lost by {cause}: ")), "{name}: {told}");
        assert!(told.contains(&format!("!!! game 2: made-up lost by {cause}: ")), "{name}: {told}");
        assert!(table.contains(&format!("!!! made-up: {cause} 2")), "{name}: {table}");
        assert!(!runs(&script), "{name} was left behind");
    }
}

#[test]
fn unknown_options_and_values_are_refused_at_the_start() {
    let script = Script::new("optionless", "echo bestmove a1");
    for (option, message) in
        [("option.Depth=3", "option Depth was refused"), ("option.Hash=99", "option Hash was refused")]
    {
        let output = arena(&format!("{} {option}", script.spec()), &["-n", "2"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("engine `made-up` cannot be started") && told.contains(message), "{told}");
    }
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn a_second_interrupt_ends_an_engine_that_hangs() {
    let thinks = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hermit-{}", std::process::id()));
    let script = Script::new("hermit", &format!("echo >'{}'; sleep 600", thinks.display()));
    let mut child = command(&script.spec(), &["-n", "2", "--nodes", "5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the engine to think", || thinks.exists());
    fs::remove_file(thinks).unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    interrupt(&child);
    assert!(messages.any(|line| line.contains("finishing the running games")));
    assert!(child.try_wait().unwrap().is_none(), "the running game was not waited for");
    interrupt(&child);
    assert!(messages.any(|line| line.contains("abandoning the running games")));
    let output = child.wait_with_output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{table}");
    assert!(table.contains("0 of 2 games"), "{table}");
    assert!(!runs(&script), "an engine was left behind");
}
