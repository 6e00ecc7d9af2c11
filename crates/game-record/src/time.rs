//! Times as text.

use std::time::Duration;

/// Seconds with three decimals, as records have them.
pub fn seconds(time: Duration) -> String {
    format!("{}.{:03}", time.as_secs(), time.subsec_millis())
}

/// Reads seconds with up to nine decimals.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(game_record::read_seconds("1.5"), Some(Duration::from_millis(1500)));
/// assert_eq!(game_record::read_seconds("1.5s"), None);
/// ```
pub fn read_seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 9 {
        return None;
    }
    Some(Duration::new(whole.parse().ok()?, format!("{decimals:0<9}").parse().ok()?))
}
