//! Checks of the skipped turn and of the exchange of players.

use super::Case;
use super::violation::{Check, Violation, same, same_position};
use crate::Player;
use crate::encode::Encode;

/// Runs the checks of this file.
pub(super) fn check<P: Encode>(case: &Case<'_, P>) -> Result<(), Violation> {
    skipped(case)?;
    exchanged(case)
}

/// A face asks what the opponent threatens: the opponent must be able to act on the same board.
fn skipped<P: Encode>(case: &Case<'_, P>) -> Result<(), Violation> {
    let here = case.position;
    let Some(there) = here.skip_turn() else { return Ok(()) };
    let is_asked_for = here.at_turn_start() && here.end().is_none();
    same(
        Check::SKIP_TURN,
        "a position only for an unfinished game at the start of a turn:",
        &is_asked_for,
        &true,
    )?;
    same(Check::SKIP_TURN, "the end", &None, &there.end())?;
    same(Check::SKIP_TURN, "the start of a turn:", &true, &there.at_turn_start())?;
    same(Check::SKIP_TURN, "to act:", &here.player_to_act().opponent(), &there.player_to_act())?;
    same(Check::SKIP_TURN, "an action to play:", &true, &(there.count_actions() > 0))?;
    same(Check::SKIP_TURN, "the key from scratch,", &there.key_from_scratch(), &there.key())?;
    let (old, new) = (here.scene(), there.scene());
    same(Check::SKIP_TURN, "the cells", &old.cells, &new.cells)?;
    same(Check::SKIP_TURN, "the pieces", &old.pieces, &new.pieces)?;
    same(Check::SKIP_TURN, "the reserves", &old.reserves, &new.reserves)
}

/// An engine exchanges the players to find evaluations that favour one of them.
fn exchanged<P: Encode>(case: &Case<'_, P>) -> Result<(), Violation> {
    let here = case.position;
    let Some(there) = here.exchange_players() else { return Ok(()) };
    let back = there.exchange_players();
    match &back {
        Some(back) => same_position(Check::EXCHANGE_PLAYERS, "twice exchanged", here, back)?,
        None => return Err(Violation::new(Check::EXCHANGE_PLAYERS, "a position twice exchanged", "none")),
    }
    let winner = |position: &P| position.end().map(|end| (end.winner, end.reason));
    let other = winner(here).map(|(winner, reason)| (winner.map(Player::opponent), reason));
    same(Check::EXCHANGE_PLAYERS, "the winner and the reason", &other, &winner(&there))?;
    same(Check::EXCHANGE_PLAYERS, "the start of a turn:", &here.at_turn_start(), &there.at_turn_start())?;
    if here.end().is_none() {
        let player = here.player_to_act().opponent();
        same(Check::EXCHANGE_PLAYERS, "to act:", &player, &there.player_to_act())?;
    }
    same(Check::EXCHANGE_PLAYERS, "the key from scratch,", &there.key_from_scratch(), &there.key())?;
    same(Check::EXCHANGE_PLAYERS, "actions:", &case.actions.len(), &there.count_actions())
}
