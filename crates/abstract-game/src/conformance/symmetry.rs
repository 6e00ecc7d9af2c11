//! Symmetries of a game, and whether play commutes with them.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Case;
use super::violation::{Check, Finding, same, same_position};
use crate::{End, Player, Position, Symmetry};

/// A map of positions and actions under which the game stays the same: a turned board, a mirrored one,
/// or one with the players exchanged.
#[non_exhaustive]
pub struct GameSymmetry<P: Position> {
    /// The name in a [`Violation`](super::Violation).
    pub name: String,
    /// Whether the players are exchanged.
    pub exchanges_players: bool,
    /// Maps a position.
    pub map_position: MapPosition<P>,
    /// Maps a legal action of the given position, which is not mapped yet.
    pub map_action: MapAction<P>,
}

/// Maps a position.
pub type MapPosition<P> = Box<dyn Fn(&P) -> P>;

/// Maps a legal action of a position.
pub type MapAction<P> = Box<dyn Fn(&P, <P as Position>::Action) -> <P as Position>::Action>;

impl<P: Position> GameSymmetry<P> {
    /// A symmetry that does not exchange the players.
    #[must_use]
    pub fn new(
        name: &str,
        map_position: impl Fn(&P) -> P + 'static,
        map_action: impl Fn(&P, P::Action) -> P::Action + 'static,
    ) -> Self {
        GameSymmetry {
            name: name.into(),
            exchanges_players: false,
            map_position: Box::new(map_position),
            map_action: Box::new(map_action),
        }
    }

    /// One of the game's own symmetries.
    fn of(symmetry: Symmetry) -> Self {
        GameSymmetry {
            name: format!("{symmetry:?}"),
            exchanges_players: P::exchanges_players(symmetry),
            map_position: Box::new(move |position: &P| position.mapped(symmetry)),
            map_action: Box::new(move |position: &P, action| position.map_action(symmetry, action)),
        }
    }

    /// The same maps, with the players exchanged.
    #[must_use]
    pub fn exchanging_players(self) -> Self {
        GameSymmetry { exchanges_players: true, ..self }
    }

    fn map_player(&self, player: Player) -> Player {
        if self.exchanges_players { player.opponent() } else { player }
    }

    fn map_end(&self, end: End) -> End {
        End { winner: end.winner.map(|winner| self.map_player(winner)), ..end }
    }
}

/// A table or a shift may be wrong in one corner of the board or for one player; a symmetry finds it.
pub(super) fn check<P: Position>(case: &Case<'_, P>, others: &[GameSymmetry<P>]) -> Result<(), Finding> {
    canonical(case.position)?;
    let own: Vec<_> = case.position.symmetries().iter().map(|&symmetry| GameSymmetry::of(symmetry)).collect();
    for symmetry in own.iter().chain(others) {
        commutes(case, symmetry).map_err(|mut finding| {
            finding.expected = format!("under the symmetry `{}`: {}", symmetry.name, finding.expected);
            finding
        })?;
    }
    Ok(())
}

/// The symmetries begin with the identity, and all images of a position have one canonical form.
fn canonical<P: Position>(position: &P) -> Result<(), Finding> {
    same(
        Check::Symmetry,
        "as the first symmetry,",
        &Some(&Symmetry::Identity),
        &position.symmetries().first(),
    )?;
    same_position(Check::Symmetry, "under the identity", position, &position.mapped(Symmetry::Identity))?;
    let canonical = position.canonical();
    position.symmetries().iter().try_for_each(|&symmetry| {
        let other = position.mapped(symmetry).canonical();
        same_position(Check::Symmetry, "as canonical form of an image,", &canonical, &other)
    })
}

fn commutes<P: Position>(case: &Case<'_, P>, symmetry: &GameSymmetry<P>) -> Result<(), Finding> {
    let here = case.position;
    let there = (symmetry.map_position)(here);
    let end = here.end().map(|end| symmetry.map_end(end));
    same(Check::Symmetry, "the end", &end, &there.end())?;
    same(Check::Symmetry, "the start of a turn:", &here.at_turn_start(), &there.at_turn_start())?;
    // The player to act has a meaning only while the game is not over.
    if end.is_none() {
        let player = symmetry.map_player(here.player_to_act());
        same(Check::Symmetry, "to act:", &player, &there.player_to_act())?;
        let rest = (here.max_remaining_turns(), there.max_remaining_turns());
        same(Check::Symmetry, "a longest rest of", &rest.0, &rest.1)?;
    }

    let mapped: BTreeSet<_> = case.actions.iter().map(|&a| (symmetry.map_action)(here, a)).collect();
    let generated: BTreeSet<_> = there.actions().into_iter().collect();
    if mapped != generated {
        let missing: BTreeSet<_> = mapped.difference(&generated).collect();
        let surplus: BTreeSet<_> = generated.difference(&mapped).collect();
        let found = format!("on {there}, missing: {missing:?}, too many: {surplus:?}");
        return Err(Finding::new(Check::Symmetry, "the mapped legal actions", found));
    }
    let end_turn = here.end_turn().map(|a| (symmetry.map_action)(here, a));
    same(Check::Symmetry, "the action that ends the turn", &end_turn, &there.end_turn())?;

    for &action in &case.actions {
        let played = there.after_unchecked((symmetry.map_action)(here, action));
        let expected = (symmetry.map_position)(&here.after_unchecked(action));
        same_position(Check::Symmetry, "after the mapped action", &expected, &played)
            .map_err(|finding| finding.at(here, action))?;
    }
    Ok(())
}
