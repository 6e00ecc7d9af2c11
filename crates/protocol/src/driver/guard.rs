//! A second process that ends the engines of a program that was killed.
//!
//! A program that is killed cannot end its engines. Most end when their input does, but one that thinks, hangs or ignores
//! its input lives on. So the program starts another process, the supervisor, and writes to its standard input which
//! engines begin and end. When the program is gone, that input ends, and the supervisor kills the engines that are left
//! with the processes that they started.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write as _};
use std::process::{ChildStdin, Command};
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;

use super::family::{Family, kill_group};

/// The input of the supervisor, once there is one.
static SUPERVISOR: OnceLock<Mutex<ChildStdin>> = OnceLock::new();

/// Starts the supervisor of all engines that this process starts from now on: `command` must call [`supervise`] with its
/// standard input. Has no effect when there is one already, and on systems other than Unix.
///
/// # Errors
/// The command cannot be started.
#[cfg_attr(not(unix), expect(unused_mut, unused_variables, reason = "there are no process groups"))]
pub fn guard_engines(mut command: Command) -> io::Result<()> {
    #[cfg(unix)]
    if SUPERVISOR.get().is_none() {
        use std::process::Stdio;

        super::hide_secrets(&mut command);
        // In a group of its own, as Ctrl-C at the terminal is not for it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut supervisor =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        if let Some(mut input) = supervisor.stdin.take() {
            input.write_all(format!("={}\n", super::family::marks()).as_bytes())?;
            // Of two threads the first one counts; the other supervisor ends with its input.
            let _ = SUPERVISOR.set(Mutex::new(input));
        }
    }
    Ok(())
}

/// What the supervisor does: reads which engines begin and end until the end of `input`, then kills those that are left
/// with the processes that they started.
pub fn supervise(input: impl BufRead) {
    let (mut engines, mut starting, mut marks) = (BTreeSet::new(), 0_usize, None);
    for line in input.lines().map_while(Result::ok) {
        let (kind, text) = line.split_at_checked(1).unwrap_or_default();
        match (kind, text.parse()) {
            ("=", _) => marks = Some(text.to_owned()),
            ("?", _) => starting += 1,
            ("!", _) => starting = starting.saturating_sub(1),
            ("+", Ok(engine)) => {
                starting = starting.saturating_sub(1);
                engines.insert(engine);
            }
            ("-", Ok(engine)) => drop(engines.remove(&engine)),
            _ => {}
        }
    }
    let Some(mark) = marks else { return };
    let family = Family { mark, pipes: Vec::new() };
    family.kill(&engines);
    engines.into_iter().for_each(kill_group);
    // The program was killed between the start of an engine and its report. A system without `/proc` does not tell which.
    for _ in 0..if starting > 0 { SCANS } else { 0 } {
        family.kill(&BTreeSet::new());
        thread::sleep(SCAN_INTERVAL);
    }
}

/// How often, and at which interval, the supervisor looks for an engine that was just being started.
const SCANS: usize = 60;
const SCAN_INTERVAL: Duration = Duration::from_millis(50);

/// Tells the supervisor that an engine is about to be started.
pub(super) fn starting() {
    tell("?");
}

/// Tells the supervisor that an engine, the leader of a process group, was started, or could not be.
pub(super) fn started(process: Option<u32>) {
    tell(&process.map_or("!".to_owned(), |process| format!("+{process}")));
}

/// Tells the supervisor that an engine has ended.
pub(super) fn ended(process: u32) {
    tell(&format!("-{process}"));
}

fn tell(line: &str) {
    if let Some(input) = SUPERVISOR.get() {
        // An error means that the supervisor was killed; then nobody can help.
        let mut input = input.lock();
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }
}
