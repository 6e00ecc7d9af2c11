//! Perft counts kept as data.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::positions::rules_with;
use super::second::{SecondImplementation, perft_of_second};
use crate::{Rules, perft};

/// A line of a file of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The file and the number of the line, for messages.
    pub place: String,
    /// What comes before the depth: a position, and the options that its text does not carry, as `name=value`
    /// separated by spaces.
    pub fields: Vec<String>,
    /// The depth, in actions.
    pub depth: u32,
    /// The number of sequences of exactly `depth` actions.
    pub nodes: u64,
}

/// Reads a file of counts: lines of fields separated by `; `, of which the last two are the depth and the
/// nodes. Empty lines and those that begin with `# ` are left out.
///
/// ```
/// use abstract_game::conformance::read_counts;
/// let counts = read_counts("small.perft", "# heaps of one\n1,1 1 2; 1; 2\n");
/// assert_eq!(counts[0].fields, ["1,1 1 2"]);
/// assert_eq!((counts[0].depth, counts[0].nodes), (1, 2));
/// ```
///
/// # Panics
/// If a line has not that form, with the file and the number of the line.
#[must_use]
pub fn read_counts(file: &str, content: &str) -> Vec<Count> {
    let lines = (1..).zip(content.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && *line != "#" && !line.starts_with("# "));
    lines.map(|(number, line)| read_count(line, format!("{file}, line {number}"))).collect()
}

fn read_count(line: &str, place: String) -> Count {
    let words: Vec<&str> = line.split("; ").collect();
    let [fields @ .., depth, nodes] = words.as_slice() else { panic!("{place}: expected a depth and nodes") };
    let number = |text: &str| -> u64 {
        text.parse().unwrap_or_else(|error| panic!("{place}: `{text}` is no count: {error}"))
    };
    let depth = u32::try_from(number(depth)).unwrap_or_else(|_| panic!("{place}: too deep"));
    let nodes = number(nodes);
    let fields = fields.iter().map(ToString::to_string).collect();
    Count { place, fields, depth, nodes }
}

impl Count {
    fn rules<R: Rules>(&self) -> R {
        rules_with(self.fields.get(1).map_or("", String::as_str))
    }

    /// The position, read by the second implementation.
    fn position<S: SecondImplementation>(&self) -> S {
        let position = S::read_position(&self.rules(), &self.fields[0]);
        position.unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }
}

fn read_all(files: &[(&str, &str)]) -> Vec<Count> {
    files.iter().flat_map(|(file, content)| read_counts(file, content)).collect()
}

/// The real implementation counts what the files say. A file is its name and its content.
///
/// # Panics
/// If a count differs, with the file and the number of the line.
pub fn check_counts<R: Rules>(files: &[(&str, &str)]) {
    read_all(files).par_iter().for_each(|count| {
        let position = count.rules::<R>().read_position(&count.fields[0]);
        let position = position.unwrap_or_else(|error| panic!("{}: {error}", count.place));
        let nodes = perft::par_count(&position, count.depth, &AtomicBool::new(false));
        assert_eq!(nodes, Some(count.nodes), "{}", count.place);
    });
}

/// The second implementation counts what the files say: each position to the depth that takes at most `budget` nodes
/// above the last ply. The lines of a position follow each other, from depth 1 on. Returns the number of lines
/// counted.
///
/// # Panics
/// If a count differs, with the file and the number of the first line of the position.
pub fn check_counts_of_second<S: SecondImplementation>(files: &[(&str, &str)], budget: u64) -> usize {
    let counts = read_all(files);
    let positions: Vec<&[Count]> = counts.chunk_by(|line, next| next.depth == line.depth + 1).collect();
    let check = |lines: &&[Count]| {
        let mut above = 0;
        let affordable = lines.iter().take_while(|line| {
            let affordable = above <= budget;
            above += line.nodes;
            affordable
        });
        let expected: Vec<u64> = affordable.map(|line| line.nodes).collect();
        let depth = expected.len().try_into().expect("a small depth");
        assert_eq!(perft_of_second::<S>(&lines[0].position(), depth), expected, "{}", lines[0].place);
        expected.len()
    };
    positions.par_iter().map(check).sum()
}

/// The positions of the files, read by the second implementation.
///
/// # Panics
/// If one is refused, with the file and the number of the line.
#[must_use]
pub fn positions_of_counts<S: SecondImplementation>(files: &[(&str, &str)]) -> Vec<S> {
    read_all(files).iter().filter(|count| count.depth == 1).map(Count::position).collect()
}

/// The lines of a file of counts for a position, to `depth`, as the second implementation counts them. `options` are
/// those that the position's text does not carry; may be empty.
#[must_use]
pub fn write_counts<S: SecondImplementation>(position: &S, options: &str, depth: u32) -> String {
    let mut lines = String::new();
    let options = if options.is_empty() { String::new() } else { format!("; {options}") };
    for (depth, nodes) in (1..).zip(perft_of_second(position, depth)) {
        let written = writeln!(lines, "{}{options}; {depth}; {nodes}", position.text());
        written.expect("writing to a String cannot fail");
    }
    lines
}
