//! Bytes as a position and turns of Symbol.

#![no_main]

use libfuzzer_sys::fuzz_target;
use symbol_core::Symbol;

fuzz_target!(|text: &str| agon_fuzz::texts(&Symbol::default(), text));
