//! The engine that the tests play against: a UGI engine for Take Two that behaves as its arguments say.
//!
//! - `test-engine steady WAY NAME FOLDER`: legal turns that depend on the position alone; see [`steady`].
//! - `test-engine faulty WAY FOLDER`: legal turns, and one failure; see [`faulty`].
//! - `test-engine slow MS NAME`: as `steady`, with a pause before each turn; see [`slow`].
//! - `test-engine mock WAY MARK`: the engine of the tests of `protocol::checks`; see [`mock`].

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod diary;
mod faulty;
#[path = "../../../../protocol/tests/programs/checked_engine/behaviour.rs"]
mod mock;
mod slow;
mod steady;

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use abstract_game::facade::AnyMatch;
use abstract_game::random::SplitMix64;
use protocol::Start;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        // Further arguments only change the fingerprint.
        ["steady", way, name, folder, ..] => steady::play(way, name, Path::new(folder)),
        ["faulty", way, folder, ..] => faulty::play(way, Path::new(folder)),
        ["slow", ms, _] => slow::play(Duration::from_millis(ms.parse().unwrap())),
        ["mock", way, ..] => mock::behave(way.split(':').next().unwrap_or_default().to_owned().leak()),
        _ => panic!("unknown arguments: {args:?}"),
    }
}

/// Writes a line; the reader may be gone.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}

fn set_up(start: &Start, moves: &[String]) -> Box<dyn AnyMatch> {
    let rules = games::by_name("take-two").unwrap();
    let mut game = match start {
        Start::Startpos => rules.start(),
        Start::Fen(text) => rules.read_position(text).unwrap(),
    };
    moves.iter().for_each(|turn| game.play_turn(turn).unwrap());
    game
}

/// A legal turn that depends on the position alone, so that a tournament has the same games on every worker.
fn choose(game: &dyn AnyMatch) -> String {
    let turns = game.legal_turns(usize::MAX);
    SplitMix64::new(game.key()).choose(&turns).expect("a game that is not over").clone()
}
