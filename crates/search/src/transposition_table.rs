//! The transposition table: search results by position key, shared by all threads without locks.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use resources::buckets::Buckets;

use crate::Score;

crate::parameters! {
    /// The tunable parameters of the transposition table of [`AlphaBeta`](crate::AlphaBeta).
    pub struct TableParameters {
        /// An entry counts as this many plies less deep for each search since it was written.
        pub age: i32 = 8, 0 to 255;
        /// A bound replaces one of the same position and search that is deeper by at most this many plies.
        pub deeper: i32 = 2, 0 to 255;
    }
}

/// How a stored score bounds the true score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least the stored score.
    Lower = 1,
    /// The true score is at most the stored score.
    Upper,
    /// The stored score is the true score.
    Exact,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredResult {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u8,
    /// The tag of the best action.
    pub(crate) tag: Option<u32>,
    /// For the player to act, if it was made.
    pub(crate) static_evaluation: Option<Score>,
}

impl StoredResult {
    /// Whether the score is a win or a loss that a deeper search cannot refute.
    #[inline]
    pub(crate) fn is_proof(&self) -> bool {
        match self.bound {
            Bound::Lower => (-self.score).is_loss(),
            Bound::Upper => self.score.is_loss(),
            Bound::Exact => self.score.is_decisive(),
        }
    }
}

/// Two words, check and data. If two threads write an entry at once, the words may come from different threads; then the key
/// does not match and the entry reads as empty.
///
/// The check is the lower 48 bits of the key XOR the data, below 16 bits of static evaluation. The upper bits of the key choose
/// the bucket; in tables from 4 MiB on that is all 16.
type Entry = [AtomicU64; 2];

/// The entries of a bucket: 64 bytes, a line of the processor's cache.
const ENTRIES: usize = 4;

pub(crate) struct TranspositionTable {
    buckets: Buckets<Entry, ENTRIES>,
    /// The number of searches modulo [`GENERATIONS`]: entries of older searches are replaced first.
    generation: u8,
    /// Identifies the states whose next occurrence ends the match: a stored result holds for them only. 0 if there are none.
    history_key: u64,
    parameters: TableParameters,
}

/// Stands for no static evaluation: less than any. Its bits in an entry are 0.
const NO_EVALUATION: i16 = i16::MIN;

// `data` from the lowest bit: score 16 bits, depth 8, generation 5, has a tag 1, bound 2, tag 32.
// Bound 0 is an empty entry.
const EMPTY: u64 = 0;
const GENERATIONS: u8 = 32;

fn pack(result: &StoredResult, generation: u8, turns: u16) -> u64 {
    u64::from(result.score.to_table(turns).cast_unsigned())
        | u64::from(result.depth) << 16
        | u64::from(generation) << 24
        | u64::from(result.tag.is_some()) << 29
        | (result.bound as u64) << 30
        | u64::from(result.tag.unwrap_or(0)) << 32
}

fn check(key: u64, data: u64, evaluation: i16) -> u64 {
    (key ^ data) << 16 >> 16 | u64::from((evaluation ^ NO_EVALUATION).cast_unsigned()) << 48
}

fn is_of(key: u64, check: u64, data: u64) -> bool {
    (key ^ data ^ check) << 16 == 0
}

