//! The transposition table: what was found out about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// This is the true score.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The tag of the best action.
    pub(crate) tag: Option<u32>,
}

/// An entry is two words: the data, and the key mixed with the data. Two threads that write at once
/// can leave one's data with the other's key, which then does not match any more and reads as empty.
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

const ENTRIES: usize = 4;

/// Entries that share an index; as large as a line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Entry; ENTRIES]);

pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// Counts searches, so that what older ones left is replaced first.
    generation: AtomicU8,
}

// The layout of `data`: 16 bits score, 8 depth, 5 generation, 1 whether there is a tag, 2 bound, 32 tag.
// A bound of 0 is an empty entry.
const GENERATIONS: u8 = 32;

fn pack(score: i16, depth: u8, generation: u8, bound: Bound, tag: Option<u32>) -> u64 {
    let bound = match bound {
        Bound::Lower => 1_u64,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(score.cast_unsigned())
        | u64::from(depth) << 16
        | u64::from(generation) << 24
        | u64::from(tag.is_some()) << 29
        | bound << 30
        | u64::from(tag.unwrap_or(0)) << 32
}

fn unpack(data: u64, turns: u16) -> Option<Hit> {
    let bound = match (data >> 30) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Hit {
        score: Score::from_table((data as u16).cast_signed(), turns),
        bound,
        depth: depth(data),
        tag: ((data >> 29) & 1 == 1).then_some((data >> 32) as u32),
    })
}

fn depth(data: u64) -> u8 {
    (data >> 16) as u8
}

fn generation(data: u64) -> u8 {
    (data >> 24) as u8 % GENERATIONS
}

impl TranspositionTable {
    /// A table of at most that size, at least one bucket.
    pub(crate) fn new(mebibytes: usize) -> TranspositionTable {
        let buckets = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut table = Vec::new();
        table.resize_with(buckets, Bucket::default);
        TranspositionTable { buckets: table.into_boxed_slice(), generation: AtomicU8::new(0) }
    }

    pub(crate) fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
        *self.generation.get_mut() = 0;
    }

    /// To be called when a new search begins.
    pub(crate) fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The upper part of the product with the length is evenly spread over 0..length.
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// What is known of the position with this key, seen from a node `turns` turns from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, turns: u16) -> Option<Hit> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let check = entry.check.load(Ordering::Relaxed);
            if check ^ data == key { unpack(data, turns) } else { None }
        })
    }

    /// Remembers a position seen at a node `turns` turns from the root.
    #[inline]
    pub(crate) fn store(
        &self,
        key: u64,
        score: Score,
        bound: Bound,
        depth: u8,
        tag: Option<u32>,
        turns: u16,
    ) {
        let now = self.generation.load(Ordering::Relaxed);
        let mut place = &self.bucket(key).0[0];
        let mut least_worth = i32::MAX;
        let mut old_tag = None;
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            let check = entry.check.load(Ordering::Relaxed);
            let known = unpack(data, turns);
            if known.is_some() && check ^ data == key {
                place = entry;
                old_tag = known.and_then(|hit| hit.tag);
                break;
            }
            let age = i32::from(now.wrapping_sub(generation(data)) % GENERATIONS);
            let worth = if known.is_none() { i32::MIN } else { i32::from(self::depth(data)) - 8 * age };
            if worth < least_worth {
                least_worth = worth;
                place = entry;
            }
        }
        // A search that failed low knows no best action; the one known before is still the best guess.
        let data = pack(score.kept(turns), depth, now, bound, tag.or(old_tag));
        place.check.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }

    /// How full the table is with results of this search, in per mille, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let now = self.generation.load(Ordering::Relaxed);
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|entry| entry.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && generation(data) == now)
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, Hit, TranspositionTable};
    use crate::Score;

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.probe(0, 0), None, "an empty table knows nothing, not even of key 0");
        for (key, score) in [(0, Score::centipawns(-120)), (u64::MAX, Score::loss_in(7)), (77, Score::DRAW)] {
            table.store(key, score, Bound::Exact, 9, Some(0), 3);
            let hit = Hit { score, bound: Bound::Exact, depth: 9, tag: Some(0) };
            assert_eq!(table.probe(key, 3), Some(hit));
        }
        table.store(77, Score::DRAW, Bound::Upper, 10, None, 3);
        assert_eq!(table.probe(77, 3).and_then(|hit| hit.tag), Some(0), "the best action is kept");
    }

    #[test]
    fn old_and_shallow_results_make_room() {
        let table = TranspositionTable::new(1);
        // Keys this close together share a bucket.
        for key in 0..4 {
            table.store(key, Score::DRAW, Bound::Exact, 5 + key as u8, None, 0);
        }
        table.store(9, Score::DRAW, Bound::Exact, 1, None, 0);
        assert_eq!(table.probe(0, 0), None, "the shallowest went");
        assert!(table.probe(3, 0).is_some());
        table.next_generation();
        for key in 10..14 {
            table.store(key, Score::DRAW, Bound::Exact, 1, None, 0);
        }
        assert!(table.probe(13, 0).is_some());
        assert!(table.hashfull() <= 1000);
    }
}
