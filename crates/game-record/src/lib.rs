#![doc = include_str!("../README.md")]
// Each module imports only modules listed before it.

mod ending;
mod time;
mod turn;

mod record;

pub use ending::{Cause, Ending};
pub use record::{Record, RecordError, replay};
pub use time::{read_seconds, seconds};
pub use turn::{PlayedTurn, TurnInfo};
