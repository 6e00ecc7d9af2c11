//! The proof table: proved bounds and proof numbers by key, in a fixed amount of memory.

use std::collections::TryReserveError;

use resources::buckets::Buckets;

use super::parameters::ProofParameters;

/// The disproof number of a proved node and the proof number of a refuted one. Numbers of undecided nodes
/// are smaller.
pub(super) const INFINITE: u32 = u32::MAX;
/// Unlimited turns: refuted for every horizon.
pub(super) const UNBOUNDED: u32 = u32::MAX;
/// The horizon of a search without one: more turns than any proof has.
pub(super) const NO_HORIZON: u32 = UNBOUNDED - 1;

/// What is proved of a position for one attacker, for every horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofBounds {
    /// The attacker wins within this number of turns; [`UNBOUNDED`]: no win is known.
    pub(super) won_within: u32,
    /// The attacker has no win within fewer turns than this; 0: nothing is refuted.
    pub(super) refuted_below: u32,
    /// The defender wins within this number of turns; [`UNBOUNDED`]: no such win is known. If it is known, the attacker's
    /// win is refuted without bound.
    pub(super) lost_within: u32,
}

impl ProofBounds {
    pub(super) const NONE: ProofBounds =
        ProofBounds { won_within: UNBOUNDED, refuted_below: 0, lost_within: UNBOUNDED };

    /// The number of turns within which there is no win, if a refutation is known. It may be 0.
    pub(super) fn refuted_to(self) -> Option<u32> {
        match self.refuted_below {
            UNBOUNDED => Some(UNBOUNDED),
            below => below.checked_sub(1),
        }
    }

    pub(super) fn won(turns: u32) -> ProofBounds {
        ProofBounds { won_within: turns, ..ProofBounds::NONE }
    }

    pub(super) fn refuted(turns: u32) -> ProofBounds {
        ProofBounds { refuted_below: turns.saturating_add(1), ..ProofBounds::NONE }
    }

    pub(super) fn lost(turns: u32) -> ProofBounds {
        ProofBounds { lost_within: turns, ..ProofBounds::refuted(UNBOUNDED) }
    }

    fn tightened(self, other: ProofBounds) -> ProofBounds {
        ProofBounds {
            won_within: self.won_within.min(other.won_within),
            refuted_below: self.refuted_below.max(other.refuted_below),
            lost_within: self.lost_within.min(other.lost_within),
        }
    }

    /// The two numbers of an entry: what is refuted, and the distance of the only player who can win then.
    fn numbers(self) -> (u32, u32) {
        let is_refuted = self.refuted_below == UNBOUNDED;
        (if is_refuted { self.lost_within } else { self.won_within }, self.refuted_below)
    }

    fn from_numbers(first: u32, refuted_below: u32) -> ProofBounds {
        if refuted_below == UNBOUNDED {
            ProofBounds::lost(first)
        } else {
            ProofBounds { won_within: first, refuted_below, ..ProofBounds::NONE }
        }
    }
}

/// [`ProofBounds`], or the proof and disproof number of an undecided node.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    first: u32,
    second: u32,
    /// The nodes searched for this result; 0: the entry is empty.
    work: u32,
    /// The run that wrote it; [`BOUNDS`] for proved bounds, which hold for all runs.
    run: u32,
}

/// The entries of one bucket, searched linearly.
const BUCKET: usize = 4;
const BOUNDS: u32 = 0;

/// An entry as stored. An empty entry is all zeros.
type Words = [u64; 3];

impl Entry {
    fn words(self) -> Words {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [self.key, pair(self.first, self.second), pair(self.work, self.run)]
    }

    fn from_words([key, numbers, state]: Words) -> Entry {
        Entry {
            key,
            first: numbers as u32,
            second: (numbers >> 32) as u32,
            work: state as u32,
            run: (state >> 32) as u32,
        }
    }
}

/// A table whose entries with the least work are replaced first.
pub(super) struct ProofTable {
    buckets: Buckets<Words, BUCKET>,
    run: u32,
    /// Those of the search; of them the replacement of entries uses `bounds_work`.
    pub(super) parameters: ProofParameters,
}

impl ProofTable {
    /// A table of at most `mebibytes` MiB, at least 1, or the error of the allocator.
    pub(super) fn new(mebibytes: usize, parameters: ProofParameters) -> Result<Self, TryReserveError> {
        let buckets = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[Words; BUCKET]>();
        Ok(ProofTable { buckets: Buckets::new(buckets)?, run: 1, parameters })
    }

    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// How full the table is, in per mille, from a sample.
    pub(super) fn hashfull(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let entries = self.buckets.iter().take(sample).flatten();
        let used = entries.filter(|&&words| Entry::from_words(words).work > 0).count();
        (used * 1000 / (sample * BUCKET)) as u32
    }

