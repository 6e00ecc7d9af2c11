#![doc = include_str!("../README.md")]

pub mod alpha_beta;
mod knowledge;
mod limits;
pub mod mcts;
pub mod proof;
mod report;
mod score;
mod searcher;
mod table;
mod threads;
mod watch;

pub use alpha_beta::AlphaBeta;
pub use knowledge::{Knowledge, NoKnowledge, Random};
pub use limits::{Clock, Limits, TimeBudget};
pub use mcts::Mcts;
pub use report::Report;
pub use score::{Decision, Score};
pub use searcher::{Answer, Searcher};
