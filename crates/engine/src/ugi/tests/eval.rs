//! The text of `eval`: terms, their sum, and what each piece adds to the network's output.

use protocol::{Print, Start};

use crate::game_engine::GameEngine;
use crate::games::nika::NikaEngine;
use crate::games::snorkels::SnorkelsEngine;
use crate::games::symbol::SymbolEngine;
use crate::ugi::handler::{GameHandler as _, Handler};

/// The lines after the sum: each with its name and its value.
fn shares<G: GameEngine>(position: &str) -> Vec<(String, f64)> {
    let mut handler = Handler::<G>::new();
    handler.set_position(&Start::Fen(position.to_owned()), &[]).expect("a position");
    let text = handler.print(Print::Eval).expect("a text");
    let (_, after) = text.split_once("sum ").expect("a sum");
    let mut lines = after.lines().skip(1);
    let Some(heading) = lines.next() else { return Vec::new() };
    assert_eq!(heading, "the network's output less that without a piece or stack:");
    let share = |line: &str| {
        let (name, value) = line.split_once(' ').expect("two words");
        (name.to_owned(), value.trim().parse().expect("a number"))
    };
    lines.map(share).collect()
}

fn has_a_share_of<G: GameEngine>(position: &str, cells: &[&str]) {
    let shares = shares::<G>(position);
    assert!(shares.is_sorted_by(|(_, a), (_, b)| a.abs() >= b.abs()), "{shares:?}");
    let mut names: Vec<_> = shares.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable();
    assert_eq!(names, cells);
    assert!(shares.iter().any(|&(_, share)| share != 0.0));
}

#[test]
fn each_piece_or_stack_has_a_share_of_the_network() {
    has_a_share_of::<SnorkelsEngine>("7/7/2G1P2/3P3/7/7/7 p 1 -", &["c5", "d4", "e5"]);
    has_a_share_of::<SymbolEngine>(
        "x3,k,x3/x7/x7/x7/x7/x3,WF,x3/x3,K,x3 1 L3W2A3F2D3/l3w3a3f3d3 - -",
        &["d1", "d2", "d7"],
    );
    has_a_share_of::<NikaEngine>(
        "f4wf7ng4wg5wg6w/b9ee6ef8ef9ef10ni10e/j12ej14sk13sk14sl14s/j10wk6wl4sl6wm5wm6w A 2 0",
        &[
            "b9", "e6", "f10", "f4", "f7", "f8", "f9", "g4", "g5", "g6", "i10", "j10", "j12", "j14", "k13",
            "k14", "k6", "l14", "l4", "l6", "m5", "m6",
        ],
    );
}
