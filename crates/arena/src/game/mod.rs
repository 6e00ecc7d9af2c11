//! One game: its clocks, its judge, and how it is played to its end.

mod clock;
mod judge;
mod play;
mod turn;

pub use clock::GameClock;
pub use judge::{DrawRule, Judge, Judging, Resign, RuleError};
pub use play::{Played, Setup, Unplayed, play};
pub use turn::{EngineThinking, Thinking};

pub use game_record as record;
pub use game_record::{Cause, Ending, PlayedTurn, TurnInfo};