#[inline]
fn unpack(data: u64, check: u64, turns: u16) -> Option<StoredResult> {
    let bound = match (data >> 30) & 3 {
        1 => Bound::Lower,
        2 => Bound::Upper,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = Score::from_table((data as u16).cast_signed(), turns);
    let static_evaluation = match evaluation(check) {
        NO_EVALUATION => None,
        stored => Some(Score::from_table(stored, 0)),
    };
    Some(StoredResult { score, bound, depth: depth(data), tag: tag(data), static_evaluation })
}

fn evaluation(check: u64) -> i16 {
    ((check >> 48) as u16).cast_signed() ^ NO_EVALUATION
}

fn tag(data: u64) -> Option<u32> {
    ((data >> 29) & 1 == 1).then_some((data >> 32) as u32)
}

fn depth(data: u64) -> u8 {
    (data >> 16) as u8
}

fn generation(data: u64) -> u8 {
    (data >> 24) as u8 % GENERATIONS
}

#[inline]
fn load(entry: &Entry) -> [u64; 2] {
    entry.each_ref().map(|word| word.load(Ordering::Relaxed))
}

impl TranspositionTable {
    /// A table of at most `mebibytes` MiB, at least 1.
    pub(crate) fn new(
        mebibytes: usize,
        parameters: TableParameters,
    ) -> Result<TranspositionTable, TryReserveError> {
        let buckets = Buckets::new(mebibytes.max(1).saturating_mul(1 << 20) / size_of::<[Entry; ENTRIES]>())?;
        Ok(TranspositionTable { buckets, generation: 0, history_key: 0, parameters })
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.generation = 0;
    }

    /// Begins a search of a match with this history: entries of earlier searches age.
    pub(crate) fn begin_search(&mut self, history_key: u64) {
        self.generation = (self.generation + 1) % GENERATIONS;
        self.history_key = history_key;
    }

    fn index(&self, key: u64) -> usize {
        // The upper half of key × length is evenly distributed over 0..length.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Loads the entries of a key into the processor's cache. It does not wait for them, unlike [`probe`](Self::probe).
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.index(key ^ self.history_key));
    }

    /// The result stored for a key; `turns` is the distance of the node from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, turns: u16) -> Option<StoredResult> {
        let key = key ^ self.history_key;
        self.buckets.bucket(self.index(key)).iter().find_map(|entry| {
            let [check, data] = load(entry);
            if is_of(key, check, data) { unpack(data, check, turns) } else { None }
        })
    }

    /// Stores a result; `turns` is the distance of the node from the root. Replaces the same key unless its result is of this
    /// search, deeper by more than the parameter `deeper`, and the new one is only a bound; otherwise the entry of the least
    /// depth less the parameter `age` per search of age.
    #[inline]
    pub(crate) fn store(&self, key: u64, result: StoredResult, turns: u16) {
        let StoredResult { bound, depth, .. } = result;
        let (now, key) = (self.generation, key ^ self.history_key);
        let TableParameters { age: per_search, deeper } = self.parameters;
        let bucket = self.buckets.bucket(self.index(key));
        let mut slot = &bucket[0];
        let mut least_value = i32::MAX;
        let (mut old_tag, mut old_evaluation) = (None, NO_EVALUATION);
        for entry in bucket {
            let [check, data] = load(entry);
            if is_of(key, check, data) {
                if bound != Bound::Exact
                    && generation(data) == now
                    && i32::from(depth) + deeper < i32::from(self::depth(data))
                {
                    return;
                }
                slot = entry;
                (old_tag, old_evaluation) = (tag(data), evaluation(check));
                break;
            }
            let age = i32::from(now.wrapping_sub(generation(data)) % GENERATIONS);
            let value =
                if data == EMPTY { i32::MIN } else { i32::from(self::depth(data)) - per_search * age };
            if value < least_value {
                least_value = value;
                slot = entry;
            }
        }
        // After a fail low there is no best action; keep the one stored before.
        let data = pack(&StoredResult { tag: result.tag.or(old_tag), ..result }, now, turns);
        let evaluation = result.static_evaluation.map_or(old_evaluation, |evaluation| evaluation.to_table(0));
        slot[0].store(check(key, data, evaluation), Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    /// The share of entries written by this search, in per mille, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.buckets.len().min(250);
        let used = self
            .buckets
            .iter()
            .take(sample)
            .flatten()
            .map(|entry| load(entry)[1])
            .filter(|&data| data != EMPTY && generation(data) == self.generation)
            .count();
        (used * 1000 / (sample * ENTRIES)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, Entry, StoredResult, TableParameters, TranspositionTable};
    use crate::Score;

    fn table(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::new(mebibytes, TableParameters::DEFAULT).expect("the memory is available")
    }

    fn result(score: Score, bound: Bound, depth: u8) -> StoredResult {
        StoredResult { score, bound, depth, tag: None, static_evaluation: None }
    }

    /// An exact draw.
    fn draw(depth: u8) -> StoredResult {
        result(Score::DRAW, Bound::Exact, depth)
    }

    #[test]
    fn a_table_beyond_all_memory_is_an_error() {
        for mebibytes in [usize::MAX >> 20, usize::MAX] {
            assert!(TranspositionTable::new(mebibytes, TableParameters::DEFAULT).is_err());
        }
    }

    #[test]
    fn a_large_table_is_cleared() {
        let mut table = table(33);
        let keys = || (0..64).map(|n| n << 58);
        keys().for_each(|key| table.store(key, draw(1), 0));
        assert!(keys().all(|key| table.probe(key, 0).is_some()));
        table.clear();
        assert!(keys().all(|key| table.probe(key, 0).is_none()));
    }

    #[test]
    fn an_entry_is_sixteen_bytes() {
        assert_eq!(size_of::<Entry>(), 16);
    }

    #[test]
    fn a_stored_result_is_found() {
        let table = table(1);
        assert_eq!(table.probe(0, 0), None, "an empty table has no entry, not even for key 0");
        for (key, score) in [(0, Score::centipawns(-120)), (u64::MAX, Score::loss_in(7)), (77, Score::DRAW)] {
            let hit = StoredResult { tag: Some(0), ..result(score, Bound::Exact, 9) };
            table.store(key, hit, 3);
            assert_eq!(table.probe(key, 3), Some(hit));
        }
        table.store(77, result(Score::DRAW, Bound::Upper, 10), 3);
        assert_eq!(table.probe(77, 3).and_then(|hit| hit.tag), Some(0), "the best action is kept");
    }

    #[test]
    fn every_field_of_an_entry_is_stored() {
        let mut table = table(1);
        for _ in 0..31 {
            table.begin_search(0);
        }
        let (least, greatest) = (Score::centipawns(i32::MIN), Score::centipawns(i32::MAX));
        for (key, bound, depth, tag, static_evaluation) in [
            (1 << 60, Bound::Lower, 0, None, None),
            (2 << 60, Bound::Upper, 255, Some(u32::MAX), Some(least)),
            (3 << 60, Bound::Exact, 128, Some(0), Some(greatest)),
            (4 << 60, Bound::Exact, 128, Some(0), Some(Score::DRAW)),
        ] {
            let stored = StoredResult { score: Score::centipawns(-1), bound, depth, tag, static_evaluation };
            table.store(key, stored, 0);
            assert_eq!(table.probe(key, 0), Some(stored));
            assert_eq!(table.probe(key + 1, 0), None, "another key of the same bucket");
            assert_eq!(table.probe(key + (1 << 47), 0), None);
        }
    }

    /// Of an empty entry nothing is kept, not even for the key 0.
    #[test]
    fn the_static_evaluation_of_a_position_is_kept() {
        let table = table(1);
        let evaluation = |key| table.probe(key, 0).and_then(|hit| hit.static_evaluation);
        for key in [0, 1 << 60, 77] {
            table.store(key, draw(1), 0);
            assert_eq!(evaluation(key), None);
            let known = Some(Score::centipawns(-35));
            table.store(key, StoredResult { static_evaluation: known, ..draw(2) }, 0);
            table.store(key, draw(3), 0);
            assert_eq!((evaluation(key), table.probe(key, 0).map(|hit| hit.depth)), (known, Some(3)));
        }
    }

    /// Keys this close together share a bucket of four entries. An entry loses 8 plies per search since it was written.
    #[test]
    fn the_entry_that_is_least_deep_and_oldest_is_replaced() {
        // Depth and age of four entries, and which one is replaced by another.
        for (entries, replaced) in [
            ([(5, 0), (6, 0), (7, 0), (8, 0)], 0),
            ([(8, 0), (7, 0), (6, 0), (5, 0)], 3),
            ([(6, 0), (5, 0), (5, 0), (8, 0)], 1),
            ([(20, 1), (13, 0), (14, 0), (15, 0)], 0),
            ([(20, 1), (11, 0), (14, 0), (15, 0)], 1),
            ([(9, 0), (30, 3), (9, 0), (7, 0)], 1),
            ([(9, 0), (31, 3), (9, 0), (6, 0)], 3),
            // The age is counted modulo 32.
            ([(255, 31), (200, 0), (200, 0), (200, 0)], 0),
        ] {
            for searches_before in [0, 20] {
                let mut table = table(1);
                (0..searches_before).for_each(|_| table.begin_search(0));
                for age in (0..32).rev() {
                    for (key, _) in entries.iter().enumerate().filter(|(_, entry)| entry.1 == age) {
                        table.store(key as u64, draw(entries[key].0), 0);
                    }
                    if age > 0 {
                        table.begin_search(0);
                    }
                }
                table.store(9, draw(1), 0);
                assert!(table.probe(9, 0).is_some());
                let is_lost = |&key: &u64| table.probe(key, 0).is_none();
                assert_eq!((0..4).filter(is_lost).collect::<Vec<_>>(), [replaced], "{entries:?}");
            }
        }
    }

    #[test]
    fn parameters_change_what_is_replaced() {
        let with = |parameters| TranspositionTable::new(1, parameters).expect("the memory is available");
        let store = |table: &TranspositionTable, key, depth| {
            table.store(key, result(Score::DRAW, Bound::Lower, depth), 0);
        };
        for (age, replaced) in [(8, 0), (0, 1)] {
            let mut table = with(TableParameters { age, ..TableParameters::DEFAULT });
            store(&table, 0, 20);
            table.begin_search(0);
            (1..4).for_each(|key| store(&table, key, 12 + key as u8));
            store(&table, 9, 1);
            assert_eq!((0..4).find(|&key| table.probe(key, 0).is_none()), Some(replaced));
        }
        for (deeper, depth) in [(2, 9), (3, 6)] {
            let table = with(TableParameters { deeper, ..TableParameters::DEFAULT });
            store(&table, 7, 9);
            store(&table, 7, 6);
            assert_eq!(table.probe(7, 0).map(|hit| hit.depth), Some(depth));
        }
    }

    /// Of the first 250 buckets, that is 1,000 entries.
    #[test]
    fn hashfull_counts_entries_of_the_last_search() {
        let mut table = table(1);
        assert_eq!((table.hashfull(), table.buckets.len()), (0, 1 << 14));
        let key = |bucket: u64| bucket << 50;
        for bucket in (0..100).chain(300..350) {
            table.store(key(bucket), draw(1), 0);
        }
        assert_eq!(table.hashfull(), 100);
        table.begin_search(0);
        assert_eq!(table.hashfull(), 0);
        for other in 0..5 {
            table.store(key(249) + other, draw(1), 0);
        }
        assert_eq!(table.hashfull(), 4);
    }

    #[test]
    fn a_much_deeper_result_of_the_same_position_and_search_is_kept() {
        let mut table = table(1);
        let depth = |table: &TranspositionTable| table.probe(7, 0).map(|hit| hit.depth);
        let store = |table: &TranspositionTable, depth, bound| {
            table.store(7, result(Score::DRAW, bound, depth), 0);
        };
        store(&table, 9, Bound::Lower);
        store(&table, 6, Bound::Upper);
        assert_eq!(depth(&table), Some(9));
        store(&table, 7, Bound::Upper);
        assert_eq!(depth(&table), Some(7));
        store(&table, 2, Bound::Exact);
        assert_eq!(depth(&table), Some(2), "an exact result is worth more");
        store(&table, 9, Bound::Lower);
        table.begin_search(0);
        store(&table, 1, Bound::Lower);
        assert_eq!(depth(&table), Some(1), "the old one is of an earlier search");
    }

    #[test]
    fn a_proof_is_a_bound_that_decides() {
        let is_proof = |score, bound| result(score, bound, 0).is_proof();
        let (win, loss) = (Score::win_in(3), Score::loss_in(3));
        for (score, proofs) in
            [(win, [true, false, true]), (loss, [false, true, true]), (Score::DRAW, [false; 3])]
        {
            assert_eq!(
                [Bound::Lower, Bound::Upper, Bound::Exact].map(|bound| is_proof(score, bound)),
                proofs
            );
        }
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let mut table = table(1);
        // Keys this close together share a bucket.
        for key in 0..4 {
            table.store(key, draw(5 + key as u8), 0);
        }
        table.store(9, draw(1), 0);
        assert_eq!(table.probe(0, 0), None, "the shallowest entry was replaced");
        assert!(table.probe(3, 0).is_some());
        table.begin_search(0);
        for key in 10..14 {
            table.store(key, draw(1), 0);
        }
        assert!(table.probe(13, 0).is_some());
        assert!(table.hashfull() <= 1000);
    }
}
