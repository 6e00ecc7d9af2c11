//! Damaged texts: people mistype. A reader must neither panic nor accept what the rules do not define.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Case, text};
use crate::Position;
use crate::random::SplitMix64;

/// Texts that damage to a valid text would not produce.
const ODD: [&str; 7] = ["", " ", ",", ".", "é", "\0", "99999999999999999999"];

/// Reads damaged texts of a legal action.
pub(super) fn check_actions<P: Position>(case: &Case<'_, P>, random: &mut SplitMix64) {
    for odd in ODD {
        text::reads_legal_only(case, odd);
    }
    let Some(&action) = random.choose(&case.actions) else { return };
    let good = case.position.action_text(action);
    for _ in 0..4 {
        text::reads_legal_only(case, &damaged(&good, &letters(&good), random));
    }
}

/// Damaged texts of a position.
pub(super) fn texts<P: Position>(position: &P, random: &mut SplitMix64) -> [String; 3] {
    let good = position.to_string();
    let letters = letters(&good);
    let odd = ODD[random.below(ODD.len())].to_string();
    [damaged(&good, &letters, random), damaged(&good, &letters, random), odd]
}

fn letters(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// `text` with one character removed or exchanged with another one, or one of `letters` inserted or in the place of one.
/// Readers fail most on texts that are almost valid.
pub(super) fn damaged(text: &str, letters: &[char], random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let Some(&letter) = random.choose(letters).filter(|_| !chars.is_empty()) else { return String::new() };
    let (at, other) = (random.below(chars.len()), random.below(chars.len()));
    match random.below(4) {
        0 => drop(chars.remove(at)),
        1 => chars.insert(at, letter),
        2 => chars.swap(at, other),
        _ => chars[at] = letter,
    }
    chars.into_iter().collect()
}
