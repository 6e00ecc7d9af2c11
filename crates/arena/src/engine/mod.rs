//! Engines: how one is described, how it is launched, and what it is asked.

mod fingerprint;
mod limits;
mod process;
mod random;
mod running;
mod seating;
mod spec;
mod team;
mod time_control;
mod traffic;

pub use fingerprint::{command_fingerprint, game_fingerprint};
pub use limits::{EngineLimits, LimitsError};
pub use random::RandomPlayer;
pub use running::{Engine, Fault, TurnRequest};
pub use seating::{Seating, has_partners, seats_of};
pub use spec::{EngineFactory, EngineKind, EngineSpec, SpecError, unique_names};
pub use team::{SeatError, SeatSpec, Team, name_engines, teams_of_seats};
pub use time_control::{TimeControl, TimeControlError};
pub use traffic::TrafficLog;

pub(crate) use time_control::read_seconds;
