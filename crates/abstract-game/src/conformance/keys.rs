//! Checks of Zobrist keys and hashes.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use super::Case;
use super::violation::{Check, Violation, same};
use crate::{Action, Position};

/// The keys of the position and of its successors equal those computed from scratch, and those computed in advance.
pub(super) fn check<P: Position>(case: &Case<'_, P>) -> Result<(), Violation> {
    from_scratch(case.position)?;
    case.each_action(|action| {
        let next = case.position.after_unchecked(action);
        from_scratch(&next)?;
        let key = case.position.key_after(action);
        key.map_or(Ok(()), |key| same(Check::KEY, "the key in advance,", &key, &next.key()))
    })
}

fn from_scratch<P: Position>(position: &P) -> Result<(), Violation> {
    same(Check::KEY, "the key from scratch,", &position.key_from_scratch(), &position.key())
}

/// Equal positions have the same key, hash, end and order of actions.
pub(super) fn check_equal<P: Position>(one: &P, other: &P) -> Result<(), Violation> {
    same(Check::EQUAL_POSITIONS, "the key of an equal position,", &one.key(), &other.key())?;
    same(Check::EQUAL_POSITIONS, "the hash of an equal position,", &hash(one), &hash(other))?;
    same(Check::EQUAL_POSITIONS, "the end of an equal position,", &one.end(), &other.end())?;
    let whose = |position: &P| (position.player_to_act(), position.at_turn_start());
    same(Check::EQUAL_POSITIONS, "to act, and at the start of a turn:", &whose(one), &whose(other))?;
    same(Check::ORDER, "the actions of an equal position,", &one.actions(), &other.actions())
}

/// The unfinished positions of the run so far, by key. Among 2^16 random keys two are equal with a
/// probability of one in 10^9, so two different positions with the same key mean that the key leaves
/// something out.
pub(super) struct Seen<P>(BTreeMap<u64, P>);

impl<P> Default for Seen<P> {
    fn default() -> Self {
        Seen(BTreeMap::new())
    }
}

impl<P: Position> Seen<P> {
    const MOST: usize = 1 << 16;

    pub(super) fn check(&mut self, position: &P) -> Result<(), Violation> {
        if position.end().is_some() {
            return Ok(());
        }
        match self.0.get(&position.key()) {
            Some(earlier) if earlier == position => check_equal(earlier, position),
            Some(earlier) => Err(Violation::new(
                Check::DISTINCT_KEYS,
                "a key of its own",
                format!("key {:016x}, which `{earlier}` has too", position.key()),
            )),
            None => {
                if self.0.len() < Self::MOST {
                    self.0.insert(position.key(), position.clone());
                }
                Ok(())
            }
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
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    hasher.finish()
}

/// FNV-1a, because `core` has no hasher.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
