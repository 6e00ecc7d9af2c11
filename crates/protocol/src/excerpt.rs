//! Makes text from the other side safe to print on one line.

/// Limit of the characters of a text that an error repeats.
const SHOWN: usize = 40;
/// Limit of the characters of a whole error.
const LONGEST: usize = 400;

/// The beginning of a text, with control characters escaped.
pub(crate) fn excerpt(text: &str) -> String {
    printable(text, SHOWN)
}

/// The beginning of bytes; those that are not UTF-8 are written as `\xNN`.
pub(crate) fn excerpt_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    // Four bytes are the most that a character takes, so that this is always enough to cut from.
    for chunk in bytes[..bytes.len().min(4 * SHOWN + 4)].utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    excerpt(&text)
}

/// A message on one line and of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    printable(text.trim_end(), LONGEST)
}

/// The first `limit` characters of a text with control characters escaped, so that they can be printed on one line; `...`
/// follows if the text is longer.
pub fn printable(text: &str, limit: usize) -> String {
    let mut shown = String::new();
    let mut characters = text.chars();
    for c in characters.by_ref().take(limit) {
        match c {
            '\'' | '"' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    if characters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_short_and_printable() {
        assert_eq!(excerpt("a\tb\0c"), "a\\tb\\0c");
        assert_eq!(excerpt(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
        assert_eq!(excerpt_bytes(b"go \xff\xfe depth"), "go \\xff\\xfe depth");
        assert_eq!(one_line("two\nlines\n"), "two\\nlines");
    }
}
