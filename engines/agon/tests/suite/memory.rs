//! The memory that the process gets, as Linux counts it.
#![cfg(target_os = "linux")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use abstract_game::conformance::sized;

const GAMES: [&str; 3] = ["snorkels", "symbol", "nika"];
const SEARCHES: [&str; 2] = ["alphabeta", "mcts"];

/// The greatest memory of this process so far, in KiB.
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the status of a process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

#[test]
fn hash_bounds_the_memory_of_searches_and_proofs() {
    /// The program itself with its stacks, lists and histories.
    const PROGRAM: u64 = 24 << 10;
    const HASH: u64 = 8;
    for game in GAMES {
        for search in SEARCHES {
            let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
            let mut input = child.stdin.take().expect("a pipe");
            let mut output = BufReader::new(child.stdout.take().expect("a pipe")).lines();
            let nodes = sized(10_000, 40_000);
            let goes = [format!("go nodes {nodes}"), format!("go prove nodes {nodes}")];
            write!(input, "ugi\nsetoption name Game value {game}\nsetoption name Search value {search}\n")
                .unwrap();
            writeln!(input, "setoption name Hash value {HASH}\nposition startpos").unwrap();
            let mut run = |go: &str| {
                writeln!(input, "{go}").expect("the engine reads");
                output.by_ref().map(|line| line.expect("text")).find(|line| line.starts_with("bestmove"));
                peak_memory(child.id())
            };
            let searched = run(&goes[0]);
            assert!(searched < (HASH << 10) + PROGRAM, "{game} {search}: {searched} KiB after a search");
            // The table of proofs is one more.
            let proved = run(&goes[1]);
            assert!(proved < ((2 * HASH) << 10) + PROGRAM, "{game} {search}: {proved} KiB after a proof");
            drop(input);
            child.wait().expect("it ends");
        }
    }
}
