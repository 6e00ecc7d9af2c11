//! What a program takes of its machine: memory that is available, and files of bounded length.

pub mod file;
pub mod memory;
