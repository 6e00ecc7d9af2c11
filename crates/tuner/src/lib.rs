#![doc = include_str!("../README.md")]

pub mod fit;
pub mod spsa;
