//! Tests of the arena: the library with engines in this process, and the program with engines in processes.

#![allow(clippy::unwrap_used, reason = "a failed helper fails its test")]

mod binary;
#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
#[path = "../programs/engine/diary.rs"]
mod diary;
#[cfg(unix)]
mod engines;
mod exports;
#[cfg(target_os = "linux")]
mod faults;
mod folder;
mod holding;
#[cfg(unix)]
mod inherited_signals;
mod nika;
mod openings;
mod partners;
#[cfg(unix)]
mod ponder;
mod records;
mod reference;
mod tournaments;
