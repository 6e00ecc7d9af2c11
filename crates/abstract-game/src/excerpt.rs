//! Input text in error messages.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// The maximum number of characters.
const LONGEST: usize = 24;

/// The text for use in an error message: at most 24 characters, then `…`.
///
/// ```
/// use abstract_game::excerpt;
/// assert_eq!(excerpt("d4"), "d4");
/// assert_eq!(excerpt(&"x".repeat(1000)).chars().count(), 25);
/// ```
#[must_use]
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => {
            let mut excerpt = text[..end].to_owned();
            excerpt.push('…');
            excerpt
        }
    }
}
