//! What a line of an engine is, by its first words.

/// What an engine's complaint begins with.
pub(crate) const ERROR: &str = "info string error";

/// What follows the first word of a line, if that is this word.
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

/// Whether a line is a complaint: `info string error`, and perhaps more.
///
/// ```
/// use protocol::is_error;
/// assert!(is_error("info string error: what is `xyzzy`?"));
/// assert!(!is_error("info depth 3 string error"));
/// ```
pub fn is_error(line: &str) -> bool {
    line.trim_start().starts_with(ERROR)
}
