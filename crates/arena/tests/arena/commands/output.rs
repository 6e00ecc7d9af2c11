//! Output that cannot be written.

use std::fs::File;
use std::process::Stdio;

use super::{Folder, plan};

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let folder = Folder::new("full");
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
    let commands = [
        vec!["resume", "t.arena"],
        vec!["table", "t.arena"],
        vec!["table", "t.arena", "--line"],
        vec!["export", "t.arena", "--json", "-"],
        vec!["export", "t.arena", "--positions", "-"],
        vec!["export", "t.arena", "--pgn", "-"],
        vec!["export", "t.arena", "--csv", "-"],
        vec!["report", "t.arena"],
        vec!["replay", "records"],
        vec!["replay", "records", "--boards"],
        vec!["replay", "records/game-0001.txt"],
        vec!["check", "--game", "take-two", "--only", "handshake", &check],
        vec!["games"],
        vec!["reference"],
        vec!["help"],
        vec!["--help"],
        vec!["run", "--help"],
        vec!["--version"],
    ];
    for command in long.into_iter().chain(commands) {
        let full = Stdio::from(File::options().write(true).open("/dev/full").unwrap());
        let output = folder.command(&command).stdout(full).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{command:?}: {told}");
        assert!(told.contains("No space left on device"), "{command:?}: {told}");
    }
}
