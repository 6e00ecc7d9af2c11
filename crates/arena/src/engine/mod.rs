//! Engines: their description, how they are launched, and who they are.

pub mod agon;
pub mod contestant;
pub mod fingerprint;
pub(crate) mod game_options;
pub mod limits;
pub mod process;
pub mod random;
pub mod seat_spec;
pub mod seating;
pub mod spec;
pub mod team;
pub mod traffic;
