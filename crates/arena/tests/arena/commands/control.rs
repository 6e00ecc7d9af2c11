//! Control characters of engines: none reaches a terminal, a table, a record or a log.

use super::{Folder, plan};

/// Asserts that a text has no control characters but the ends of its lines.
#[track_caller]
fn clean(what: &str, text: &str) {
    let bad = text.lines().find(|line| line.contains(char::is_control));
    assert!(bad.is_none(), "{what}: {bad:?}");
}

#[test]
fn control_characters_are_escaped_everywhere() {
    let folder = Folder::new("control");
    let engines = [folder.engine("rude", "rude"), folder.engine("other", "steady")];
    let args =
        ["run", "--store", "t.arena", "-n", "2", "--watch", "--verbose", "--log", "log", "--out", "out"];
    let done = folder.arena(&plan(&args, &engines)).with(3).says("illegal-turn").tells("\\u{1b}[2J");
    clean("standard output", &done.out);
    clean("standard error", &done.err);
    clean("the log", &folder.read("log"));
    assert!(folder.read("log").contains("bestmove z\\u{1b}[2J\\u{9b}31m\\u{7}\\u{8}9"));
    for file in ["out/game-0001.txt", "out/game-0002.txt", "out/results.txt"] {
        clean(file, &folder.read(file));
    }
    for args in [&["table", "t.arena"][..], &["export", "t.arena", "--json", "-"], &["replay", "out"]] {
        let done = folder.arena(args).with(0);
        clean(args[0], &(done.out + &done.err));
    }
    let done = folder.arena(&["check", &engines[0], "--game", "take-two", "--timeout", "5", "--verbose"]);
    clean("check", &(done.out + &done.err));
}
