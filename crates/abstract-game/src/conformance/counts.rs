//! Perft counts kept as data.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A line of a file of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The file and the number of the line, for messages.
    pub place: String,
    /// What comes before the depth: a position, and whatever else the game needs to know.
    pub fields: Vec<String>,
    /// The depth, in actions.
    pub depth: u32,
    /// How many sequences of exactly so many actions there are.
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
    lines
        .filter(|(_, line)| !line.is_empty() && *line != "#" && !line.starts_with("# "))
        .map(|(number, line)| read_count(line, format!("{file}, line {number}")))
        .collect()
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
