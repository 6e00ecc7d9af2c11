//! Engines: how one is described, how it is launched, and what it is asked.

mod built_in;
mod error;
mod fingerprint;
mod limits;
mod process;
mod processors;
mod running;
mod seats;
mod spec;
mod time_control;

pub use built_in::{BuiltIn, CarefulPlayer, RandomPlayer};
pub use error::SpecError;
pub(crate) use fingerprint::fingerprint_of_words;
pub use fingerprint::{command_fingerprint, game_fingerprint};
pub use limits::EngineLimits;
pub(crate) use process::allow_open_files;
pub use process::{LaunchSettings, TrafficLog};
pub use processors::Processors;
pub(crate) use running::with_errors;
pub use running::{Engine, Fault, TurnRequest};
pub use seats::{SeatSpec, Seating, Team, has_partners, seats_of, teams_of_seats};
pub use spec::{CommonSpec, EngineFactory, EngineKind, EngineSpec, name_engines};
pub use time_control::TimeControl;
