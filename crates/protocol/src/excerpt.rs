//! Text from the other side in errors.

/// Limit of the characters of a whole error.
const LONGEST: usize = 400;

/// A message on one line and of bounded length.
pub(crate) fn one_line(text: &str) -> String {
    printable::cut(text.trim_end(), LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_short_and_printable() {
        assert_eq!(one_line("two\nlines\n"), "two\\nlines");
    }
}
