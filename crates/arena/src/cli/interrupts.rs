//! Ctrl-C and the signals that end a program.

use std::io::{self, Write as _};

use crate::stop::Stop;

use super::output::{Failure, INTERRUPTED};

/// A handle that Ctrl-C controls: the first lets running games finish, the second abandons them, the third exits at
/// once.
pub(super) fn interruptible() -> Result<Stop, Failure> {
    let handle = Stop::new();
    let stop = handle.clone();
    on_ctrl_c(move || {
        let what = if stop.abandoned() {
            std::process::exit(i32::from(INTERRUPTED));
        } else if stop.ask() {
            "finishing the running games (Ctrl-C again abandons them)"
        } else {
            "abandoning the running games"
        };
        // The terminal may be gone.
        let _ = writeln!(io::stderr(), "arena: {what}");
    })?;
    Ok(handle)
}

/// Calls `call` at each Ctrl-C, on Unix also at SIGTERM and SIGHUP. A signal that this process inherited as ignored when it
/// was started stays ignored.
///
/// # Errors
/// The system refuses.
pub(super) fn on_ctrl_c(mut call: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    let refused =
        |error: &dyn std::fmt::Display| Failure::Other(format!("cannot listen for Ctrl-C: {error}"));
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
        let mut signals = signal_hook::iterator::Signals::new(signals).map_err(|error| refused(&error))?;
        let listener = std::thread::Builder::new().name("signals".into());
        listener.spawn(move || signals.forever().for_each(|_| call())).map_err(|error| refused(&error))?;
        Ok(())
    }
    #[cfg(not(unix))]
    ctrlc::set_handler(call).map_err(|error| refused(&error))
}

/// Whether this process inherited a signal as ignored: `nohup` does that with SIGHUP, a shell without job control with SIGINT
/// for programs in the background.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let mask = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    match mask {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        // Not Linux: a shell inherits what is ignored, and survives the signal then.
        None => {
            let mut shell = std::process::Command::new("sh");
            let survived = shell.args(["-c", "kill -\"$0\" $$", &signal.to_string()]).status();
            survived.is_ok_and(|status| status.success())
        }
    }
}
