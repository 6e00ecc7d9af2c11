//! `agon play` at a pseudo-terminal: what a person sees and types, key by key.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::terminal::{CAPTURE, Folder, record, saved, turns};

/// A program at a terminal of its own.
struct Terminal {
    child: Child,
    side: File,
    /// What was shown and not yet read by `until`, without the sequences that move the cursor and edit lines.
    shown: String,
    /// Bytes of an unfinished sequence or character.
    rest: Vec<u8>,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Terminal {
        let side = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&side).expect("the pseudo-terminal is ours");
        unlockpt(&side).expect("the pseudo-terminal is ours");
        let other =
            ioctl_tiocgptpeer(&side, OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("its other side");
        let other = || other.try_clone().expect("a copy");
        let child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .arg("play")
            .args(arguments)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .stdin(other())
            .stdout(other())
            .stderr(other())
            .spawn()
            .expect("the program starts");
        Terminal { child, side: File::from(side), shown: String::new(), rest: Vec::new() }
    }

    fn keys(&mut self, keys: &str) {
        self.side.write_all(keys.as_bytes()).expect("the program reads");
    }

    /// Types a line at a prompt, and returns what is shown up to the next prompt.
    fn line(&mut self, line: &str, prompt: &str) -> String {
        self.keys(&format!("{line}\r"));
        self.until("\n");
        self.until(prompt)
    }

