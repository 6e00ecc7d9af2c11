//! Checks of the texts of actions and positions.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::violation::{Check, Violation, same, same_position};
use super::{Case, keys};
use crate::{Position, Rules};

/// Runs the checks of this file.
pub(super) fn check<R: Rules>(case: &Case<'_, R::Position>, rules: &R) -> Result<(), Violation> {
    action_texts(case)?;
    for text in case.texts_before {
        reads_legal_only(case, text)?;
    }
    position_form(case.position)?;
    position_text(case.position, rules)?;
    drawing(case.position)
}

/// The texts of the legal actions, in their order.
pub(super) fn of_all<P: Position>(case: &Case<'_, P>) -> Vec<String> {
    case.actions.iter().map(|&action| case.position.action_text(action)).collect()
}

/// Records and protocols consist of texts: each must be one word, mean one action, and be read as that
/// action.
fn action_texts<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    let texts = of_all(case);
    let mut meanings = BTreeMap::new();
    for (text, &action) in texts.iter().zip(&case.actions) {
        if text.is_empty() || text == "." || text.contains(|c: char| c == ',' || c.is_whitespace()) {
            let expected = "a word without commas, other than `.`";
            return Err(Violation::new(Check::ACTION_TEXT_FORM, expected, format!("`{text}`")).about(action));
        }
        if let Some(other) = meanings.insert(text, action) {
            let found = format!("`{text}`, which means {other:?} too");
            return Err(Violation::new(Check::ACTION_TEXT_DISTINCT, "a text of its own", found).about(action));
        }
    }
    case.each_action(|action| {
        let text = case.position.action_text(action);
        let read = case.position.read_action(&text).map_err(|error| {
            let found = format!("the error `{error}`");
            Violation::new(Check::ACTION_TEXT, format!("`{text}` to be read"), found)
        })?;
        same(Check::ACTION_TEXT, &format!("`{text}` to be read as"), &action, &read)
    })
}

/// Callers play what was read without another check, so a reader must refuse illegal actions.
pub(super) fn reads_legal_only<P: Position>(case: &Case<'_, P>, text: &str) -> Result<(), Violation> {
    match case.position.read_action(text) {
        Ok(action) if !case.actions.contains(&action) => Err(Violation::new(
            Check::READS_ILLEGAL,
            format!("`{text}` to be refused, or read as a legal action"),
            "an action that is not legal here",
        )
        .about(action)),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// In a protocol the word `moves` and turns follow a position's text.
fn position_form<P: Position>(position: &P) -> Result<(), Violation> {
    let text = position.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() || words.join(" ") != text || words.contains(&"moves") {
        let expected = "words joined by single spaces, none of them `moves`";
        return Err(Violation::new(Check::POSITION_TEXT_FORM, expected, format!("`{text}`")));
    }
    Ok(())
}

/// The text holds everything that the position holds. The reader may refuse a finished position (a group
/// without air).
fn position_text<R: Rules>(position: &R::Position, rules: &R) -> Result<(), Violation> {
    match rules.read_position(&position.to_string()) {
        Ok(read) => {
            same_position(Check::POSITION_TEXT, "", position, &read)?;
            keys::check_equal(position, &read)
        }
        Err(_) if position.end().is_some() => Ok(()),
        Err(error) => {
            Err(Violation::new(Check::POSITION_TEXT, "the text to be read", format!("the error `{error}`")))
        }
    }
}

/// Embedders read texts without the rules. These may leave open what the text does not say, such as an option of the
/// first turn, so a position is compared by its text.
pub(super) fn check_from_str<P: Position + FromStr>(case: &Case<'_, P>) -> Result<(), Violation>
where
    P::Action: FromStr,
{
    let text = case.position.to_string();
    match text.parse::<P>() {
        Ok(read) => same(Check::FROM_STR, "a position with the text", &text, &read.to_string())?,
        Err(_) if case.position.end().is_some() => {}
        Err(_) => return Err(Violation::new(Check::FROM_STR, "the position to be read", "an error")),
    }
    case.each_action(|action| {
        let text = case.position.action_text(action);
        same(Check::FROM_STR, &format!("`{text}` to be read as"), &Some(action), &text.parse().ok())
    })
}

/// A front-end shows the drawing unchanged: lines with the state of the game in the last one, which `{:#}` leaves open.
fn drawing<P: Position>(position: &P) -> Result<(), Violation> {
    let drawing = format!("{position:#}");
    same(Check::DRAWING, "the drawing and a newline", &format!("{drawing}\n"), &position.drawing())?;
    let last = drawing.lines().last().unwrap_or_default();
    let ends_well = !last.trim().is_empty() && !drawing.ends_with('\n') && drawing.lines().count() > 1;
    if !ends_well {
        let expected = "several lines, the last one not empty and without a newline";
        return Err(Violation::new(Check::DRAWING, expected, format!("`{drawing}`")));
    }
    match position.end() {
        Some(end) => same(Check::DRAWING, "the last line", &end.to_string(), &last.to_string()),
        None => Ok(()),
    }
}
