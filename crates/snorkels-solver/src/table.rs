//! The table of proof and disproof numbers.

use resources::buckets::Buckets;
use resources::memory::{self, Unavailable};

/// A proof or disproof number that stands for infinity.
pub(crate) const INFINITE: u32 = u32::MAX;

/// Proof numbers for the player to place: `phi` of a win, `delta` of a loss. A win has `phi` 0, a loss has `delta` 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) phi: u32,
    pub(crate) delta: u32,
}

pub(crate) const WIN: Numbers = Numbers { phi: 0, delta: INFINITE };
pub(crate) const LOSS: Numbers = Numbers { phi: INFINITE, delta: 0 };

impl Numbers {
    /// Whether the position is decided, or both numbers are between 0 and infinity.
    pub(crate) fn are_sound(self) -> bool {
        self.are_decided() || [self.phi, self.delta].iter().all(|number| (1..INFINITE).contains(number))
    }

    pub(crate) fn are_decided(self) -> bool {
        matches!(self, WIN | LOSS)
    }
}

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

/// An entry as stored: the key, then the numbers and the work. An unused entry is all zeros.
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

/// Four entries have two lines of a processor's cache.
const WAYS: usize = 4;

/// A hash table with buckets of four entries. The entry with the least work is replaced.
pub(crate) struct Table {
    buckets: Buckets<[u64; 2], { 2 * WAYS }>,
    shift: u32,
}

impl Table {
    /// A table with at most this number of bytes, and one bucket at least, unless there is too little memory.
    pub(crate) fn new(bytes: usize) -> Result<Table, Unavailable> {
        let mebibytes = bytes >> 20;
        memory::check(mebibytes)?;
        let bits = (bytes / size_of::<[Words; WAYS]>()).max(1).ilog2();
        let buckets = Buckets::new(1 << bits).map_err(|_| Unavailable { mebibytes })?;
        Ok(Table { buckets, shift: 64 - bits })
    }

    #[inline]
    fn bucket(&self, key: [u64; 2]) -> usize {
        let mixed = (key[0] ^ key[1].rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9);
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
        entries(self.buckets.bucket(self.bucket(key))).find(|entry| entry.key == key && entry.work != 0)
    }

    /// The entries in use.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.buckets.iter().flat_map(entries).filter(|entry| entry.work != 0)
    }

    pub(crate) fn put(&mut self, entry: Entry) {
        let bucket = self.bucket(entry.key);
        let ways = self.buckets.bucket_mut(bucket);
        let mut slot = 0;
        let mut least = u64::MAX;
        for (way, old) in entries(ways).enumerate() {
            if old.key == entry.key {
                slot = way;
                break;
            }
            if old.work < least {
                (slot, least) = (way, old.work);
            }
        }
        ways[2 * slot..][..2].copy_from_slice(&entry.words());
    }
}

#[inline]
fn entries(bucket: &[[u64; 2]; 2 * WAYS]) -> impl Iterator<Item = Entry> {
    bucket.as_chunks().0.iter().copied().map(Entry::from_words)
}
