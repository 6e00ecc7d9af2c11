//! Texts in and out, and the clock.
#![allow(unsafe_code)] // the names of imported and exported functions; no memory is touched through pointers

use std::cell::RefCell;
use std::time::Duration;

mod imported {
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn write(address: *const u8, length: usize);
        #[cfg(feature = "engine")]
        pub(super) safe fn network(game: *const u8, length: usize);
        #[cfg(feature = "session")]
        pub(super) safe fn start(engine: usize, address: *const u8, length: usize);
        /// Ends the search of an engine.
        #[cfg(feature = "session")]
        pub(crate) safe fn stop(engine: usize);
    }
}

#[cfg(feature = "session")]
pub(crate) use imported::stop;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The address of the text for the next call, or of a file.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// The text of this call.
pub(crate) fn input() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

/// Writes a text.
pub(crate) fn write(text: &[u8]) {
    imported::write(text.as_ptr(), text.len());
}

/// The file of the network of a game.
#[cfg(feature = "engine")]
pub(crate) fn network(game: &str) -> Vec<u8> {
    imported::network(game.as_ptr(), game.len()); // It calls `reserve`.
    INPUT.take()
}

/// Sends lines to an engine.
#[cfg(feature = "session")]
pub(crate) fn start(engine: usize, text: &str) {
    imported::start(engine, text.as_ptr(), text.len());
}

/// The time since a fixed moment.
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(imported::now().max(0.0) / 1000.0)
}
