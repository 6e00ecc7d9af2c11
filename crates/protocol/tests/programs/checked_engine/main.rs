//! The engine that the tests check: `mock-engine WAY MARK`. It behaves in the given way, up to a colon; the mark identifies its
//! process.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod behaviour;

fn main() {
    let way = std::env::args().nth(1).expect("the way to behave");
    behaviour::behave(way.split(':').next().unwrap_or_default().to_owned().leak());
}
