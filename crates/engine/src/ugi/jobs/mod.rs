//! The jobs of the engine: what runs on the search thread after `go`, `query claim` and `bench`.

pub(crate) mod bench;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod proof;
pub(crate) mod search;
mod search_moves;
