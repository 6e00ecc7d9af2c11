//! The memory that is available.

use std::fmt;
use std::fs;

/// The greatest memory that a table can be given, in MiB.
pub const MAX_MEBIBYTES: usize = 1 << 16;

/// A table is given more memory than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// The memory of the table, in MiB.
    pub mebibytes: usize,
}

/// One line, which also says how much is available, as far as that is known.
impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB are not available", self.mebibytes)?;
        match available() {
            usize::MAX => Ok(()),
            available => write!(f, "; {available} MiB are"),
        }
    }
}

impl std::error::Error for Unavailable {}

/// The memory that this process can still get, in MiB, as far as the system says it (Linux); otherwise no limit. An
/// allocator may grant more than there is, and the process is then killed when it writes to it.
#[must_use]
pub fn available() -> usize {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    available_by(&read("/proc/meminfo"), &read("/sys/fs/cgroup/memory.max"))
}

/// Refuses a number of MiB beyond what is [`available`].
///
/// # Errors
/// There is less memory than that.
pub fn check(mebibytes: usize) -> Result<(), Unavailable> {
    if mebibytes <= available() { Ok(()) } else { Err(Unavailable { mebibytes }) }
}

/// The first result of `make` for a number of MiB, half of it, a quarter and so on; numbers beyond what is available are
/// left out.
///
/// # Panics
/// If `make` fails for 1 MiB.
pub fn fit<T>(mebibytes: usize, make: impl FnMut(usize) -> Option<T>) -> T {
    let available = available().max(1);
    let halves =
        std::iter::successors(Some(mebibytes), |&mebibytes| (mebibytes > 1).then_some(mebibytes / 2));
    halves.filter(|&mebibytes| mebibytes <= available).find_map(make).expect("1 MiB is available")
}

/// [`available`] from the texts of the system: what all processes can get, and the limit of a container in bytes.
fn available_by(meminfo: &str, container: &str) -> usize {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok());
    let bytes = container.trim().parse::<usize>().ok();
    kibibytes.map_or(usize::MAX, |kib| kib >> 10).min(bytes.map_or(usize::MAX, |bytes| bytes >> 20))
}

#[cfg(test)]
mod tests {
    use super::{Unavailable, available_by, check};

    #[test]
    fn the_smaller_limit_counts() {
        let meminfo = "MemTotal:       24684084 kB\nMemAvailable:   20971520 kB\nBuffers: 1 kB\n";
        assert_eq!(available_by(meminfo, "max\n"), 20_480);
        assert_eq!(available_by(meminfo, "536870912\n"), 512);
        assert_eq!(available_by("", ""), usize::MAX);
    }

    #[test]
    fn too_much_is_refused_with_the_number() {
        assert_eq!(check(0), Ok(()));
        let message = Unavailable { mebibytes: 1 << 40 }.to_string();
        assert!(message.starts_with("1099511627776 MiB are not available"), "{message}");
    }
}
