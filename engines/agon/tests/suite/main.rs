//! The integration tests of the engine.

mod bench;
mod binary;
mod book;
mod gtp;
mod levels;
mod process;
mod reference;
mod small_boards;
mod static_results;
mod terminal;
