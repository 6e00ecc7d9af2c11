//! The table of what the search knows.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use resources::buckets::Buckets;
use resources::memory::{self, Unavailable};

use crate::numbers::Numbers;

/// What the search knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The sets of the player to place and of the opponent: the whole position, so that no two positions are mixed up.
    /// Both are empty in an unused entry.
    pub(crate) key: [u64; 2],
    pub(crate) numbers: Numbers,
    /// The number of nodes below it.
    pub(crate) work: u64,
}

/// An entry in words: the key, then the numbers and the work.
type Words = [[u64; 2]; 2];

impl Entry {
    pub(crate) fn words(self) -> Words {
        let Entry { key, numbers: Numbers { phi, delta }, work } = self;
        [key, [u64::from(phi) | u64::from(delta) << 32, work]]
    }

    pub(crate) fn from_words([key, [numbers, work]]: Words) -> Entry {
        Entry { key, numbers: Numbers { phi: numbers as u32, delta: (numbers >> 32) as u32 }, work }
    }
}

/// An entry as stored, shared by threads without locks: the first three [words](Entry::words), and the work above the version. An
/// unused entry is all zeros.
///
/// Each writing gives another version. A reader that finds the same even version before and after the other words has words of
/// one writing.
type Stored = [AtomicU64; 4];

/// The bits of the version. It is odd while a thread writes.
const VERSION_BITS: u32 = 16;
const VERSIONS: u64 = 1 << VERSION_BITS;
const MOST_WORK: u64 = u64::MAX >> VERSION_BITS;

/// Reads an entry; `None` if it is unused, or if a thread is writing it.
#[inline]
fn load([own, enemy, numbers, work]: &Stored) -> Option<Entry> {
    let version = work.load(Ordering::Acquire);
    let [own, enemy, numbers] = [own, enemy, numbers].map(|word| word.load(Ordering::Relaxed));
    fence(Ordering::Acquire);
    let is_whole = version % 2 == 0 && work.load(Ordering::Relaxed) == version;
    let entry = Entry::from_words([[own, enemy], [numbers, version >> VERSION_BITS]]);
    (is_whole && entry.work != 0).then_some(entry)
}

/// Writes an entry, unless another thread is writing it.
fn store(stored: &Stored, entry: Entry) {
    let [[own, enemy], [numbers, work]] = entry.words();
    let version = stored[3].load(Ordering::Relaxed) & !1;
    if stored[3].compare_exchange(version, version | 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
        return;
    }
    fence(Ordering::Release);
    for (stored, word) in stored.iter().zip([own, enemy, numbers]) {
        stored.store(word, Ordering::Relaxed);
    }
    let next = (version + 2) % VERSIONS;
    stored[3].store(work.min(MOST_WORK) << VERSION_BITS | next, Ordering::Release);
}

/// A position as one word whose upper bits depend on both sets.
#[inline]
pub(crate) fn mixed([own, enemy]: [u64; 2]) -> u64 {
    let both = own ^ enemy.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    both.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Four entries have two lines of a processor's cache.
const WAYS: usize = 4;

/// A hash table with buckets of four entries, shared by threads. The entry with the least work is replaced.
pub(crate) struct Table {
    buckets: Buckets<Stored, WAYS>,
    shift: u32,
}

impl Table {
    /// A table with at most this number of bytes, and one bucket at least, unless there is too little memory.
    pub(crate) fn new(bytes: usize) -> Result<Table, Unavailable> {
        let mebibytes = bytes >> 20;
        memory::check(mebibytes)?;
        let bits = (bytes / size_of::<[Stored; WAYS]>()).max(1).ilog2();
        let buckets = Buckets::new(1 << bits).map_err(|_| Unavailable { mebibytes })?;
        Ok(Table { buckets, shift: 64 - bits })
    }

    /// Takes all its memory from the system now.
    pub(crate) fn touch(&mut self) {
        self.buckets.touch();
    }

    #[inline]
    fn bucket(&self, key: [u64; 2]) -> usize {
        let mixed = mixed(key);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed.checked_shr(self.shift).unwrap_or(0) as usize
    }

    /// Starts to load what [`get`](Self::get) reads.
    #[inline]
    pub(crate) fn prefetch(&self, key: [u64; 2]) {
        self.buckets.prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn get(&self, key: [u64; 2]) -> Option<Entry> {
        let mut ways = self.buckets.bucket(self.bucket(key)).iter();
        let of_key = |[own, enemy, ..]: &&Stored| {
            own.load(Ordering::Relaxed) == key[0] && enemy.load(Ordering::Relaxed) == key[1]
        };
        ways.find(of_key).and_then(load).filter(|entry| entry.key == key)
    }

    /// The entries in use.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.buckets.iter().flatten().filter_map(load)
    }

    /// Enters what is known of a position, unless the table holds its value already.
    pub(crate) fn put(&self, entry: Entry) {
        let ways = self.buckets.bucket(self.bucket(entry.key));
        let mut slot = 0;
        let mut least = u64::MAX;
        for (way, old) in ways.iter().enumerate() {
            let Some(old) = load(old) else {
                if least > 0 {
                    (slot, least) = (way, 0);
                }
                continue;
            };
            if old.key == entry.key {
                if old.numbers.are_decided() {
                    return;
                }
                slot = way;
                break;
            }
            if old.work < least {
                (slot, least) = (way, old.work);
            }
        }
        store(&ways[slot], entry);
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Table};
    use crate::numbers::{LOSS, Numbers, WIN};

    fn entry(number: u64, work: u64) -> Entry {
        let numbers = Numbers { phi: number as u32 + 1, delta: number as u32 + 2 };
        Entry { key: [number, number << 32], numbers, work }
    }

    #[test]
    fn the_entry_with_the_least_work_is_replaced() {
        let table = Table::new(0).unwrap();
        [5, 3, 4, 6].into_iter().zip(1..).for_each(|(work, number)| table.put(entry(number, work)));
        table.put(entry(9, 1));
        let kept: Vec<_> = (1..10).filter(|&number| table.get([number, number << 32]).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 9]);
    }

    #[test]
    fn a_value_stays() {
        let table = Table::new(0).unwrap();
        for (number, value) in [(1, WIN), (2, LOSS)] {
            table.put(Entry { numbers: value, ..entry(number, 1) });
            table.put(entry(number, 2));
            assert_eq!(table.get([number, number << 32]).map(|entry| entry.numbers), Some(value));
        }
    }

    /// Eight positions share four places.
    #[test]
    fn threads_read_what_one_of_them_has_written() {
        let table = &Table::new(0).unwrap();
        let found = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4_u64)
                .map(|thread| {
                    scope.spawn(move || {
                        let mut found = 0;
                        for step in 0..100_000 {
                            let (own, other) = (1 + (step + thread) % 8, 1 + (step * 5 + thread) % 8);
                            table.put(entry(own, own));
                            if let Some(read) = table.get([other, other << 32]) {
                                assert_eq!(read, entry(other, other));
                                found += 1;
                            }
                        }
                        found
                    })
                })
                .collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).sum::<u32>()
        });
        assert!(found > 0);
    }
}
