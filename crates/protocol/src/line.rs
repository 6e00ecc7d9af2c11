//! Reads lines of bounded length from a stream of bytes.

use std::io::{BufRead, Read as _};

/// The longest line that is read, in bytes without its end.
pub const MAX_LINE: usize = 1 << 20;

/// Reads lines; of a line longer than [`MAX_LINE`] it keeps the beginning.
pub struct LineReader<R> {
    input: R,
    line: Vec<u8>,
    taken: u64,
}

/// The next item of a stream.
#[derive(PartialEq, Eq, Debug)]
pub enum NextLine<'a> {
    /// A line without its end.
    Line(&'a [u8]),
    /// The beginning of a line that was too long; the rest of it has been skipped.
    TooLong(&'a [u8]),
    /// The end of the stream, or a read error.
    End,
}

impl<R: BufRead> LineReader<R> {
    /// A reader of this stream.
    pub fn new(input: R) -> Self {
        LineReader { input, line: Vec::new(), taken: 0 }
    }

    /// Bytes of all lines so far, including line ends and skipped bytes.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Waits for the next line. The last line needs no line end.
    #[allow(clippy::should_implement_trait)] // It lends its line.
    pub fn next(&mut self) -> NextLine<'_> {
        self.line.clear();
        // Room for a line that ends in `\r\n`. A read error ends the stream.
        let _ = self.input.by_ref().take(MAX_LINE as u64 + 2).read_until(b'\n', &mut self.line);
        self.taken += self.line.len() as u64;
        let has_end = self.line.pop_if(|last| *last == b'\n').is_some();
        if self.line.is_empty() && !has_end {
            return NextLine::End;
        }
        if self.line.len() > MAX_LINE + 1 {
            self.taken += self.input.skip_until(b'\n').unwrap_or_default() as u64;
        }
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        if line.len() > MAX_LINE { NextLine::TooLong(line) } else { NextLine::Line(line) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(usize, bool)> {
        let mut reader = LineReader::new(std::io::BufReader::with_capacity(7, input));
        let mut found = Vec::new();
        loop {
            match reader.next() {
                NextLine::Line(line) => found.push((line.len(), false)),
                NextLine::TooLong(line) => found.push((line.len(), true)),
                NextLine::End => return found,
            }
        }
    }

    #[test]
    fn every_end_of_line_is_one() {
        assert_eq!(lines(b"ab\r\n\nabc\rd\nx"), [(2, false), (0, false), (5, false), (1, false)]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn the_longest_line_is_read_and_a_longer_one_is_not() {
        let mut input = vec![b'x'; MAX_LINE];
        input.extend(b"\r\n");
        input.extend(vec![b'y'; MAX_LINE + 1]);
        input.extend(b"\nshort\n");
        input.extend(vec![b'z'; 3 * MAX_LINE]);
        let found = lines(&input);
        assert_eq!(found[0], (MAX_LINE, false));
        assert!(found[1].1);
        assert_eq!(found[2], (5, false));
        assert!(found[3].1 && found.len() == 4);
        let mut reader = LineReader::new(&input[..]);
        while reader.next() != NextLine::End {}
        assert_eq!(reader.taken(), input.len() as u64);
    }
}
