//! Bytes as a position and turns of Snorkels.

#![no_main]

use libfuzzer_sys::fuzz_target;
use snorkels_core::Snorkels;

fuzz_target!(|text: &str| agon_fuzz::texts(&Snorkels::default(), text));
