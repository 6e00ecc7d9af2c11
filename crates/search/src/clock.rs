//! The clock of searches: that of `std`, or one that the embedder passes in where `std` has none (`wasm32-unknown-unknown`).

#[cfg(not(any(test, all(target_family = "wasm", target_os = "unknown"))))]
pub use std::time::Instant;

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
pub use passed_in::{Instant, set_clock};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod passed_in {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, which returns the time since any fixed moment. Only the first call counts. Without a clock no time
    /// passes, and only nodes, depth and the stop flag limit a search.
    pub fn set_clock(clock: fn() -> Duration) {
        CLOCK.get_or_init(|| clock);
    }

    /// A moment.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        #[must_use]
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}

/// The clock of the unit tests: it passes in each thread of its own only where a test lets it.
#[cfg(test)]
pub(crate) mod test_clock {
    use std::cell::Cell;
    use std::time::Duration;

    thread_local! {
        static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    }

    /// The time since this thread began.
    pub(crate) fn now() -> Duration {
        NOW.get()
    }

    /// Lets time pass in this thread.
    pub(crate) fn advance(milliseconds: u64) {
        super::set_clock(now);
        NOW.set(now() + Duration::from_millis(milliseconds));
    }
}
