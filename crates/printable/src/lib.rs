#![doc = include_str!("../README.md")]
#![no_std]

extern crate alloc;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

/// The characters of an [`excerpt`].
const EXCERPT: usize = 40;
/// The bytes from which an excerpt is made: more than its characters have, each of four bytes at most.
const EXCERPT_BYTES: usize = 256;
/// The characters of a [`short_line`].
const SHORT_LINE: usize = 400;

/// What Unicode calls default ignorable, but neither format characters nor unassigned, which the standard library escapes: fillers and
/// variation selectors.
const IGNORABLE: [RangeInclusive<char>; 8] = [
    '\u{34f}'..='\u{34f}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{e0100}'..='\u{e01ef}',
];

/// The text on one line.
///
/// ```
/// assert_eq!(printable::line("\u{1b}[31mred\n½ “d4”"), r"\u{1b}[31mred\n½ “d4”");
/// ```
#[must_use]
pub fn line(text: &str) -> String {
    cut(text, usize::MAX)
}

/// The text with its line ends.
///
/// ```
/// assert_eq!(printable::lines("a\tb\r\n\u{202e}c\n"), "a\\tb\\r\n\\u{202e}c\n");
/// ```
#[must_use]
pub fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The beginning of the text for an error message, on one line: 40 characters, then `...` if there are more.
///
/// ```
/// assert_eq!(printable::excerpt("d4"), "d4");
/// assert_eq!(printable::excerpt(&"x".repeat(1000)).len(), 43);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    cut(text, EXCERPT)
}

/// The [`excerpt`] of bytes; those that are not UTF-8 are written as `\xNN`.
///
/// ```
/// assert_eq!(printable::excerpt_of_bytes(b"go \xff\xfe depth"), r"go \xff\xfe depth");
/// ```
#[must_use]
pub fn excerpt_of_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(EXCERPT_BYTES)].utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    excerpt(&text)
}

/// The text on one line: 400 characters, then `...` if there are more. White space at its end is left out.
#[must_use]
pub fn short_line(text: &str) -> String {
    cut(text.trim_end(), SHORT_LINE)
}

/// Whether a reader sees the character as itself: whether the other functions leave it as it is.
///
/// ```
/// assert_eq!(['é', '\'', '\\', '\n', '\u{200b}'].map(printable::is_printable), [true, true, true, false, false]);
/// ```
#[must_use]
pub fn is_printable(c: char) -> bool {
    if c.is_ascii() {
        return c == ' ' || c.is_ascii_graphic();
    }
    // Behind another character: the standard library escapes combining ones at the beginning of a text.
    let is_escaped = || ["x", c.encode_utf8(&mut [0; 4])].concat().escape_debug().count() > 2;
    !IGNORABLE.iter().any(|range| range.contains(&c)) && !is_escaped()
}

/// A character that a parser found, for a message; `None` is the end of the text.
///
/// ```
/// use printable::Found;
/// assert_eq!(["x", "\n", ""].map(|text| Found(text.chars().next()).to_string()), ["`x`", r"`\n`", "nothing"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Found(pub Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(f, "`{}`", found.escape_debug()),
            None => f.write_str("nothing"),
        }
    }
}

/// The first `limit` characters of the text on one line, then `...` if there are more. Escapes are longer than the
/// characters for which they stand.
///
/// ```
/// assert_eq!(printable::cut("a\0bc", 2), "a\\u{0}...");
/// ```
#[must_use]
pub fn cut(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    for c in characters.by_ref().take(limit) {
        if is_printable(c) { shown.push(c) } else { shown.extend(c.escape_default()) }
    }
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Controls, line and paragraph separators, marks of the writing direction, characters that are not drawn.
    const HOSTILE: [RangeInclusive<char>; 15] = [
        '\0'..='\x1f',
        '\x7f'..='\u{a0}',
        '\u{ad}'..='\u{ad}',
        '\u{34f}'..='\u{34f}',
        '\u{61c}'..='\u{61c}',
        '\u{115f}'..='\u{1160}',
        '\u{3164}'..='\u{3164}',
        '\u{ffa0}'..='\u{ffa0}',
        '\u{180b}'..='\u{180e}',
        '\u{200b}'..='\u{200f}',
        '\u{2028}'..='\u{202e}',
        '\u{2060}'..='\u{206f}',
        '\u{fe00}'..='\u{fe0f}',
        '\u{feff}'..='\u{feff}',
        '\u{e0000}'..='\u{e01ef}',
    ];

    #[test]
    fn no_hostile_character_is_left() {
        let hostile: String = HOSTILE.into_iter().flatten().collect();
        let is_hostile = |c: char| HOSTILE.iter().any(|range| range.contains(&c));
        for shown in [line(&hostile), excerpt(&hostile), cut(&hostile, 300)] {
            assert!(!shown.contains(is_hostile), "{shown}");
        }
        let shown = lines(&hostile);
        assert!(!shown.replacen('\n', "", 1).contains(is_hostile), "{shown}");
    }

    #[test]
    fn what_is_shown_is_short_and_printable() {
        assert_eq!(excerpt_of_bytes(b"go \xff\xfe depth"), "go \\xff\\xfe depth");
        assert_eq!(excerpt_of_bytes(&[0xff; 1000]), format!("{}...", "\\xff".repeat(10)));
        assert_eq!(short_line("two\nlines\n"), "two\\nlines");
    }

    #[test]
    fn printable_text_stays() {
        let text = "½ – “d4” 'x' \"y\" \\n \\\\ é e\u{301} अनुष्का 日本 🎲 ±∞";
        assert_eq!(line(text), text);
        let escaped = line("\u{1b}\\\n");
        assert_eq!(line(&escaped), escaped);
    }
}
