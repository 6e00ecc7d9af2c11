//! Bytes as options and actions of Symbol.

#![no_main]

use abstract_game::{OptionKind, Rules};
use libfuzzer_sys::fuzz_target;
use symbol_core::Symbol;

fuzz_target!(|data: &[u8]| {
    let choices = <Symbol as Rules>::options().len();
    let Some((chosen, actions)) = data.split_at_checked(choices) else { return };
    let mut rules = Symbol::default();
    for (option, &choice) in <Symbol as Rules>::options().iter().zip(chosen) {
        if let OptionKind::Combo { values, .. } = option.kind {
            // Some choices exclude each other; the rules then stay as they were.
            let _ = rules.set_option(option.name, values[usize::from(choice) % values.len()]);
        }
    }
    agon_fuzz::play(&rules, actions);
});
