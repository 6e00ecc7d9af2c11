//! The processors on which the engines run.

use std::collections::BTreeSet;
use std::io;
use std::str::FromStr;

use super::error::SpecError;

/// The processors for the engines of a tournament, by their numbers.
///
/// ```
/// use arena::engine::Processors;
/// let processors: Processors = "0-3,6".parse()?;
/// assert_eq!(processors.shares(2)?, [vec![0, 1], vec![2, 3]]);
/// assert!("3-1".parse::<Processors>().is_err() && processors.shares(6).is_err());
/// # Ok::<(), arena::engine::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processors(Vec<usize>);

/// More than the largest number of a processor.
const END: usize = 1024;

impl FromStr for Processors {
    type Err = SpecError;

    /// Reads numbers and ranges, `0-3,6`, or `all`: the processors that this process may use.
    fn from_str(text: &str) -> Result<Processors, SpecError> {
        let numbers = match text {
            "all" => own().map_err(|error| {
                SpecError(format!("the processors of this process are not known: {error}"))
            })?,
            _ => read(text).ok_or_else(|| {
                SpecError(format!(
                    "`{text}` for processors: expected numbers below {END} as in `0-3,6`, or `all`"
                ))
            })?,
        };
        Ok(Processors(numbers))
    }
}

/// Reads numbers and ranges, in ascending order.
fn read(text: &str) -> Option<Vec<usize>> {
    let mut numbers = BTreeSet::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse().ok().filter(|&number: &usize| number < END);
        let range = number(first)?..=number(last)?;
        if range.is_empty() {
            return None;
        }
        numbers.extend(range);
    }
    Some(numbers.into_iter().collect())
}

impl Processors {
    /// The processors of each of `games` games that are played at the same time: equal numbers of neighbours. The rest is
    /// not used.
    ///
    /// # Errors
    /// There are fewer processors than games.
    pub fn shares(&self, games: usize) -> Result<Vec<Vec<usize>>, SpecError> {
        let each = self.0.len() / games.max(1);
        if each == 0 {
            let problem =
                format!("{games} games at a time need {games} processors or more, not {}", self.0.len());
            return Err(SpecError(problem));
        }
        Ok(self.0.chunks_exact(each).take(games).map(<[usize]>::to_vec).collect())
    }
}

/// The processors that this process may use.
#[cfg(target_os = "linux")]
fn own() -> io::Result<Vec<usize>> {
    let own = rustix::thread::sched_getaffinity(None)?;
    Ok((0..END).filter(|&number| own.is_set(number)).collect())
}

/// Calls `spawn` with this thread bound to processors, unless there are none given: a process inherits that from the thread
/// that starts it, before its first instruction.
#[cfg(target_os = "linux")]
pub(super) fn on<T>(processors: &[usize], spawn: impl FnOnce() -> T) -> io::Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    if processors.is_empty() {
        return Ok(spawn());
    }
    let own = sched_getaffinity(None)?;
    let mut set = CpuSet::new();
    processors.iter().for_each(|&number| set.set(number));
    sched_setaffinity(None, &set)?;
    let spawned = spawn();
    sched_setaffinity(None, &own)?;
    Ok(spawned)
}

#[cfg(not(target_os = "linux"))]
fn own() -> io::Result<Vec<usize>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn on<T>(processors: &[usize], spawn: impl FnOnce() -> T) -> io::Result<T> {
    if processors.is_empty() { Ok(spawn()) } else { Err(io::ErrorKind::Unsupported.into()) }
}