    /// Begins a new run: proof numbers of earlier runs are replaced first.
    pub(super) fn next_run(&mut self) {
        self.run = self.run.wrapping_add(1).max(1);
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Entry> {
        let mut entries = self.buckets.bucket(self.bucket(key)).iter().map(|&words| Entry::from_words(words));
        entries.find(|entry| entry.key == key && entry.work > 0)
    }

    fn put(&mut self, new: Entry) {
        let bucket = self.bucket(new.key);
        let (run, bounds_work) = (self.run, u64::from(self.parameters.bounds_work));
        let value = |entry: &Entry| match entry.run {
            _ if entry.work == 0 => 0,
            BOUNDS => u64::from(entry.work) * bounds_work,
            r if r == run => u64::from(entry.work),
            // From another horizon: rarely probed again.
            _ => 1,
        };
        let entries = self.buckets.bucket(bucket).map(Entry::from_words);
        let index =
            entries.iter().position(|entry| entry.key == new.key && entry.work > 0).unwrap_or_else(|| {
                let least = entries.iter().enumerate().min_by_key(|(_, entry)| value(entry));
                least.map_or(0, |(index, _)| index)
            });
        self.buckets.bucket_mut(bucket)[index] = new.words();
    }

    /// The proved bounds of a position.
    pub(super) fn bounds(&self, key: u64) -> ProofBounds {
        self.get(key).map_or(ProofBounds::NONE, |entry| ProofBounds::from_numbers(entry.first, entry.second))
    }

    /// Tightens the proved bounds of a position.
    pub(super) fn add_bounds(&mut self, key: u64, bounds: ProofBounds, work: u32) {
        let bounds = self.bounds(key).tightened(bounds);
        let (first, second) = bounds.numbers();
        self.put(Entry { key, first, second, work: work.max(1), run: BOUNDS });
    }

    /// The proof and disproof number of an undecided node, by a key that includes the horizon.
    pub(super) fn numbers(&self, key: u64) -> Option<[u32; 2]> {
        self.get(key).map(|entry| [entry.first, entry.second])
    }

    pub(super) fn set_numbers(&mut self, key: u64, [first, second]: [u32; 2], work: u32) {
        self.put(Entry { key, first, second, work: work.max(1), run: self.run });
    }
}

#[cfg(test)]
mod tests {
    use super::{ProofBounds, ProofParameters, ProofTable, UNBOUNDED};

    #[test]
    fn bounds_only_tighten() {
        let mut table = ProofTable::new(1, ProofParameters::DEFAULT).expect("1 MiB is available");
        assert_eq!(table.bounds(77), ProofBounds::NONE);
        table.add_bounds(77, ProofBounds::refuted(3), 1);
        table.add_bounds(77, ProofBounds::won(8), 1);
        table.add_bounds(77, ProofBounds::refuted(2), 1);
        table.add_bounds(77, ProofBounds::won(9), 1);
        assert_eq!(table.bounds(77).won_within, 8);
        assert_eq!(table.bounds(77).refuted_to(), Some(3));
        assert_eq!(ProofBounds::refuted(0).refuted_to(), Some(0));
        assert_eq!(ProofBounds::refuted(UNBOUNDED).refuted_to(), Some(UNBOUNDED));
        assert_eq!(ProofBounds::NONE.refuted_to(), None);
    }

    #[test]
    fn proved_bounds_count_as_a_multiple_of_their_work() {
        for (bounds_work, is_kept) in [(1, false), (2, true)] {
            let parameters = ProofParameters { bounds_work, ..ProofParameters::DEFAULT };
            let mut table = ProofTable::new(1, parameters).expect("1 MiB is available");
            // All in the same bucket.
            table.add_bounds(1, ProofBounds::won(1), 10);
            (2..6).for_each(|key| table.set_numbers(key, [1, 2], 15));
            assert_eq!(table.bounds(1) != ProofBounds::NONE, is_kept);
        }
    }

    #[test]
    fn entries_with_more_work_are_kept() {
        let mut table = ProofTable::new(1, ProofParameters::DEFAULT).expect("1 MiB is available");
        table.add_bounds(1, ProofBounds::won(1), 1_000_000);
        for key in 0..1_000_000_u64 {
            table.set_numbers(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63, [1, 2], 1);
        }
        // All in the same bucket.
        for key in 2..1_000 {
            table.set_numbers(key, [1, 2], 1);
        }
        assert_eq!(table.bounds(1).won_within, 1);
        assert_eq!(table.numbers(999), Some([1, 2]));
        table.clear();
        assert_eq!(table.numbers(999), None);
    }
}
