//! Output that cannot be written.

use std::fs::File;
use std::io::pipe;
use std::process::Stdio;

use super::{Folder, plan};

/// A folder with a tournament, and commands that print.
fn commands(name: &str) -> (Folder, Vec<Vec<String>>) {
    let folder = Folder::new(name);
    let engines = ["random", "random"].map(str::to_owned);
    folder.arena(&plan(&["run", "--store", "t.arena", "-n", "2", "--out", "records"], &engines)).with(0);
    let check = folder.engine("one", "steady");
    let long = [
        plan(&["run", "--no-store", "-n", "2"], &engines),
        plan(&["run", "--no-store", "-n", "2", "--watch"], &engines),
        plan(&["run", "--dry-run", "-n", "2"], &engines),
        plan(&["new", "--store", "new.arena", "-n", "2"], &engines),
        plan(&["new", "--dry-run", "-n", "2"], &engines),
    ];
    let short = [
        vec!["resume", "t.arena"],
        vec!["table", "t.arena"],
        vec!["table", "t.arena", "--line"],
        vec!["export", "t.arena", "--json", "-"],
        vec!["export", "t.arena", "--positions", "-"],
        vec!["export", "t.arena", "--pgn", "-"],
        vec!["export", "t.arena", "--csv", "-"],
        vec!["report", "t.arena"],
        vec!["report", "t.arena", "--output", "-"],
        vec!["replay", "records"],
        vec!["replay", "records", "--boards"],
        vec!["replay", "records/game-0001.txt"],
        vec!["void", "t.arena", "1", "--reason", "a test", "--dry-run"],
        vec!["check", "--game", "take-two", "--only", "handshake", &check],
        vec!["games"],
        vec!["reference"],
        vec!["help"],
        vec!["--help"],
        vec!["run", "--help"],
        vec!["--version"],
    ];
    let commands = long.into_iter().chain(short);
    (folder, commands.map(|command| command.into_iter().map(str::to_owned).collect()).collect())
}

/// The exit status and standard error of a command with this standard output.
fn run(folder: &Folder, command: &[String], stdout: Stdio) -> (Option<i32>, String) {
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let output = folder.command(&command).stdout(stdout).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let (folder, commands) = commands("full");
    for command in commands {
        let full = Stdio::from(File::options().write(true).open("/dev/full").unwrap());
        let (code, told) = run(&folder, &command, full);
        assert_eq!(code, Some(1), "{command:?}: {told}");
        assert!(told.contains("No space left on device"), "{command:?}: {told}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let (folder, commands) = commands("closed");
    for command in commands {
        let (reader, writer) = pipe().unwrap();
        drop(reader);
        let (code, told) = run(&folder, &command, writer.into());
        assert_eq!(code, Some(0), "{command:?}: {told}");
        assert!(!told.contains("error") && !told.contains("pipe"), "{command:?}: {told}");
    }
    // What goes to a file is written all the same.
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let both = ["export", "t.arena", "--pgn", "-", "--csv", "games.csv"].map(str::to_owned);
    assert_eq!(run(&folder, &both, writer.into()), (Some(0), String::new()));
    assert_eq!(folder.read("games.csv").lines().count(), 3);
}
