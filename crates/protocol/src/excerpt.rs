//! Text from the other side in errors.

use printable::excerpt;

/// Limit of the characters of a whole error.
const LONGEST: usize = 400;
/// The bytes from which an excerpt is made: more than its characters have, each of four bytes at most.
const BYTES: usize = 256;

/// The beginning of bytes; those that are not UTF-8 are written as `\xNN`.
pub(crate) fn excerpt_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(BYTES)].utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    excerpt(&text)
}

/// A message on one line and of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    printable::cut(text.trim_end(), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_short_and_printable() {
        assert_eq!(excerpt_bytes(b"go \xff\xfe depth"), "go \\xff\\xfe depth");
        assert_eq!(excerpt_bytes(&[0xff; 1000]), format!("{}...", "\\xff".repeat(10)));
        assert_eq!(one_line("two\nlines\n"), "two\\nlines");
    }
}
