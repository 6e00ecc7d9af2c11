//! Reads the words of a line one after the other.

use core::str::FromStr;
use core::time::Duration;

use printable::excerpt;

use crate::CommandError;

/// Limit of a time, some thirty years: adding it to a clock cannot overflow.
pub(crate) const MAX_MILLIS: u64 = 1_000_000_000_000;

/// The words of a line after its first ones.
pub(crate) struct Words<'a> {
    words: &'a [&'a str],
    next: usize,
}

impl<'a> Words<'a> {
    /// The words of a line after this many.
    pub(crate) fn after(words: &'a [&'a str], next: usize) -> Self {
        Words { words, next }
    }

    /// The next word as a number of its type.
    pub(crate) fn number<T: FromStr>(
        &mut self,
        after: &str,
        expected: &'static str,
    ) -> Result<T, CommandError> {
        let found = self.argument(after, expected)?;
        found.parse().map_err(|_| self.unexpected(found, after, expected))
    }

    /// The next word as milliseconds; more than [`MAX_MILLIS`] count as that many.
    pub(crate) fn millis(&mut self, after: &str) -> Result<Duration, CommandError> {
        let millis: u64 =
            self.number(after, "milliseconds, a whole number from 0 to 18446744073709551615")?;
        Ok(Duration::from_millis(millis.min(MAX_MILLIS)))
    }

    /// The next word, which must be there.
    pub(crate) fn argument(&mut self, after: &str, expected: &'static str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| CommandError::Missing { after: after.into(), expected })
    }

    /// The error about the word just read.
    pub(crate) fn unexpected(&self, found: &str, after: &str, expected: &'static str) -> CommandError {
        CommandError::Unexpected {
            found: excerpt(found),
            after: after.into(),
            // `next` has passed the word already.
            at: self.next,
            expected,
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let word = self.words.get(self.next).copied()?;
        self.next += 1;
        Some(word)
    }
}

/// Milliseconds for printing, with the bound that reading has.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).min(MAX_MILLIS)
}
