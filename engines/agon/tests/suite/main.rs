//! The integration tests of the engine.

mod bench;
mod binary;
mod reference;
mod small_boards;
