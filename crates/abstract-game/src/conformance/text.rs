//! Checks of the texts of actions and positions.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::violation::Check;
use super::{Case, keys};
use crate::{Position, Rules};

/// Runs the checks of this file.
pub(super) fn check<R: Rules>(case: &Case<'_, R::Position>, rules: &R) {
    action_texts(case);
    for text in case.texts_before {
        reads_legal_only(case, text);
    }
    position_form(case);
    position_text(case, rules);
    drawing(case);
}

/// The texts of the legal actions, in their order.
pub(super) fn of_all<P: Position>(case: &Case<'_, P>) -> Vec<String> {
    case.actions.iter().map(|&action| case.position.action_text(action)).collect()
}

/// Records and protocols consist of texts: each must be one word, mean one action, and be read as that
/// action.
fn action_texts<P: Position>(case: &Case<'_, P>) {
    let mut meanings = BTreeMap::new();
    for (text, (action, place)) in of_all(case).into_iter().zip(case.each_action()) {
        let one_word = !text.contains(|c: char| c == ',' || c.is_whitespace());
        let (sound, found) = (one_word && !text.is_empty() && text != ".", format_args!("`{text}`"));
        place.ensure(Check::ACTION_TEXT_FORM, sound, "a word without commas, other than `.`", found);
        if let Some(other) = meanings.insert(text.clone(), action) {
            let found = format_args!("`{text}`, which means {other:?} too");
            place.fail(Check::ACTION_TEXT_DISTINCT, "a text of its own", found);
        }
    }
    for (text, action) in &meanings {
        let place = case.place.about(action);
        match case.position.read_action(text) {
            Ok(read) => {
                place.same(Check::ACTION_TEXT, format_args!("`{text}` to be read as"), action, &read);
            }
            Err(error) => {
                let found = format_args!("the error `{error}`");
                place.fail(Check::ACTION_TEXT, format_args!("`{text}` to be read"), found);
            }
        }
    }
}

/// Callers play what was read without another check, so a reader must refuse illegal actions.
pub(super) fn reads_legal_only<P: Position>(case: &Case<'_, P>, text: &str) {
    if let Ok(action) = case.position.read_action(text) {
        let (place, legal) = (case.place.about(&action), case.actions.contains(&action));
        let expected = format_args!("`{text}` to be refused, or read as a legal action");
        place.ensure(Check::READS_ILLEGAL, legal, expected, "an action that is not legal here");
    }
}

/// In a protocol the word `moves` and turns follow a position's text.
fn position_form<P: Position>(case: &Case<'_, P>) {
    let text = case.position.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    let sound = !words.is_empty() && words.join(" ") == text && !words.contains(&"moves");
    let expected = "words joined by single spaces, none of them `moves`";
    case.place.ensure(Check::POSITION_TEXT_FORM, sound, expected, format_args!("`{text}`"));
}

/// The text holds everything that the position holds. The reader may refuse a finished position (a group
/// without air).
fn position_text<R: Rules>(case: &Case<'_, R::Position>, rules: &R) {
    match rules.read_position(&case.position.to_string()) {
        Ok(read) => {
            case.place.same_position(Check::POSITION_TEXT, "", case.position, &read);
            keys::check_equal(case.position, &read, case.place);
        }
        Err(error) => {
            let (over, found) = (case.position.end().is_some(), format_args!("the error `{error}`"));
            case.place.ensure(Check::POSITION_TEXT, over, "the text to be read", found);
        }
    }
}

/// Embedders read texts without the rules. These may leave open what the text does not say, such as an option of the
/// first turn, so a position is compared by its text.
pub(super) fn check_from_str<P: Position + FromStr>(case: &Case<'_, P>)
where
    P::Action: FromStr,
{
    let text = case.position.to_string();
    match text.parse::<P>() {
        Ok(read) => case.place.same(Check::FROM_STR, "a position with the text", &text, &read.to_string()),
        Err(_) => {
            let over = case.position.end().is_some();
            case.place.ensure(Check::FROM_STR, over, "the position to be read", "an error");
        }
    }
    for (action, place) in case.each_action() {
        let text = case.position.action_text(action);
        let what = format_args!("`{text}` to be read as");
        place.same(Check::FROM_STR, what, &Some(action), &text.parse().ok());
    }
}

/// A front-end shows the drawing unchanged: lines with the state of the game in the last one, which `{:#}` leaves open.
fn drawing<P: Position>(case: &Case<'_, P>) {
    let (place, drawing) = (case.place, format!("{:#}", case.position));
    let with_end = format!("{drawing}\n");
    place.same(Check::DRAWING, "the drawing and a newline", &with_end, &case.position.drawing());
    let last = drawing.lines().last().unwrap_or_default();
    let sound = !last.trim().is_empty() && !drawing.ends_with('\n') && drawing.lines().count() > 1;
    let expected = "several lines, the last one not empty and without a newline";
    place.ensure(Check::DRAWING, sound, expected, format_args!("`{drawing}`"));
    let end = case.position.end().map_or_else(|| last.to_string(), |end| end.to_string());
    place.same(Check::DRAWING, "the last line", &*end, last);
}
