#![doc = include_str!("../README.md")]

pub mod engine;
pub mod export;
pub mod game;
pub mod openings;
pub mod progress;
pub mod record;
pub mod report;
pub mod schedule;
pub mod seed;
pub mod stop;
pub mod store;
pub mod table;
pub mod tournament;
pub mod watch;
pub mod worker;
