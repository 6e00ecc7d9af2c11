//! Checks of the facade, which returns as text what the match returns.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::violation::{Check, Finding, same};
use crate::encode::Encode;
use crate::facade::AnyMatch;
use crate::random::SplitMix64;
use crate::{Match, Turn, turn};

/// The number of whole turns that are listed and tried.
const TURNS: usize = 6;

/// Runs the checks of this file if no turn is unfinished: the facade plays whole turns.
pub(super) fn check<P: Encode>(game: &Match<P>, random: &mut SplitMix64) -> Result<(), Finding> {
    if !game.pending().is_empty() {
        return Ok(());
    }
    state(game)?;
    legal_turns(game)?;
    legal_actions(game, random)
}

fn state<P: Encode>(game: &Match<P>) -> Result<(), Finding> {
    let any: &dyn AnyMatch = game;
    same(Check::Facade, "the position", &game.position().to_string(), &any.position_text())?;
    same(Check::Facade, "the start", &game.start().to_string(), &any.start_text())?;
    same(Check::Facade, "to act:", &game.player_to_act(), &any.player_to_act())?;
    same(Check::Facade, "the end", &game.result(), &any.result())?;
    same(Check::Facade, "the key", &game.position().key(), &any.key())?;
    same(Check::Facade, "turns:", &game.turns().len(), &any.turn_count())
}

/// Each turn listed is one that can be played, leads where its actions lead, and is the turn that its
/// text says.
fn legal_turns<P: Encode>(game: &Match<P>) -> Result<(), Finding> {
    let any: &dyn AnyMatch = game;
    let over = game.result().is_some();
    let turns = if over { Vec::new() } else { turn::list(game.position(), TURNS) };
    let texts: Vec<String> = turns.iter().map(|t| turn::write(game.position(), t)).collect();
    same(Check::Facade, "the legal turns", &texts, &any.legal_turns(TURNS))?;
    same(Check::Facade, "a legal turn unless the game is over:", &over, &texts.is_empty())?;
    for (text, turn) in texts.iter().zip(&turns) {
        let mut played = any.boxed_clone();
        any.check_turn(text)
            .and_then(|()| played.play_turn(text))
            .map_err(|error| Finding::new(Check::Facade, format!("`{text}` to be played"), error))?;
        let position =
            turn.iter().fold(game.position().clone(), |position, &action| position.after_unchecked(action));
        same(Check::Facade, "the position", &position.to_string(), &played.position_text())
            .and_then(|()| same(Check::Facade, "the turn", &Some(text.clone()), &played.undo()))
            .and_then(|()| same(Check::Facade, "taken back,", &any.position_text(), &played.position_text()))
            .map_err(|finding| finding.about(text))?;
    }
    Ok(())
}

/// Builds a random turn action by action as a front-end does: at each step what is offered is what is
/// legal, with `.` where the turn may end or has ended.
fn legal_actions<P: Encode>(game: &Match<P>, random: &mut SplitMix64) -> Result<(), Finding> {
    let any: &dyn AnyMatch = game;
    let offered = |unfinished: &str| {
        any.legal_actions(unfinished)
            .map_err(|e| Finding::new(Check::Facade, format!("the actions after `{unfinished}`"), e))
    };
    if game.result().is_some() {
        return same(Check::Facade, "nothing to play:", &Vec::new(), &offered("")?);
    }
    let mut position = game.position().clone();
    let mut played: Turn<P::Action> = Turn::new();
    loop {
        let unfinished = turn::write(game.position(), &played);
        let mut expected = Vec::from([".".to_string()]);
        let over = !played.is_empty() && position.at_turn_start();
        if !over {
            let end = position.end_turn().filter(|_| !played.is_empty());
            let text = |a| if Some(a) == end { ".".to_string() } else { position.action_text(a) };
            expected = position.actions().into_iter().map(text).collect();
        }
        same(Check::Facade, &format!("after `{unfinished}`"), &expected, &offered(&unfinished)?)?;
        if over {
            return Ok(());
        }
        let actions = position.actions();
        let action = actions[random.below(actions.len())];
        if !played.is_empty() && position.end_turn() == Some(action) {
            // This ends the turn, whose text does not change.
            return Ok(());
        }
        position.play_unchecked(action);
        played.push(action);
    }
}
