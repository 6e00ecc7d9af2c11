#![doc = include_str!("../README.md")]

mod generate;
mod shard;
pub mod snorkels;
mod train;

pub use generate::{Generation, generate};
pub use shard::{Sample, Shard, ShardError};
pub use train::{Example, Network, Shape, Training, UNITS, cross_entropy};
