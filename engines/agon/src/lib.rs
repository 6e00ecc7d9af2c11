#![doc = include_str!("../README.md")]
#![cfg_attr(not(test), warn(clippy::too_many_lines))]
// Each module imports only modules listed before it.

pub mod gtp;
mod terminal;

pub mod cli;
pub mod variant;

mod reference;
