#![doc = include_str!("../README.md")]

mod generate;
mod sample;
pub mod snorkels;
mod train;

pub use generate::{Generation, generate};
pub use sample::Sample;
pub use train::{Example, Network, Shape, Training, UNITS, cross_entropy};
