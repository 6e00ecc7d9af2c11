//! Lines that fit a terminal.

use std::io::{self, IsTerminal as _};

use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSplitter};

/// The least width of a last column that is continued below itself.
const LEAST_WIDTH: usize = 10;

/// The number of columns of the terminal; `None` if the output is none.
pub(super) fn columns() -> Option<usize> {
    let stdout = io::stdout();
    let (Width(columns), _) = stdout.is_terminal().then(|| terminal_size_of(&stdout)).flatten()?;
    Some(columns.into())
}

/// The text with its lines wrapped at words; longer words stay whole. A line in columns, which two spaces separate, continues below its last
/// column.
pub(super) fn wrapped(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let wrap = |line: &str| {
        let separator = line.rfind("  ").map_or(0, |at| at + 2);
        let indent = " ".repeat(if separator + LEAST_WIDTH <= columns { separator } else { 0 });
        let options = Options::new(columns)
            .subsequent_indent(&indent)
            .word_splitter(WordSplitter::NoHyphenation)
            .break_words(false);
        textwrap::fill(line, options)
    };
    text.split('\n').map(wrap).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_at_words() {
        let text = "one two three\nfour";
        assert_eq!(wrapped(text, None), text);
        assert_eq!(wrapped(text, Some(80)), text);
        assert_eq!(wrapped(text, Some(8)), "one two\nthree\nfour");
        assert_eq!(wrapped("a-long-word -,-", Some(6)), "a-long-word\n-,-");
    }

    #[test]
    fn columns_stay_columns() {
        assert_eq!(wrapped("help    the list of all", Some(18)), "help    the list\n        of all");
    }
}
