//! An engine that pauses before each turn.

use std::io::BufRead as _;
use std::thread::sleep;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use protocol::{Command, Dialect, JobRequest};

use crate::{choose, say, set_up};

/// Plays until `quit`.
pub(crate) fn play(pause: Duration) {
    let mut game: Option<Box<dyn AnyMatch>> = None;
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match Command::parse(&line, Dialect::Ugi) {
            Ok(Command::Ugi) => say("id name slow\nugiok"),
            Ok(Command::IsReady) => say("readyok"),
            Ok(Command::Position { start, moves }) => game = Some(set_up(&start, &moves)),
            Ok(Command::Run(JobRequest::Go(_))) => {
                sleep(pause);
                let turn = choose(&**game.as_ref().expect("a position comes before `go`"));
                let ms = pause.as_millis();
                say(&format!("info depth 1 score cp 0 nodes 1 time {ms}\nbestmove {turn}"));
            }
            Ok(Command::Quit) => return,
            _ => {}
        }
    }
}
