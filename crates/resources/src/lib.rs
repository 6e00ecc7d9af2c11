//! What a program takes of its machine: memory, threads, files of bounded length, and files that are part of it.

pub mod buckets;
pub mod file;
pub mod included;
pub mod memory;
pub mod threads;
