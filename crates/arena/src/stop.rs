//! Stopping a tournament early.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

const RUN: u8 = 0;
const FINISH: u8 = 1;
const ABANDON: u8 = 2;

/// A handle that stops a tournament early; clones share it.
///
/// ```
/// let stop = arena::stop::Stop::new();
/// let handle = stop.clone();
/// handle.ask(); // first call: start no new games
/// assert!(stop.finishing() && !stop.abandoned());
/// handle.ask(); // second call: abandon the running games, too
/// assert!(stop.abandoned());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: AtomicU8,
    callbacks: Mutex<Vec<Weak<dyn Fn() + Send + Sync>>>,
}

/// A callback of [`Stop::on_abandon`]; it is called as long as this exists.
pub type Registration = Arc<dyn Fn() + Send + Sync>;

impl Stop {
    /// A new handle.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Starts no more games; running games are played to their end.
    pub fn finish(&self) {
        self.0.state.fetch_max(FINISH, Ordering::SeqCst);
    }

    /// Starts no more games, and abandons the running ones.
    pub fn abandon(&self) {
        self.0.state.fetch_max(ABANDON, Ordering::SeqCst);
        self.0.callbacks.lock().iter().filter_map(Weak::upgrade).for_each(|call| call());
    }

    /// For Ctrl-C: the first call [finishes](Self::finish), later calls [abandon](Self::abandon). Returns whether this
    /// was the first call.
    pub fn ask(&self) -> bool {
        let first = self.0.state.fetch_max(FINISH, Ordering::SeqCst) == RUN;
        if !first {
            self.abandon();
        }
        first
    }

    /// Whether no more games are to be started.
    pub fn finishing(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) >= FINISH
    }

    /// Whether the running games are to be abandoned.
    pub fn abandoned(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) >= ABANDON
    }

    /// Calls `call` when the running games are abandoned, or at once if they are already, until the registration is
    /// dropped. `call` must be quick and must not use this handle.
    #[must_use = "the callback is removed when this is dropped"]
    pub fn on_abandon(&self, call: impl Fn() + Send + Sync + 'static) -> Registration {
        let call: Registration = Arc::new(call);
        let mut callbacks = self.0.callbacks.lock();
        callbacks.retain(|callback| callback.strong_count() > 0);
        callbacks.push(Arc::downgrade(&call));
        if self.abandoned() {
            call();
        }
        call
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callbacks_are_called_while_registered() {
        let (stop, count) = (Stop::new(), Arc::new(AtomicU8::new(0)));
        let call = |count: &Arc<AtomicU8>| {
            let count = Arc::clone(count);
            move || {
                count.fetch_add(1, Ordering::SeqCst);
            }
        };
        drop(stop.on_abandon(call(&count)));
        let _kept = stop.on_abandon(call(&count));
        stop.finish();
        assert_eq!(count.load(Ordering::SeqCst), 0);
        stop.abandon();
        assert_eq!(count.load(Ordering::SeqCst), 1);
        let _late = stop.on_abandon(call(&count));
        assert_eq!(count.load(Ordering::SeqCst), 2);
    }
}
