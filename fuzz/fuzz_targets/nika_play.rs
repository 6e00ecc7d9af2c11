//! Bytes as actions of Nika.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nika_core::Nika;

fuzz_target!(|data: &[u8]| agon_fuzz::play(&Nika::default(), data));
