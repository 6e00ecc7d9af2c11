//! The integration tests of the engine.

mod bench;
mod levels;
mod playing;
mod positions;
mod small_boards;
mod static_results;
mod visits;
