#![doc = include_str!("../README.md")]

pub mod engine;
pub mod game;
pub mod openings;
pub mod report;
pub mod schedule;
pub mod seed;
pub mod stop;
pub mod store;
pub mod table;
pub mod tournament;
pub mod worker;
