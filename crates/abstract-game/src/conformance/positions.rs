//! Texts of positions: files of valid and invalid ones, texts of great length, and damaged texts.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use rayon::prelude::*;

use super::garbled::damaged;
use super::second::{Comparison, SecondImplementation, check_message};
use crate::Rules;
use crate::random::SplitMix64;

/// The lines of a file of positions; `// ` begins a comment.
fn lines(content: &str) -> impl Iterator<Item = &str> {
    content.lines().filter(|line| !line.is_empty() && !line.starts_with("// "))
}

/// Every line of `content` is the text of a position: both implementations read it, write it back unchanged and
/// agree about the position.
///
/// # Panics
/// If a line is refused, or the implementations differ.
#[track_caller]
pub fn check_valid_positions<S: SecondImplementation>(rules: &S::Rules, content: &str) {
    for text in lines(content) {
        let game = Comparison::<S>::read(rules.clone(), text);
        assert_eq!(game.second().text(), text);
        game.check();
    }
}

/// Every line of `content` is a text that is no position, `; ` and a part of the real implementation's message.
/// Both implementations refuse it.
///
/// # Panics
/// If a text is read, or the message is another one.
#[track_caller]
pub fn check_invalid_positions<S: SecondImplementation>(rules: &S::Rules, content: &str) {
    for line in lines(content) {
        let parts = line.rsplit_once("; ");
        let (text, words) =
            parts.unwrap_or_else(|| panic!("{line}: expected a position, `; ` and a message"));
        assert!(S::read_position(rules, text).is_err(), "the second implementation reads {text}");
        let Err(error) = rules.read_position(text) else { panic!("{text} is read") };
        check_message(text, &error, words.trim());
    }
}

/// Refuses texts of great length with messages shorter than `longest_message` bytes. Each text is one of `frames`
/// with its `@` replaced by that number of copies of a unit.
///
/// # Panics
/// If a text is read, or a message is too long.
#[track_caller]
pub fn check_long_positions<R: Rules>(
    rules: &R,
    units: &[(&str, usize)],
    frames: &[&str],
    longest_message: usize,
) {
    for (unit, count) in units {
        let long = unit.repeat(*count);
        for frame in frames {
            let read = rules.read_position(&frame.replace('@', &long));
            let Err(error) = read else { panic!("{unit} × {count} in {frame} is read") };
            assert!(error.to_string().len() < longest_message, "{error}");
        }
    }
}

/// Both implementations accept `text` and agree about the position, which is returned; or both refuse it.
///
/// # Panics
/// If they differ.
#[track_caller]
pub fn check_position_text<S: SecondImplementation>(rules: &S::Rules, text: &str) -> Option<Comparison<S>> {
    match (rules.read_position(text), S::read_position(rules, text)) {
        (Ok(real), Ok(second)) => {
            let game = Comparison::new(rules.clone(), real, second);
            game.check();
            Some(game)
        }
        (Err(error), Err(_)) => {
            assert!(!error.to_string().is_empty());
            None
        }
        (Ok(_), Err(error)) => panic!("{text:?} is read, but the second implementation says: {error}"),
        (Err(error), Ok(_)) => panic!("{text:?} is refused: {error}"),
    }
}

/// Checks 40 damaged copies of the text of each of `count` positions that `sample` makes: characters replaced by
/// those of `letters`, inserted, removed or exchanged. Returns how many were accepted.
///
/// # Panics
/// If the implementations differ.
pub fn check_damaged_positions<S: SecondImplementation>(
    count: u32,
    letters: &str,
    sample: impl Fn(&mut SplitMix64) -> (S::Rules, String) + Send + Sync,
) -> u64 {
    let letters: Vec<char> = letters.chars().collect();
    let accepted = |number: u32| {
        let mut random = SplitMix64::new(0xda_3a6e + u64::from(number));
        let (rules, text) = sample(&mut random);
        let texts = (0..40).map(|_| {
            let changes = 1 + random.below(3);
            (0..changes).fold(text.clone(), |text, _| damaged(&text, &letters, &mut random))
        });
        let games = texts.filter_map(|text| check_position_text::<S>(&rules, &text));
        games.inspect(|game| game.check_successors(8, |_, _| {})).count() as u64
    };
    (0..count).into_par_iter().map(accepted).sum()
}

/// The default rules of `R` with options given as `name=value`, separated by spaces.
///
/// # Panics
/// If an option is refused.
#[track_caller]
#[must_use]
pub fn rules_with<R: Rules>(options: &str) -> R {
    let mut rules = R::default();
    for option in options.split_whitespace() {
        let (name, value) =
            option.split_once('=').unwrap_or_else(|| panic!("`{option}`: expected name=value"));
        rules.set_option(name, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules
}
