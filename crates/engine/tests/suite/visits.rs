//! The visits of Monte-Carlo tree search.

use agon_engine::ugi::Agon;
use protocol::server::{Output, ProtocolEngine as _, StopSignal};
use protocol::{Go, GoLimits, JobRequest, Start};

/// The texts of `info string` in a search with these options.
fn texts(options: &[(&str, &str)]) -> Vec<String> {
    let mut engine = Agon::new();
    for (name, value) in options {
        engine.set_option(name, value).expect("an option of the engine");
    }
    engine.set_position(&Start::Startpos, &[]).expect("the start");
    let go = JobRequest::Go(Go::from(GoLimits::nodes(4_000)));
    let mut texts = Vec::new();
    engine.job(&go).expect("a match that goes on")(&StopSignal::default(), &mut |output| {
        if let Output::Info(info) = output {
            texts.extend(info.string);
        }
    });
    texts
}

#[test]
fn visits_are_those_of_all_actions_the_most_visited_first() {
    for game in ["snorkels", "symbol", "nika"] {
        let texts = texts(&[("Game", game), ("Search", "mcts"), ("ShowVisits", "true")]);
        let words: Vec<&str> = texts.last().expect("a text").split(' ').collect();
        assert_eq!(words[0], "visits");
        let visits: Vec<u64> =
            words[1..].iter().skip(1).step_by(2).map(|word| word.parse().unwrap()).collect();
        assert!(visits.len() > 10 && visits.is_sorted_by(|a, b| a >= b), "{game}: {visits:?}");
        // The first playout has no action at the root.
        let sum: u64 = visits.iter().sum();
        assert!((3_900..=4_000).contains(&sum), "{game}: {sum}");
    }
}

#[test]
fn no_visits_without_the_option_or_a_tree() {
    let any = |options: &[_]| texts(options).iter().any(|text| text.starts_with("visits"));
    assert!(!any(&[("Search", "mcts")]));
    assert!(!any(&[("Search", "alphabeta"), ("ShowVisits", "true")]));
}
