//! Damaged texts: people mistype. A reader must neither panic nor accept what the rules do not define.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::violation::Violation;
use super::{Case, text};
use crate::Position;
use crate::random::SplitMix64;

/// Texts that damage to a valid text would not produce.
const ODD: [&str; 7] = ["", " ", ",", ".", "é", "\0", "99999999999999999999"];

/// Reads damaged texts of a legal action.
pub(super) fn check_actions<P: Position>(
    case: &Case<'_, P>,
    random: &mut SplitMix64,
) -> Result<(), Violation> {
    for odd in ODD {
        text::reads_legal_only(case, odd)?;
    }
    let Some(&action) = random.choose(&case.actions) else { return Ok(()) };
    let good = case.position.action_text(action);
    for _ in 0..4 {
        text::reads_legal_only(case, &damaged(&good, random))?;
    }
    Ok(())
}

/// Damaged texts of a position.
pub(super) fn texts<P: Position>(position: &P, random: &mut SplitMix64) -> Vec<String> {
    let good = position.to_string();
    let odd = ODD[random.below(ODD.len())].to_string();
    Vec::from([damaged(&good, random), damaged(&good, random), odd])
}

/// `text` with one character removed, or inserted or replaced by another one of the text. Readers fail
/// most on texts that are almost valid.
fn damaged(text: &str, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return String::new();
    }
    let at = random.below(chars.len());
    let other = chars[random.below(chars.len())];
    match random.below(3) {
        0 => drop(chars.remove(at)),
        1 => chars.insert(at, other),
        _ => chars[at] = other,
    }
    chars.into_iter().collect()
}
