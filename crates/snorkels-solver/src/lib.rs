#![doc = include_str!("../README.md")]

mod certificate;
mod chart;
pub mod check;
mod distance;
mod expansions;
#[cfg(feature = "jobs")]
pub mod jobs;
mod judgement;
mod lines;
mod numbers;
mod openings;
mod policy;
mod search;
mod solver;
mod state;
mod statics;
mod surroundings;
mod table;
#[cfg(test)]
mod tests;

pub use certificate::certificate;
pub use chart::{chart, progress_points};
pub use check::Side;
pub use judgement::{Judgement, judgement};
pub use openings::{classes, line, map, value};
pub use policy::Policy;
pub use solver::{Progress, Solver, SolverError, Value};
pub use surroundings::{SURROUNDINGS, surroundings};
