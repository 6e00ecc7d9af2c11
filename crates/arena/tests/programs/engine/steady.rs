//! An engine whose turns depend on the position alone.
//!
//! The ways: `steady`; `score N`, which always reports that score; `noting`, which also notes all lines that it reads;
//! `stuck MOMENT N`, which hangs for a while when its process or game number N comes to `ugi`, `isready`, `game` or
//! `go`; `says WORD`, which notes, too, declares announcements and announces WORD with each turn; `answers WORD`, which
//! does so after an announcement of the opponent; `meets`, which plays no turn before two of its processes have been asked for one; `illegal`, whose turns are
//! not legal; `rude`, whose turns are not legal either, and whose texts all have control characters.

use std::collections::BTreeSet;
use std::io::BufRead as _;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;
use protocol::{ANNOUNCEMENTS, Command, Dialect, JobRequest, OptionDecl};

use crate::diary::Diary;
use crate::{choose, say, set_up};

/// Plays until `quit`.
pub(crate) fn play(way: &str, name: &str, folder: &Path) {
    let diary = Diary::of(folder, name);
    diary.note(&format!("start {}", std::process::id()));
    Player { way: way.split(' ').collect(), process: diary.count("start"), diary }.play();
}

/// Waits until `done`; the limit only ends a test that would hang.
fn wait_for(mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < Duration::from_secs(60), "waited too long");
        sleep(Duration::from_millis(5));
    }
}

/// Clears a terminal, changes its colours in two encodings, and turns the writing direction.
const RUDE: &str = "z\u{1b}[2J\u{9b}31m\u{7}\u{8}\u{202e}\u{200b}9";

struct Player<'a> {
    way: Vec<&'a str>,
    /// The number of this process among those of the engine.
    process: usize,
    diary: Diary,
}

impl Player<'_> {
    fn play(self) {
        self.stuck("ugi", self.process);
        let mut game: Option<Box<dyn AnyMatch>> = None;
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let announces = ["says", "answers"].contains(&self.way[0]);
            if announces || self.way == ["noting"] {
                self.diary.note(&format!("> {line}"));
            }
            match Command::parse(&line, Dialect::Ugi) {
                Ok(Command::Ugi) => {
                    if announces {
                        say(&OptionDecl::check(ANNOUNCEMENTS, false).to_string());
                    }
                    if self.way == ["rude"] {
                        say(&format!("id name {RUDE}\ninfo string {RUDE}"));
                        eprintln!("{RUDE}");
                    }
                    say("id name mock\nugiok");
                }
                Ok(Command::IsReady) => {
                    self.stuck("isready", self.process);
                    say("readyok");
                }
                Ok(Command::NewGame) => {
                    self.diary.note("game");
                    self.stuck("game", self.diary.count("game"));
                }
                Ok(Command::Position { start, moves }) => game = Some(set_up(&start, &moves)),
                Ok(Command::Run(JobRequest::Go(go))) => {
                    if self.way[0] == "says" || self.way[0] == "answers" && go.announced.is_some() {
                        say(&format!("info {}", self.way[1]));
                    }
                    self.stuck("go", self.diary.count("game"));
                    self.wait_for_others();
                    self.answer(&**game.as_ref().expect("a position comes before `go`"));
                }
                Ok(Command::Quit) => return,
                _ => {}
            }
        }
    }

    fn answer(&self, game: &dyn AnyMatch) {
        let turn = choose(game);
        let score = if let ["score", score] = self.way[..] { score } else { "0" };
        let turn = match self.way[..] {
            ["illegal"] => "z9",
            ["rude"] => RUDE,
            _ => &turn,
        };
        say(&format!("info depth 1 score cp {score} nodes 1 time 0\nbestmove {turn}"));
    }

    /// Hangs at the configured moment, with a time limit: a test that waits too long fails.
    fn stuck(&self, moment: &str, number: usize) {
        let here =
            matches!(self.way[..], ["stuck", at, which] if at == moment && which == number.to_string());
        if !here || self.diary.is_calm() {
            return;
        }
        self.diary.note("stuck");
        // Elsewhere the driver gives up after 10 s, and its kill would look like one by Ctrl-C.
        let most = Duration::from_secs(if moment == "go" { 50 } else { 8 });
        let begun = Instant::now();
        while !self.diary.is_calm() && begun.elapsed() < most {
            sleep(Duration::from_millis(10));
        }
        self.diary.note("went on");
    }

    /// Waits for other processes of this engine, so that this one does not play all games alone.
    fn wait_for_others(&self) {
        match self.way[..] {
            ["meets"] => {
                self.diary.note(&format!("here {}", std::process::id()));
                wait_for(|| {
                    let here = self.diary.lines().into_iter().filter(|line| line.starts_with("here"));
                    here.collect::<BTreeSet<_>>().len() > 1
                });
            }
            ["stuck", "ugi", number] => {
                let number = number.parse().unwrap();
                wait_for(|| self.diary.count("start") >= number);
            }
            _ => {}
        }
    }
}
