//! Positions as learners see them.

use abstract_game::encode::{Encode, Encoding, Observed};
use abstract_game::{Player, Symmetry};

/// A position as a learner sees it: as it is, or turned to the seat to act.
pub(crate) struct View<'a, P> {
    original: &'a P,
    /// The image of the position, if it differs, and its symmetry.
    turned: Option<(P, Symmetry)>,
}

impl<'a, P: Encode> View<'a, P> {
    pub(crate) fn of(original: &'a P, turned: bool) -> Self {
        let symmetry = if turned { original.turning() } else { Symmetry::Identity };
        let differs = symmetry != Symmetry::Identity;
        View { original, turned: differs.then(|| (original.mapped(symmetry), symmetry)) }
    }

    pub(crate) fn position(&self) -> &P {
        self.turned.as_ref().map_or(self.original, |(position, _)| position)
    }

    /// The action on the original position that corresponds to an action here.
    pub(crate) fn turned_back(&self, action: P::Action) -> P::Action {
        match &self.turned {
            Some((position, symmetry)) => position.map_action(symmetry.inverse(), action),
            None => action,
        }
    }

    /// The player of this position who corresponds to one of the original position.
    fn player(&self, player: Player) -> Player {
        let exchanges = self.turned.as_ref().is_some_and(|(_, symmetry)| P::exchanges_players(*symmetry));
        if exchanges { player.opponent() } else { player }
    }

    /// Writes the planes as a player of the original position sees them.
    pub(crate) fn observe(&self, player: Player, numbers: &mut [f32]) {
        self.position().observe_into(self.player(player), numbers);
    }

    /// The same over the planes that `observed` describes.
    pub(crate) fn observe_over(&self, player: Player, numbers: &mut [f32], observed: &mut Observed) {
        self.position().observe_over(self.player(player), numbers, observed);
    }

    /// Appends the planes.
    pub(crate) fn append_planes(&self, player: Player, numbers: &mut Vec<f32>) {
        let begin = numbers.len();
        numbers.resize(begin + Encoding::of::<P>().numbers(), 0.0);
        self.observe(player, &mut numbers[begin..]);
    }

    /// The legal actions of the original position with their indices here. None when the game is over.
    pub(crate) fn indexed(&self) -> Vec<(usize, P::Action)> {
        let mut indexed = self.position().indexed_actions();
        if self.turned.is_some() {
            indexed.iter_mut().for_each(|(_, action)| *action = self.turned_back(*action));
        }
        indexed
    }
}