    /// Waits until a text is shown, and returns all that is shown up to its end.
    fn until(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            let mut bytes = [0; 4096];
            // Linux reports the end of the other side as an error.
            let count = self.side.read(&mut bytes).unwrap_or(0);
            assert_ne!(count, 0, "`{text}` is not shown: {:?}", self.shown);
            self.rest.extend(&bytes[..count]);
            self.take();
        }
    }

    /// Takes the finished characters and colours of what was read; other sequences are left out.
    fn take(&mut self) {
        let text =
            String::from_utf8(std::mem::take(&mut self.rest)).expect("whole characters: all are ASCII");
        let mut text = text.as_str();
        while let Some(begin) = text.find(['\x1b', '\r', '\x07']) {
            self.shown += &text[..begin];
            text = &text[begin..];
            let Some(sequence) = text.strip_prefix("\x1b[") else {
                if text == "\x1b" {
                    break;
                }
                text = &text[1..];
                continue;
            };
            let Some(end) = sequence.find(|c: char| c.is_ascii_alphabetic()) else { break };
            if sequence[end..].starts_with('m') {
                self.shown += &text[..end + 3];
            }
            text = &sequence[end + 1..];
        }
        match text.starts_with('\x1b') {
            true => self.rest = text.into(),
            false => self.shown += text,
        }
    }

    /// Ends the program by a line, and returns what it shows last.
    fn quit(mut self, line: &str) {
        self.keys(&format!("{line}\r"));
        self.until("\n");
        assert!(self.child.wait().expect("the program ends").success());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failure the program may still wait for a line.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_person_plays_key_by_key() {
    let folder = Folder::new("pty");
    let file = folder.file("game.txt");
    let arguments = ["--option", "Snorkels.size=5", "--p2", "2", "--nodes", "500", "--seed", "1"];
    let mut terminal = Terminal::start(&arguments);
    let begin = terminal.until("P1> ");
    assert!(begin.contains("person (P1) against agon level 2 (P2)"), "{begin}");
    assert!(begin.contains("\x1b[2m.\x1b[0m"), "a terminal has colours: {begin:?}");

    // The tab key completes commands and turns, or lists what is possible.
    terminal.keys("und\t");
    terminal.until("P1> undo");
    assert!(terminal.line("", "P1> ").contains("there is no turn to take back"));
    terminal.keys("c\t\t");
    let list = terminal.until("P1> c");
    let listed: Vec<&str> = list.lines().nth(1).expect("a list").split_whitespace().collect();
    assert_eq!(listed, ["c1", "c2", "c3", "c4", "c5", "claim"]);
    let board = terminal.line("3", "P1> ");
    assert!(board.contains("\x1b[1;35mP\x1b[0m") && board.contains("P2 plays "), "{board:?}");

    let hint = terminal.line("hint", "P1> ");
    assert!(hint.contains("(winning chance "), "{hint}");
    let why = terminal.line("why", "P1> ");
    assert!(why.contains("P2 played ") && why.contains("It threatens "), "{why}");
    assert!(terminal.line("level 3", "P1> ").contains("The engine plays as agon level 3."));
    // The arrow key brings the line before back; it is edited.
    terminal.keys("\x1b[A");
    terminal.until("P1> level 3");
    terminal.keys("\x7f4");
    assert!(terminal.line("", "P1> ").contains("The engine plays as agon level 4."));

    assert!(terminal.line(&format!("save {file}"), "P1> ").contains("saved in "));
    assert_eq!(turns(&record(&file)).len(), 2);
    // Both turns are taken back.
    assert!(!terminal.line("undo", "P1> ").contains("\x1b[1;35mP"), "the board is empty");
    assert!(terminal.line(&format!("load {file}"), "P1> ").contains("\x1b[1;35mP\x1b[0m"));
    assert!(terminal.line("claim", "P1> ").contains("Refuted: P1 has no forced win in 9 turns."));
    let end = terminal.line("resign", "> ");
    assert!(end.contains("P2 (agon level 4) wins by resignation."), "{end}");
    assert!(terminal.line("new", "P1> ").contains("Purple (P1) to place"));
    terminal.quit("quit");
}

#[test]
fn the_actions_of_a_turn_are_completed_with_the_tab_key() {
    let mut terminal = Terminal::start(&["--game", "nika", "--p2", "person"]);
    terminal.until("athens (P1)> ");
    // All actions of j4 with another piece are of j4 and j5 at least.
    terminal.keys("j4j\t");
    terminal.until("athens (P1)> j4j5");
    // j5 alone can step only to the west. A second action follows the comma.
    terminal.keys("\x15-,j5>\t");
    terminal.until("athens (P1)> -,j5>w");
    let board = terminal.line("", "sparta (P2)> ");
    assert!(board.contains("\x1b[1;37mA<\x1b[0m"), "{board:?}");
    // The end of the input ends the program.
    terminal.quit("\x04");
}

#[test]
fn a_claim_ends_a_game_at_a_terminal() {
    let folder = Folder::new("pty-claim");
    let file = folder.write("game.txt", &saved("snorkels", CAPTURE, &[]));
    let mut terminal = Terminal::start(&["--load", &file, "--nodes", "500"]);
    terminal.until("P1> ");
    let claim = terminal.line("claim", "P1> ");
    assert!(claim.contains("Proved: P1 wins in 1 turn at most. P2 resigns when it is to act."), "{claim}");
    let end = terminal.line("a1", "> ");
    assert!(end.contains("P1 (person) wins by resignation."), "{end}");
    terminal.quit("quit");
}

#[test]
fn an_interrupt_while_the_engine_thinks_saves_the_game() {
    let folder = Folder::new("pty-interrupt");
    let file = folder.file("game.txt");
    let arguments = ["--p2", "engine", "--movetime", "100000000", "--save", &file];
    let mut terminal = Terminal::start(&arguments);
    terminal.until("P1> ");
    terminal.keys("d4\r");
    terminal.until("Green (P2) to place");
    let process = Pid::from_child(&terminal.child);
    kill_process(process, Signal::INT).expect("the program runs");
    assert!(terminal.child.wait().expect("the program ends").success());
    assert_eq!(turns(&record(&file)), ["d4"]);
}

#[test]
fn lines_typed_ahead_are_read_one_after_another() {
    let folder = Folder::new("pty-ahead");
    let file = folder.file("game.txt");
    let mut terminal = Terminal::start(&["--p2", "2", "--seed", "1", "--save", &file]);
    terminal.until("P1> ");
    // In one piece, as a person pastes them. The engine thinks between them.
    terminal.keys("a1\rg7\rresign\rquit\r");
    let end = terminal.until("wins by resignation.");
    assert_eq!(end.matches("P2 plays ").count(), 2, "{end}");
    assert!(terminal.child.wait().expect("the program ends").success());
    assert_eq!(turns(&record(&file)).len(), 4);
}

#[test]
fn lines_are_wrapped_at_the_width_of_the_terminal() {
    let mut terminal = Terminal::start(&["--p2", "person"]);
    let size = Winsize { ws_row: 24, ws_col: 50, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal.side, size).expect("the terminal has a size");
    terminal.until("P1> ");
    let help = terminal.line("help", "P1> ");
    assert!(help.lines().all(|line| line.trim_end().len() <= 50), "{help}");
    // The meaning goes on in its column.
    let (_, undo) = help.split_once("undo ").expect("a command");
    assert!(undo.lines().nth(1).is_some_and(|line| line.starts_with(&" ".repeat(25))), "{help}");
    terminal.quit("quit");
}
