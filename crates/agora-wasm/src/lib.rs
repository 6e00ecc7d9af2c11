#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "session")]
mod page;
#[cfg(any(feature = "engine", feature = "session"))]
mod text;
