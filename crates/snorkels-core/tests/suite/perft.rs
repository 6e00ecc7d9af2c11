//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; options; depth; nodes`, where the options are those that the position's text does not tell,
//! as `pie=true`, separated by spaces. `#` at the beginning of a line begins a comment.

use abstract_game::{Rules as _, perft};
use snorkels_core::Snorkels;

use crate::naive::Naive;

const FILES: [(&str, &str); 3] = [
    ("boards.perft", include_str!("../boards.perft")),
    ("stones.perft", include_str!("../stones.perft")),
    ("midgame.perft", include_str!("../midgame.perft")),
];

/// Lines up to this count are checked by the second implementation too.
const NAIVE_LIMIT: u64 = 6_500_000;

struct Line {
    place: String,
    rules: Snorkels,
    text: String,
    depth: u32,
    nodes: u64,
}

fn lines() -> impl Iterator<Item = Line> {
    FILES.into_iter().flat_map(|(file, content)| {
        let lines = content.lines().zip(1..).map(|(line, number)| (line.trim(), number));
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with("# "));
        lines.map(move |(line, number)| parse(line, format!("{file}, line {number}")))
    })
}

fn parse(line: &str, place: String) -> Line {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [text, options, depth, nodes] = fields[..] else { panic!("{place}: expected four fields") };
    let mut rules = Snorkels::new();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap_or_else(|| panic!("{place}: expected name=value"));
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    let number = |text: &str| text.parse().unwrap_or_else(|error| panic!("{place}: {text}: {error}"));
    let depth = u32::try_from(number(depth)).expect("a small depth");
    Line { rules, text: text.to_owned(), depth, nodes: number(nodes), place }
}

#[test]
fn counts() {
    for Line { place, rules, text, depth, nodes } in lines() {
        let position = rules.read_position(&text).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(perft::par_count(&position, depth), nodes, "{place}");
    }
}

#[test]
fn counts_of_the_second_implementation() {
    let lines: Vec<Line> = lines().filter(|line| line.nodes <= NAIVE_LIMIT).collect();
    // The long lines are spread evenly over the threads.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let lines = lines.iter().skip(half).step_by(2);
            scope.spawn(move || {
                for Line { place, rules, text, depth, nodes } in lines {
                    let naive = Naive::read(text, rules.pie()).unwrap_or_else(|| panic!("{place}: {text}"));
                    assert_eq!(naive.perft(*depth), *nodes, "{place}");
                }
            });
        }
    });
}
