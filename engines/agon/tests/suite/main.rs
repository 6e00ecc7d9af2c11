//! The integration tests of the program.

mod binary;
mod book;
mod claims;
mod clients;
mod gtp;
mod hostile;
mod memory;
mod process;
#[cfg(unix)]
mod pty;
mod reference;
mod results;
mod terminal;
#[cfg(all(unix, target_arch = "x86_64", not(target_feature = "avx2")))]
mod variant;
