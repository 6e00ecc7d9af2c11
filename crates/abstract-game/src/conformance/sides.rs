//! Checks of the skipped turn and of the exchange of players.

use super::Case;
use super::violation::Check;
use crate::Player;
use crate::encode::Encode;

/// Runs the checks of this file.
pub(super) fn check<P: Encode>(case: &Case<'_, P>) {
    skipped(case);
    exchanged(case);
}

/// A face asks what the opponent threatens: the opponent must be able to act on the same board.
fn skipped<P: Encode>(case: &Case<'_, P>) {
    let (here, place, check) = (case.position, case.place, Check::SKIP_TURN);
    let Some(there) = here.skip_turn() else { return };
    let is_asked_for = here.at_turn_start() && here.end().is_none();
    place.same(check, "a position only for an unfinished game at the start of a turn:", &is_asked_for, &true);
    place.same(check, "the end", &None, &there.end());
    place.same(check, "the start of a turn:", &true, &there.at_turn_start());
    place.same(check, "to act:", &here.player_to_act().opponent(), &there.player_to_act());
    place.same(check, "an action to play:", &true, &(there.count_actions() > 0));
    place.same(check, "the key from scratch,", &there.key_from_scratch(), &there.key());
    let (old, new) = (here.scene(), there.scene());
    place.same(check, "the cells", &old.cells, &new.cells);
    place.same(check, "the pieces", &old.pieces, &new.pieces);
    place.same(check, "the reserves", &old.reserves, &new.reserves);
}

/// An engine exchanges the players to find evaluations that favour one of them.
fn exchanged<P: Encode>(case: &Case<'_, P>) {
    let (here, place, check) = (case.position, case.place, Check::EXCHANGE_PLAYERS);
    let Some(there) = here.exchange_players() else { return };
    let Some(back) = there.exchange_players() else {
        place.fail(check, "a position twice exchanged", "none")
    };
    place.same_position(check, "twice exchanged", here, &back);
    let winner = |position: &P| position.end().map(|end| (end.winner, end.reason));
    let other = winner(here).map(|(winner, reason)| (winner.map(Player::opponent), reason));
    place.same(check, "the winner and the reason", &other, &winner(&there));
    place.same(check, "the start of a turn:", &here.at_turn_start(), &there.at_turn_start());
    if here.end().is_none() {
        place.same(check, "to act:", &here.player_to_act().opponent(), &there.player_to_act());
    }
    place.same(check, "the key from scratch,", &there.key_from_scratch(), &there.key());
    place.same(check, "actions:", &case.actions.len(), &there.count_actions());
}
