#![doc = include_str!("../README.md")]

pub mod agon;
pub mod clock;
pub mod contestant;
pub mod ending;
pub mod engine_spec;
pub mod limits;
pub mod opening;
pub mod play;
pub mod process;
pub mod progress;
pub mod random_player;
pub mod record;
pub mod recorder;
pub mod report;
mod roster;
pub mod schedule;
pub mod seat_spec;
pub mod seating;
pub mod seed;
pub mod statistics;
pub mod stop;
pub mod store;
pub mod table;
pub mod team;
pub mod tournament;
pub mod watch;
