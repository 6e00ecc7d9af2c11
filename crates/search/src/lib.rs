#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), warn(clippy::too_many_lines))]

pub mod alpha_beta;
pub mod clock;
mod control;
mod knowledge;
mod limits;
pub mod mcts;
mod parameters;
pub mod proof;
mod random;
mod repetition;
mod report;
mod score;
mod searcher;
mod solved;
mod static_turn;
mod time;
mod transposition_table;

pub use alpha_beta::AlphaBeta;
pub use knowledge::{Evaluation, Knowledge, MoveOrdering, NoKnowledge, Playouts, StaticResult, URGENT};
pub use limits::SearchLimits;
pub use mcts::{Mcts, uncertainty};
pub use parameters::{Field, Number, Parameter, Parameters};
pub use random::Random;
pub use report::SearchReport;
pub use score::{Score, ScoreKind};
pub use searcher::{SearchResult, SearchSettings, Searcher};
pub use solved::{RootSolver, SolvedParameters, SolvedSearch, SolverProgress};
pub use time::{RemainingTime, TimeBudget, TimeParameters};
pub use transposition_table::TableParameters;
