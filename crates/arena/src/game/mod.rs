//! One game: its clocks, its judge, and how it is played to its end.

mod clock;
mod ending;
mod judge;
mod play;
pub mod record;
mod turn;

pub use clock::GameClock;
pub use ending::{Cause, Ending};
pub use judge::{DrawRule, Judge, Judging, Resign, RuleError};
pub use play::{Played, Setup, Unplayed, play};
pub use turn::{EngineThinking, PlayedTurn, Thinking, TurnInfo};
