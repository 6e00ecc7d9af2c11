#![doc = include_str!("../README.md")]
#![cfg(target_family = "wasm")]

mod engine;
mod page;
mod text;
