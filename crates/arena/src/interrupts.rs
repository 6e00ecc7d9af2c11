//! Ctrl-C and the signals that end a program.

use std::io;

use crate::stop::Stop;

/// The exit status of a program that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// A handle that Ctrl-C controls: the first lets running games finish, the second abandons them, the third ends the program at
/// once. `report` gets what happens, in words.
///
/// # Errors
/// The system refuses to report Ctrl-C.
pub fn interruptible(report: impl Fn(&str) + Send + 'static) -> io::Result<Stop> {
    let handle = Stop::new();
    let stop = handle.clone();
    on_ctrl_c(move || {
        if stop.abandoned() {
            std::process::exit(INTERRUPTED.into());
        }
        let first = stop.ask();
        let finishing = "finishing the running games (Ctrl-C again abandons them)";
        report(if first { finishing } else { "abandoning the running games" });
    })?;
    Ok(handle)
}

/// Calls `call` at each Ctrl-C, on Unix also at SIGTERM and SIGHUP. A signal that this process inherited as ignored when it
/// was started stays ignored.
pub(crate) fn on_ctrl_c(call: impl FnMut() + Send + 'static) -> io::Result<()> {
    listen(call).map_err(|error| io::Error::other(format!("cannot listen for Ctrl-C: {error}")))
}

#[cfg(unix)]
fn listen(mut call: impl FnMut() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let signals = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = signal_hook::iterator::Signals::new(signals)?;
    let listener = std::thread::Builder::new().name("signals".into());
    listener.spawn(move || signals.forever().for_each(|_| call())).map(drop)
}

#[cfg(not(unix))]
fn listen(call: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(call).map_err(io::Error::other)
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
