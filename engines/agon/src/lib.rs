#![doc = include_str!("../README.md")]
// Each module imports only modules listed before it.

pub mod gtp;
mod terminal;

pub mod cli;

mod reference;

pub use reference::reference;
