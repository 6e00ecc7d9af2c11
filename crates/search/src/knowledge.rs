//! Game-specific knowledge: the interface between the searches and an engine.

use abstract_game::{Action as _, Position};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom as _;

/// The random number generator of the searches. Its sequence is the same on every machine.
pub type Random = Xoshiro256PlusPlus;

/// Evaluation, move ordering and playout policy of one game. Every method has a neutral default, so a
/// search can play any game by its rules alone.
///
/// Evaluations are in centipawns from the view of the player to act; 400 centipawns are winning odds of
/// ten to one (see [`Score::expectation`](crate::Score::expectation)).
pub trait Knowledge<P: Position>: Send + Sync {
    /// The static evaluation of an unfinished position for the player to act, in centipawns.
    fn evaluate(&self, _position: &P) -> i32 {
        0
    }

    /// The move ordering score of an action: higher scores are searched earlier. Searches add killer and
    /// history scores, which stay below [`URGENT`](Self::URGENT).
    fn priority(&self, _position: &P, _action: P::Action) -> i32 {
        0
    }

    /// Appends the [`priority`](Self::priority) of each action, in the order of `actions`. Override it
    /// where analysing the position once for all actions is cheaper.
    fn priorities(&self, position: &P, actions: &[P::Action], priorities: &mut Vec<i32>) {
        priorities.extend(actions.iter().map(|&action| self.priority(position, action)));
    }

    /// Actions with at least this priority are searched before killers and history actions and without
    /// late move reductions. Actions with at most `-URGENT` are searched last.
    const URGENT: i32 = 1 << 20;

    /// Appends the legal actions that quiescence search must try before it trusts
    /// [`evaluate`](Self::evaluate). No actions: the position is quiet.
    fn noisy_actions(&self, _position: &P, _actions: &mut Vec<P::Action>) {}

    /// The playout policy: a legal action of an unfinished position. `buffer` is scratch space for action
    /// generation.
    fn playout_action(&self, position: &P, random: &mut Random, buffer: &mut Vec<P::Action>) -> P::Action {
        buffer.clear();
        position.generate(buffer);
        *buffer.choose(random).expect("an unfinished position has an action")
    }

    /// The number of actions after which a playout stops and [`evaluate`](Self::evaluate) replaces its
    /// result. 0: leaves are evaluated without a playout.
    fn playout_length(&self) -> u32 {
        u32::MAX
    }

    /// The prior of an action in Monte-Carlo tree search, in natural logarithms of odds; 0 is neutral.
    /// Actions with a higher prior are visited earlier.
    fn prior(&self, _position: &P, _action: P::Action) -> f32 {
        0.0
    }

    /// The expected number of own turns until the game ends, at least 1. Time management divides the
    /// remaining time by it.
    fn turns_left(&self, position: &P) -> u32 {
        position.max_remaining_turns().map_or(30, |turns| (turns / 2).max(1))
    }

    /// The index of an action in the history table. Similar actions of different positions should share
    /// an index, for example one index per target cell.
    fn history_index(&self, _position: &P, action: P::Action) -> u32 {
        action.tag()
    }
}

/// No knowledge beyond the rules: every default of [`Knowledge`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoKnowledge;

impl<P: Position> Knowledge<P> for NoKnowledge {}
