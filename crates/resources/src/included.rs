//! Numbers of files that are part of the program.

/// The numbers of a file, 16 bits each, little-endian. For constants: a file of another length does not compile.
///
/// ```
/// const NUMBERS: [i16; 2] = resources::included::numbers(&[1, 0, 0xff, 0xff]);
/// assert_eq!(NUMBERS, [1, -1]);
/// ```
///
/// # Panics
/// If the file does not have exactly `N` numbers.
#[must_use]
pub const fn numbers<const N: usize>(file: &[u8]) -> [i16; N] {
    assert!(file.len() == 2 * N, "the file is complete");
    let mut numbers = [0; N];
    let mut at = 0;
    while at < N {
        numbers[at] = i16::from_le_bytes([file[2 * at], file[2 * at + 1]]);
        at += 1;
    }
    numbers
}
