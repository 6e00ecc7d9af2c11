//! Symmetries of a game, and whether play commutes with them.

use alloc::collections::BTreeSet;

use super::Case;
use super::violation::{Check, Place};
use crate::{End, Player, Position, Symmetry};

/// A table or a shift may be wrong in one corner of the board or for one player; a symmetry finds it.
pub(super) fn check<P: Position>(case: &Case<'_, P>) {
    canonical(case);
    for &symmetry in case.position.symmetries() {
        commutes(case, symmetry);
    }
}

/// The symmetries begin with the identity, and all images of a position have one canonical form.
fn canonical<P: Position>(case: &Case<'_, P>) {
    let (position, place, identity) = (case.position, case.place, Symmetry::Identity);
    let symmetries = position.symmetries();
    place.same(Check::SYMMETRY, "as the first symmetry,", &Some(&identity), &symmetries.first());
    place.same_position(Check::SYMMETRY, "under the identity", position, &position.mapped(identity));
    let canonical = position.canonical();
    for &symmetry in symmetries {
        let other = position.mapped(symmetry).canonical();
        place.same_position(Check::SYMMETRY, "as canonical form of an image,", &canonical, &other);
    }
}

fn commutes<P: Position>(case: &Case<'_, P>, symmetry: Symmetry) {
    let (here, check) = (case.position, Check::SYMMETRY);
    let place = Place { symmetry: Some(symmetry), ..case.place };
    let there = here.mapped(symmetry);
    let map_action = |action| here.map_action(symmetry, action);
    let exchanges = P::exchanges_players(symmetry);
    let map_player = |player: Player| if exchanges { player.opponent() } else { player };
    let end = here.end().map(|end| End { winner: end.winner.map(map_player), ..end });
    place.same(check, "the end", &end, &there.end());
    place.same(check, "the start of a turn:", &here.at_turn_start(), &there.at_turn_start());
    // The player to act has a meaning only while the game is not over.
    if end.is_none() {
        place.same(check, "to act:", &map_player(here.player_to_act()), &there.player_to_act());
        let rest = (here.max_remaining_turns(), there.max_remaining_turns());
        place.same(check, "a longest rest of", &rest.0, &rest.1);
    }

    let mapped: BTreeSet<_> = case.actions.iter().map(|&action| map_action(action)).collect();
    let generated: BTreeSet<_> = there.actions().into_iter().collect();
    let missing: BTreeSet<_> = mapped.difference(&generated).collect();
    let surplus: BTreeSet<_> = generated.difference(&mapped).collect();
    let found = format_args!("on {there}, missing: {missing:?}, too many: {surplus:?}");
    place.ensure(check, mapped == generated, "the mapped legal actions", found);
    let end_turn = here.end_turn().map(map_action);
    place.same(check, "the action that ends the turn", &end_turn, &there.end_turn());

    for action in &case.actions {
        let played = there.after_unchecked(map_action(*action));
        let expected = here.after_unchecked(*action).mapped(symmetry);
        place.about(action).same_position(check, "after the mapped action", &expected, &played);
    }
}
