//! Counts kept as data: `tests/*.perft`.
//!
//! A line is `position; options; depth; nodes`, where the options are those that the position's text does not tell,
//! as `pie=true`, separated by spaces. `#` at the beginning of a line begins a comment.

use abstract_game::conformance::{Count, read_counts};
use abstract_game::{Rules as _, perft};
use snorkels_core::Snorkels;

use crate::naive::Naive;

const FILES: [(&str, &str); 3] = [
    ("boards.perft", include_str!("../boards.perft")),
    ("stones.perft", include_str!("../stones.perft")),
    ("midgame.perft", include_str!("../midgame.perft")),
];

struct Line {
    place: String,
    rules: Snorkels,
    text: String,
    depth: u32,
    nodes: u64,
}

fn lines() -> impl Iterator<Item = Line> {
    FILES.into_iter().flat_map(|(file, content)| read_counts(file, content)).map(line)
}

fn line(Count { place, fields, depth, nodes }: Count) -> Line {
    let [text, options] = &fields[..] else { panic!("{place}: expected a position and options") };
    let mut rules = Snorkels::new();
    for option in options.split_whitespace() {
        let (name, value) = option.split_once('=').unwrap_or_else(|| panic!("{place}: expected name=value"));
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    Line { rules, text: text.clone(), depth, nodes, place }
}

#[test]
fn counts() {
    for Line { place, rules, text, depth, nodes } in lines() {
        let position = rules.read_position(&text).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(perft::par_count(&position, depth), nodes, "{place}");
    }
}

/// The second implementation counts as deep as the budget goes: 7×7 to depth 4, 2×2 and 3×3 to the end.
#[test]
fn counts_of_the_second_implementation() {
    count_naively("boards.perft", 8_000_000);
    count_naively("stones.perft", 1_000_000);
    count_naively("midgame.perft", 1_000_000);
}

#[test]
#[ignore = "slow: run it after changing a file of counts"]
fn more_counts_of_the_second_implementation() {
    FILES.iter().for_each(|(file, _)| count_naively(file, 100_000_000));
}

/// Counts each position of a file to the depth at which the nodes above it, times the cells of the board, are beyond
/// the budget. The lines of a position begin with depth 1 and follow each other.
fn count_naively(file: &str, budget: u64) {
    let lines: Vec<Line> = lines().filter(|line| line.place.starts_with(file)).collect();
    let positions: Vec<&[Line]> = lines.chunk_by(|line, next| next.depth == line.depth + 1).collect();
    // One takes the positions with the pie rule, the other those without, for the most part.
    std::thread::scope(|scope| {
        for half in 0..2 {
            let positions = positions.iter().skip(half).step_by(2);
            scope.spawn(move || positions.for_each(|lines| count_one_naively(lines, budget)));
        }
    });
}

fn count_one_naively(lines: &[Line], budget: u64) {
    let size = u64::from(lines[0].rules.read_position(&lines[0].text).expect("a position").size());
    let mut above = 0;
    let affordable = lines.iter().take_while(|line| {
        let affordable = above * size * size <= budget;
        above += line.nodes;
        affordable
    });
    let expected: Vec<u64> = affordable.map(|line| line.nodes).collect();
    let naive = Naive::read(&lines[0].text, lines[0].rules.pie()).expect("a position");
    assert_eq!(naive.perft(expected.len()), expected, "{}", lines[0].place);
}
