//! Prints how fast our rules and searches are beside a plain program and crates of the registry, in one run, interleaved,
//! by CPU time.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [ROUNDS]`

use std::hint::black_box;

use cpu_time::ProcessTime;
use peers::{board_game_crate, mcts_crate, minimax_crate, ours, plain};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;

/// One who does the measured work: the name, and a function that returns how many units it has done.
type Contender<'a> = (&'a str, Box<dyn FnMut() -> u64>);

/// A search of a position to a depth, which returns its nodes.
type AlphaBeta = fn(&snorkels_core::Position, u32) -> u64;

/// Runs the contenders in turn and prints the median of each one's units per second, and its ratio to the first.
fn compare(title: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    println!("\n{title}");
    let mut rates = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for ((_, work), rates) in contenders.iter_mut().zip(&mut rates) {
            let start = ProcessTime::now();
            let units = work();
            rates.push(units as f64 / start.elapsed().as_secs_f64());
        }
    }
    let medians: Vec<f64> = rates
        .iter_mut()
        .map(|rates| {
            rates.sort_by(f64::total_cmp);
            rates[rates.len() / 2]
        })
        .collect();
    for ((name, _), median) in contenders.iter().zip(&medians) {
        println!("  {name:36} {:>10.0} /s  {:>6.2}", median, median / medians[0]);
    }
}

/// Prints the greatest depth whose search, from an empty table and with all depths before it, ends within `seconds` of CPU
/// time.
fn depths(title: &str, seconds: f64, position: &snorkels_core::Position) {
    println!("\n{title}");
    let contenders: [(&str, AlphaBeta); 3] = [
        ("minimax 0.6", minimax_crate::alpha_beta),
        ("minimax 0.6, countermove history", minimax_crate::alpha_beta_with_history),
        ("agon", ours::alpha_beta),
    ];
    for (name, search) in contenders {
        let mut reached = (0, 0, 0.0);
        for depth in 1..=49 {
            let start = ProcessTime::now();
            let nodes = search(position, depth);
            let time = start.elapsed().as_secs_f64();
            if time > seconds {
                break;
            }
            reached = (depth, nodes, time);
        }
        let (depth, nodes, time) = reached;
        println!("  {name:36} depth {depth:>2} after {time:.2} s, {nodes} nodes");
    }
}

fn main() {
    let rounds = std::env::args().nth(1).map_or(7, |text| text.parse().expect("the number of rounds"));
    println!(
        "Snorkels 7x7, {rounds} rounds, medians, CPU time; the last column is the ratio to the first line"
    );

    const PLAYOUTS: u64 = 100_000;
    let mut plain = plain::Random::new(1);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffer = Vec::new();
    compare(
        "uniform playouts from the empty board",
        rounds,
        vec![
            (
                "a plain bitboard program",
                Box::new(move || {
                    (0..PLAYOUTS).filter(|_| plain::playout(black_box(&mut plain))).count();
                    PLAYOUTS
                }),
            ),
            (
                "agon",
                Box::new(move || {
                    (0..PLAYOUTS)
                        .filter(|_| ours::playout(black_box(ours::start()), &mut random, &mut buffer))
                        .count();
                    PLAYOUTS
                }),
            ),
        ],
    );

    const ITERATIONS: u64 = 100_000;
    compare(
        "iterations of Monte-Carlo tree search with whole uniform playouts, from the empty board",
        rounds,
        vec![
            ("agon", Box::new(|| ours::mcts(ITERATIONS))),
            (
                "minimax 0.6, its rollouts",
                Box::new(|| {
                    minimax_crate::mcts(&ours::start(), ITERATIONS);
                    ITERATIONS
                }),
            ),
            (
                "board-game 0.8",
                Box::new(|| {
                    board_game_crate::mcts(&ours::start(), ITERATIONS);
                    ITERATIONS
                }),
            ),
            ("mcts 0.3", Box::new(|| mcts_crate::mcts(ITERATIONS))),
        ],
    );

    for (name, position) in [("the empty board", ours::start()), ("a middle game", ours::middle())] {
        compare(
            &format!("nodes of alpha-beta with a trivial evaluation, {name}, 8 actions"),
            rounds,
            vec![
                ("minimax 0.6", Box::new(move || minimax_crate::alpha_beta(&position, 8))),
                (
                    "minimax 0.6, countermove history",
                    Box::new(move || minimax_crate::alpha_beta_with_history(&position, 8)),
                ),
                ("agon", Box::new(move || ours::alpha_beta(&position, 8))),
            ],
        );
        depths(&format!("depth of alpha-beta in 10 s of CPU time, {name}"), 10.0, &position);
    }
}
