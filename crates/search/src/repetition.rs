//! The states of a match whose next occurrence may end it.

use std::collections::HashMap;

use abstract_game::random::mix;
use abstract_game::{Match, Position};
use fxhash::FxBuildHasher;

/// A number of occurrences for each repetition key.
pub(crate) type Occurrences = HashMap<u64, u32, FxBuildHasher>;

/// How often each state occurred at the start of a turn; empty in games without repetition rules.
pub(crate) fn occurrences<P: Position>(game: &Match<P>) -> Occurrences {
    let mut occurrences = Occurrences::default();
    if P::REPETITIONS.is_some() {
        for start in game.turn_starts().iter().filter(|start| start.at_turn_start()) {
            *occurrences.entry(start.repetition_key()).or_default() += 1;
        }
    }
    occurrences
}

/// The states whose next occurrence ends the match.
pub(crate) fn ending_states<P: Position>(game: &Match<P>) -> Occurrences {
    let mut states = occurrences(game);
    states.retain(|_, count| P::REPETITIONS.is_some_and(|limit| *count + 1 >= limit));
    states
}

/// A number for a set of states, to mix into the keys of results that hold for this set only; 0 for the empty set.
pub(crate) fn set_key(states: &Occurrences) -> u64 {
    states.keys().fold(0, |sum, &key| sum.wrapping_add(mix(key, &[])))
}
