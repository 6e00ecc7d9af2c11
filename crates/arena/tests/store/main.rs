//! The store on SQLite: in a file and in memory. `tests/postgres.rs` runs the same suite on a server.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod replaced;
mod sqlite;
mod suite;
