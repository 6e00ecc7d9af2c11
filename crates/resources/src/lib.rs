//! What a program takes of its machine: memory that is available, files of bounded length, and files that are part of it.

pub mod file;
pub mod included;
pub mod memory;
