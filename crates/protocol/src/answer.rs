//! Recognizes the lines of an engine by their first words.

/// The beginning of an error line.
pub(crate) const ERROR: &str = "info string error";

/// The rest of a line after its first word, if that is `word`.
///
/// ```
/// use protocol::after_word;
/// assert_eq!(after_word("bestmove d4 ", "bestmove"), Some("d4"));
/// assert_eq!(after_word(" readyok", "readyok"), Some(""));
/// assert_eq!(after_word("bestmoves d4", "bestmove"), None);
/// ```
pub fn after_word<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let rest = line.trim_start().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Whether a line is an error line: it begins with `info string error`.
///
/// ```
/// use protocol::is_error;
/// assert!(is_error("info string error: what is `xyzzy`?"));
/// assert!(!is_error("info depth 3 string error"));
/// ```
pub fn is_error(line: &str) -> bool {
    line.trim_start().starts_with(ERROR)
}
