//! The node counts of the bench. `bench.txt` has one line per game, search and depth; a change of these numbers
//! is a change of behaviour.

use std::fmt::Write as _;
use std::fs;

use agon_engine::ugi::Agon;
use protocol::JobRequest;
use protocol::server::{JobResult, ProtocolEngine as _, StopSignal};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/bench.txt");

/// The node count of one bench; `depth` is a number or `default`.
fn nodes(game: &str, search: &str, depth: &str) -> u64 {
    let mut engine = Agon::new();
    engine.set_option("Game", game).expect("a game of the engine");
    engine.set_option("Search", search).expect("a search of the engine");
    let arguments: Vec<String> =
        Some(depth).filter(|&d| d != "default").map(str::to_owned).into_iter().collect();
    let job = engine.job(&JobRequest::Bench(arguments)).expect("the depth is valid");
    let result = job(&StopSignal::default(), &mut |_| ());
    let JobResult::Summary(summary) = result else { panic!("no summary: {result:?}") };
    let word = summary.split(' ').nth(1).expect("`nodes N time T nps R`");
    word.parse().expect("a number of nodes")
}

#[test]
fn node_counts_are_unchanged() {
    let mut file = fs::read_to_string(FILE).expect("the file can be read");
    let update = std::env::var_os("AGON_UPDATE").is_some();
    if update {
        for (game, search) in missing(&file) {
            writeln!(file, "{game} {search} default 0").expect("writing to a String");
        }
    }
    let mut current = String::new();
    for line in file.lines() {
        if let [game, search, depth, _] = line.split_whitespace().collect::<Vec<_>>()[..]
            && !line.starts_with('#')
        {
            let nodes = nodes(game, search, depth);
            writeln!(current, "{game:<9} {search:<9} {depth:>7} {nodes:>9}").expect("writing to a String");
        } else {
            writeln!(current, "{line}").expect("writing to a String");
        }
    }
    if update {
        fs::write(FILE, &current).expect("the file can be written");
    } else {
        assert!(
            current == file,
            "the node counts of the bench have changed. If that is intended, write to tests/suite/bench.txt \
             (or run with AGON_UPDATE=1):\n\n{current}"
        );
        assert_eq!(missing(&file), [], "run with AGON_UPDATE=1");
    }
}

/// The games and searches that the file does not have with the default depth.
fn missing(file: &str) -> Vec<(&'static str, &'static str)> {
    let is_missing = |&(game, search): &(&str, &str)| {
        !file.lines().any(|line| line.split_whitespace().take(3).eq([game, search, "default"]))
    };
    let games = Agon::new().games().collect::<Vec<_>>();
    let all = games.into_iter().flat_map(|game| ["alphabeta", "mcts"].map(|search| (game, search)));
    all.filter(is_missing).collect()
}
