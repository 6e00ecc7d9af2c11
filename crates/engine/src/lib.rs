#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), warn(clippy::too_many_lines))]
// Each module imports only modules listed before it.

mod parameters;
pub mod training;
mod wdl;

mod level;

mod setup;

mod game_engine;

mod searches;

mod play;

pub mod games;

mod opening;

#[cfg(feature = "ugi")]
pub mod ugi;

pub use game_engine::{Bench, BoxedSearch, GameEngine, ParametersOf, PositionOf, Term};
pub use opening::{OpeningChecks, OpeningJudgement, judge_opening};
pub use parameters::{DEFAULT_LEVEL, EngineParameters, LEVELS, PlayParameters};
pub use play::{Playable, best_turn, search, searcher};
pub use resources::memory::Unavailable;
pub use search::SearchLimits as Limits;
pub use setup::{SearchKind, Setup};
pub use wdl::WdlModel;
