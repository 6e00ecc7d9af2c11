//! The integration tests of the engine.

mod bench;
mod binary;
mod book;
mod clients;
mod gtp;
mod hostile;
mod levels;
mod playing;
mod positions;
mod process;
#[cfg(unix)]
mod pty;
mod reference;
mod results;
mod small_boards;
mod static_results;
mod terminal;
mod visits;
