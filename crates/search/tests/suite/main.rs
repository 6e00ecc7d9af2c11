//! The integration tests of the searches.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod alpha_beta;
mod appraisal;
mod mcts;
mod node_counts;
mod panics;
mod parameters;
mod proof;
mod reference;
mod results;
mod snorkels;
mod solver;
mod threads;
