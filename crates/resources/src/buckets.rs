//! Memory for hash tables.

use std::collections::TryReserveError;
use std::hint::black_box;
use std::mem::replace;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use prefetch_index::prefetch_index;

/// The bytes of a line of the processor's cache.
const LINE: usize = 64;
/// The bytes of the system's smallest page.
const PAGE: usize = 4096;
/// The values before the first bucket, at most, so that it begins with a line.
const SPARE: usize = 8;
/// From this number of bytes on, 256 MiB, the system gives pages when they are first used. The pages of a smaller table are
/// there from the beginning, so that no search waits for them.
const LARGE: usize = 1 << 28;

/// Buckets of `N` values each, all zero at first. The first begins with a line of the processor's cache where the size of
/// the values allows it. A table of many GiB is made at once.
///
/// ```
/// let mut table = resources::buckets::Buckets::<u64, 8>::new(100)?;
/// table.bucket_mut(99)[7] = 1;
/// table.touch();
/// assert_eq!(table.bucket(99), &[0, 0, 0, 0, 0, 0, 0, 1]);
/// assert!(table.iter().take(99).all(|bucket| bucket == &[0; 8]));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct Buckets<T, const N: usize> {
    /// It ends with the last bucket.
    values: Vec<T>,
    /// The index of the first value of the first bucket.
    first: usize,
    count: usize,
}

impl<T: Zeroable, const N: usize> Buckets<T, N> {
    /// This number of buckets.
    ///
    /// # Errors
    /// The memory is not available.
    pub fn new(count: usize) -> Result<Self, TryReserveError> {
        let mut values = zeroed::<T>(count.saturating_mul(N).saturating_add(SPARE))?;
        let first = values.as_ptr().align_offset(LINE);
        let first = if first <= SPARE { first } else { 0 };
        values.truncate(first + count * N);
        let mut buckets = Buckets { values, first, count };
        if buckets.bytes() < LARGE {
            buckets.touch();
        }
        Ok(buckets)
    }

    /// Takes all pages from the system now. Threads that take them one by one interrupt each other.
    pub fn touch(&mut self) {
        for value in self.values.iter_mut().step_by((PAGE / size_of::<T>()).max(1)) {
            let old = replace(value, T::zeroed());
            // The compiler would leave out a write that changes nothing.
            *black_box(&mut *value) = old;
        }
    }

    /// Makes all values zero. The pages of a large table go back to the system.
    pub fn clear(&mut self) {
        let large = (self.bytes() >= LARGE).then(|| Self::new(self.count));
        match large {
            Some(Ok(cleared)) => *self = cleared,
            _ => self.values.fill_with(T::zeroed),
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.values)
    }
}

impl<T, const N: usize> Buckets<T, N> {
    /// The number of buckets.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a table without buckets is of no use")]
    pub fn len(&self) -> usize {
        self.count
    }

    /// A bucket.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn bucket(&self, index: usize) -> &[T; N] {
        let values = &self.values[self.first + index * N..];
        values.first_chunk().expect("the buckets are complete")
    }

    /// A bucket, to write to it.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Self::len).
    #[inline]
    #[must_use]
    pub fn bucket_mut(&mut self, index: usize) -> &mut [T; N] {
        let values = &mut self.values[self.first + index * N..];
        values.first_chunk_mut().expect("the buckets are complete")
    }

    /// Loads a bucket into the processor's cache. It does not wait for it, unlike [`bucket`](Self::bucket).
    #[inline]
    pub fn prefetch(&self, index: usize) {
        for value in (0..N).step_by((LINE / size_of::<T>()).max(1)) {
            prefetch_index(&self.values, self.first + index * N + value);
        }
    }

    /// All buckets.
    pub fn iter(&self) -> impl Iterator<Item = &[T; N]> {
        (0..self.count).map(|index| self.bucket(index))
    }
}

fn zeroed<T: Zeroable>(length: usize) -> Result<Vec<T>, TryReserveError> {
    if let Ok(values) = try_zeroed_slice_box(length) {
        return Ok(values.into_vec());
    }
    // This gives the allocator's error, which is not known here.
    let mut values = Vec::new();
    values.try_reserve_exact(length)?;
    values.resize_with(length, T::zeroed);
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::{Buckets, LARGE, LINE};

    #[test]
    fn buckets_begin_with_lines_and_do_not_overlap() {
        for count in [1, 2, 1000] {
            let mut table = Buckets::<u64, 8>::new(count).expect("the memory is available");
            for index in 0..count {
                assert_eq!(table.bucket(index).as_ptr().addr() % LINE, 0);
                assert_eq!(table.bucket(index), &[0; 8]);
                table.bucket_mut(index).fill(index as u64 + 1);
            }
            assert!(table.iter().zip(1..).all(|(bucket, number)| bucket == &[number; 8]));
            assert_eq!(table.iter().count(), table.len());
        }
    }

    #[test]
    #[should_panic]
    fn there_is_no_bucket_after_the_last() {
        let _ = Buckets::<u64, 1>::new(3).expect("the memory is available").bucket(3);
    }

    #[test]
    fn small_and_large_tables_are_cleared() {
        for bytes in [LINE, LARGE] {
            let count = bytes / LINE;
            let mut table = Buckets::<u64, 8>::new(count).expect("the memory is available");
            table.bucket_mut(0)[0] = 1;
            table.bucket_mut(count - 1)[7] = 1;
            table.clear();
            assert_eq!((table.bucket(0), table.bucket(count - 1), table.len()), (&[0; 8], &[0; 8], count));
        }
    }

    #[test]
    fn more_than_all_memory_is_an_error() {
        for count in [usize::MAX >> 6, usize::MAX] {
            assert!(Buckets::<u64, 8>::new(count).is_err());
        }
    }

    /// Where the system tells how many pages a process has.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_large_table_takes_no_pages_before_its_use() {
        let pages = || {
            let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells it");
            text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number")
        };
        let before = pages();
        let mut table = Buckets::<u64, 8>::new((1 << 32) / LINE).expect("4 GiB of addresses");
        table.bucket_mut(1 << 20)[0] = 1;
        table.clear();
        // The tests beside this one take at most 1 GiB.
        assert!(pages() < before + (1 << 18));
    }
}
