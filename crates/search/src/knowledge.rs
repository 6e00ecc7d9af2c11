//! What only a player knows: the seam between the searches, which know no game, and an engine.

use abstract_game::{Action as _, Position};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom as _;

/// The random numbers of searches: fast, and the same on every machine.
pub type Random = Xoshiro256PlusPlus;

/// A player's knowledge of one game. Everything has a neutral default, so that a search can play any
/// game by its rules alone.
///
/// Estimates are worth for the player to act, in centipawns: 400 are odds of ten to one (see
/// [`Score::expectation`](crate::Score::expectation)).
pub trait Knowledge<P: Position>: Send + Sync {
    /// The static worth of an unfinished position for the player to act, in centipawns.
    fn evaluate(&self, _position: &P) -> i32 {
        0
    }

    /// How early an action should be tried, the higher the earlier. Searches add what they learn;
    /// values beyond ±[`URGENT`](Self::URGENT) outweigh all that.
    fn priority(&self, _position: &P, _action: P::Action) -> i32 {
        0
    }

    /// The [`priority`](Self::priority) of each of the actions, in their order. Games override this where
    /// looking at the position once for all of them is cheaper.
    fn priorities(&self, position: &P, actions: &[P::Action], priorities: &mut Vec<i32>) {
        priorities.extend(actions.iter().map(|&action| self.priority(position, action)));
    }

    /// The priority from which on an action is tried before anything learned (and from `-URGENT` down
    /// after everything else).
    const URGENT: i32 = 1 << 20;

    /// Appends the actions that must be looked at before the position is quiet enough for
    /// [`evaluate`](Self::evaluate). Each must be legal. None means quiet.
    fn noisy_actions(&self, _position: &P, _actions: &mut Vec<P::Action>) {}

    /// The next action of a playout. `buffer` is there to generate into.
    fn playout_action(&self, position: &P, random: &mut Random, buffer: &mut Vec<P::Action>) -> P::Action {
        buffer.clear();
        position.generate(buffer);
        *buffer.choose(random).expect("an unfinished position has an action")
    }

    /// After so many actions a playout ends with [`evaluate`](Self::evaluate) instead of a result; 0
    /// means that leaves are evaluated without any playout.
    fn playout_length(&self) -> u32 {
        u32::MAX
    }

    /// How good an action looks before it is searched, 0 being ordinary: Monte-Carlo tree search
    /// visits actions of a higher value earlier. In natural logarithms of odds.
    fn prior(&self, _position: &P, _action: P::Action) -> f32 {
        0.0
    }

    /// How many own turns the game will still last, for sharing out a clock. At least 1.
    fn turns_left(&self, position: &P) -> u32 {
        position.max_remaining_turns().map_or(30, |rest| (rest / 2).max(1))
    }

    /// Where what is learned of an action in one position is kept for use in others: a number that is
    /// equal for actions alike, such as one for each cell.
    fn history_slot(&self, _position: &P, action: P::Action) -> u32 {
        action.tag()
    }
}

/// Knowledge of nothing but the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {}
