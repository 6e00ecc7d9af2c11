#![doc = include_str!("../README.md")]

mod access;
mod connection;
mod engine;
mod message;
mod page;
mod server;
mod settings;

pub use server::{ServerOptions, serve};
pub use settings::{EngineSettings, Settings, SettingsError};
