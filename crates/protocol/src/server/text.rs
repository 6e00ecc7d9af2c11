//! Lines that are not text, and how errors show them.

use printable::excerpt;

/// The bytes from which an excerpt is made: more than its characters have, each of four bytes at most.
const BYTES: usize = 256;

/// The beginning of bytes; those that are not UTF-8 are written as `\xNN`.
pub(super) fn excerpt_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes[..bytes.len().min(BYTES)].utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    excerpt(&text)
}

/// A line as text, or why it is not text.
pub(super) fn text(line: &[u8]) -> Result<&str, String> {
    let text = str::from_utf8(line).map_err(|error| {
        let shown = excerpt_bytes(line);
        format!("`{shown}` is not UTF-8 from byte {} on; expected text", error.valid_up_to() + 1)
    })?;
    let control = |c: &char| c.is_control() && !c.is_whitespace();
    match text.chars().position(|c| control(&c)) {
        None => Ok(text),
        Some(at) => {
            Err(format!("`{}` has a control character at place {}; expected text", excerpt(text), at + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{excerpt_bytes, text};

    #[test]
    fn excerpts_of_bytes_are_short_and_printable() {
        assert_eq!(excerpt_bytes(b"go \xff\xfe depth"), "go \\xff\\xfe depth");
        assert_eq!(excerpt_bytes(&[0xff; 1000]), format!("{}...", "\\xff".repeat(10)));
    }

    #[test]
    fn lines_that_are_not_text_are_refused() {
        assert_eq!(text(b"go\t depth").unwrap(), "go\t depth");
        assert_eq!(
            text(b"go\0").unwrap_err(),
            "`go\\u{0}` has a control character at place 3; expected text"
        );
        assert!(text(b"go \xff").unwrap_err().contains("`go \\xff` is not UTF-8 from byte 4 on"));
    }
}
