//! Lines that are not text.

use printable::excerpt;

/// A line as text, or why it is not text.
pub(super) fn text(line: &[u8]) -> Result<&str, String> {
    let text = str::from_utf8(line).map_err(|error| {
        let shown = printable::excerpt_of_bytes(line);
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
    use super::text;

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
