//! Symmetries of a game, and whether play commutes with them.

use alloc::collections::BTreeSet;
use alloc::format;

use super::Case;
use super::violation::{Check, Violation, same, same_position};
use crate::{End, Player, Position, Symmetry};

/// A table or a shift may be wrong in one corner of the board or for one player; a symmetry finds it.
pub(super) fn check<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    canonical(case.position)?;
    for &symmetry in case.position.symmetries() {
        commutes(case, symmetry).map_err(|violation| {
            let expected = format!("under the symmetry `{symmetry:?}`: {}", violation.expected);
            Violation { expected, ..violation }
        })?;
    }
    Ok(())
}

/// The symmetries begin with the identity, and all images of a position have one canonical form.
fn canonical<P: Position>(position: &P) -> Result<(), Violation> {
    same(
        Check::SYMMETRY,
        "as the first symmetry,",
        &Some(&Symmetry::Identity),
        &position.symmetries().first(),
    )?;
    same_position(Check::SYMMETRY, "under the identity", position, &position.mapped(Symmetry::Identity))?;
    let canonical = position.canonical();
    position.symmetries().iter().try_for_each(|&symmetry| {
        let other = position.mapped(symmetry).canonical();
        same_position(Check::SYMMETRY, "as canonical form of an image,", &canonical, &other)
    })
}

fn commutes<P: Position>(case: &Case<'_, P>, symmetry: Symmetry) -> Result<(), Violation> {
    let here = case.position;
    let there = here.mapped(symmetry);
    let map_action = |action| here.map_action(symmetry, action);
    let exchanges = P::exchanges_players(symmetry);
    let map_player = |player: Player| if exchanges { player.opponent() } else { player };
    let end = here.end().map(|end| End { winner: end.winner.map(map_player), ..end });
    same(Check::SYMMETRY, "the end", &end, &there.end())?;
    same(Check::SYMMETRY, "the start of a turn:", &here.at_turn_start(), &there.at_turn_start())?;
    // The player to act has a meaning only while the game is not over.
    if end.is_none() {
        let player = map_player(here.player_to_act());
        same(Check::SYMMETRY, "to act:", &player, &there.player_to_act())?;
        let rest = (here.max_remaining_turns(), there.max_remaining_turns());
        same(Check::SYMMETRY, "a longest rest of", &rest.0, &rest.1)?;
    }

    let mapped: BTreeSet<_> = case.actions.iter().map(|&action| map_action(action)).collect();
    let generated: BTreeSet<_> = there.actions().into_iter().collect();
    if mapped != generated {
        let missing: BTreeSet<_> = mapped.difference(&generated).collect();
        let surplus: BTreeSet<_> = generated.difference(&mapped).collect();
        let found = format!("on {there}, missing: {missing:?}, too many: {surplus:?}");
        return Err(Violation::new(Check::SYMMETRY, "the mapped legal actions", found));
    }
    let end_turn = here.end_turn().map(map_action);
    same(Check::SYMMETRY, "the action that ends the turn", &end_turn, &there.end_turn())?;

    case.each_action(|action| {
        let played = there.after_unchecked(map_action(action));
        let expected = here.after_unchecked(action).mapped(symmetry);
        same_position(Check::SYMMETRY, "after the mapped action", &expected, &played)
    })
}
