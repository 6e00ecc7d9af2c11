//! One game: its clocks, its judge, and how it is played to its end.

mod clock;
mod ending;
mod judge;
mod play;
pub mod record;
mod thinking;

pub use clock::GameClock;
pub use ending::{Cause, Ending};
pub use judge::{DrawRule, Judge, Judging, Resign, RuleError};
pub use play::{Played, PlayedTurn, Setup, Timing, TurnInfo, Unplayed, forfeit, play};
pub use thinking::{EngineThinking, Thinking};
