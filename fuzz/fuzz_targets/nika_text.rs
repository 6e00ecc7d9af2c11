//! Bytes as a position and turns of Nika.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nika_core::Nika;

fuzz_target!(|text: &str| agon_fuzz::texts(&Nika::default(), text));
