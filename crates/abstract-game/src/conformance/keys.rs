//! Checks of Zobrist keys and hashes.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use super::Case;
use super::violation::{Check, Place};
use crate::{Action, Position};

/// The keys of the position and of its successors equal those computed from scratch, and those computed in advance.
pub(super) fn check<P: Position>(case: &Case<'_, P>) {
    from_scratch(case.position, case.place);
    for (action, place) in case.each_action() {
        let next = case.position.after_unchecked(action);
        from_scratch(&next, place);
        let key = case.position.key_after(action).unwrap_or(next.key());
        place.same(Check::KEY, "the key in advance,", &key, &next.key());
    }
}

fn from_scratch<P: Position>(position: &P, place: Place<'_>) {
    place.same(Check::KEY, "the key from scratch,", &position.key_from_scratch(), &position.key());
}

/// Equal positions have the same key, hash, end and order of actions.
pub(super) fn check_equal<P: Position>(one: &P, other: &P, place: Place<'_>) {
    let check = Check::EQUAL_POSITIONS;
    place.same(check, "the key of an equal position,", &one.key(), &other.key());
    place.same(check, "the hash of an equal position,", &hash(one), &hash(other));
    place.same(check, "the end of an equal position,", &one.end(), &other.end());
    let whose = |position: &P| (position.player_to_act(), position.at_turn_start());
    place.same(check, "to act, and at the start of a turn:", &whose(one), &whose(other));
    place.same(Check::ORDER, "the actions of an equal position,", &one.actions(), &other.actions());
}

/// The unfinished positions of the run so far, by key. Among 2^16 random keys two are equal with a
/// probability of one in 10^9, so two different positions with the same key mean that the key leaves
/// something out.
pub(super) struct Seen<P>(BTreeMap<u64, P>);

impl<P: Position> Seen<P> {
    const MOST: usize = 1 << 16;

    pub(super) fn new() -> Self {
        Seen(BTreeMap::new())
    }

    pub(super) fn check(&mut self, case: &Case<'_, P>) {
        let (position, key) = (case.position, case.position.key());
        if position.end().is_some() {
            return;
        }
        if let Some(earlier) = self.0.get(&key) {
            let found = format_args!("key {key:016x}, which `{earlier}` has too");
            case.place.ensure(Check::DISTINCT_KEYS, earlier == position, "a key of its own", found);
            check_equal(earlier, position, case.place);
        } else if self.0.len() < Self::MOST {
            self.0.insert(key, position.clone());
        }
    }
}

/// The number of actions that share the tag of their neighbour when sorted by tag.
pub(super) fn shared_tags<A: Action>(actions: &[A]) -> u64 {
    let mut tags: Vec<u32> = actions.iter().map(|action| action.tag()).collect();
    tags.sort_unstable();
    tags.windows(2).map(|pair| u64::from(pair[0] == pair[1])).sum()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
