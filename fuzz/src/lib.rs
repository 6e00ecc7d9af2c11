//! What several fuzz targets share.

use std::path::PathBuf;

/// The first byte as the number of a kind of input, in the seeds a digit, and the other bytes.
pub fn kind(data: &[u8], kinds: u8) -> Option<(u8, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((first.wrapping_sub(b'0') % kinds, rest))
}

/// A temporary file of this process.
pub fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("agon-fuzz-{}.{name}", std::process::id()))
}
