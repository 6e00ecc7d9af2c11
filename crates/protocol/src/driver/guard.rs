//! A second process that ends the engines of a program that was killed.
//!
//! A program that is killed cannot end its engines. Most end when their input does, but one that thinks, hangs or ignores
//! its input lives on. So the program starts another process, the supervisor, and writes to its standard input which
//! engines begin and end. When the program is gone, that input ends, and the supervisor kills the process groups of the
//! engines that are left.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write as _};
use std::process::{ChildStdin, Command};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use std::{fs, thread};

/// The supervisor, once there is one.
static SUPERVISOR: OnceLock<Supervisor> = OnceLock::new();

/// The environment variable that marks the engines of a supervisor.
pub(super) const MARK: &str = "ENGINE_SUPERVISOR";

struct Supervisor {
    input: Mutex<ChildStdin>,
    mark: String,
}

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
        use std::time::{SystemTime, UNIX_EPOCH};

        super::hide_secrets(&mut command);
        // In a group of its own, as Ctrl-C at the terminal is not for it.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut supervisor =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        if let Some(mut input) = supervisor.stdin.take() {
            let begun = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
            let mark = format!("{}-{begun}", std::process::id());
            input.write_all(format!("={mark}\n").as_bytes())?;
            // Of two threads the first one counts; the other supervisor ends with its input.
            let _ = SUPERVISOR.set(Supervisor { input: Mutex::new(input), mark });
        }
    }
    Ok(())
}

/// What the supervisor does: reads which engines begin and end until the end of `input`, then kills those that are left
/// with the processes that they started.
pub fn supervise(input: impl BufRead) {
    let (mut engines, mut starting, mut mark) = (BTreeSet::new(), 0_usize, String::new());
    for line in input.lines().map_while(Result::ok) {
        match line.split_at_checked(1) {
            Some(("=", text)) => mark = format!("{MARK}={text}"),
            Some(("?", _)) => starting += 1,
            Some(("!", _)) => starting = starting.saturating_sub(1),
            Some(("+", engine)) => {
                starting = starting.saturating_sub(1);
                engines.insert(engine.to_owned());
            }
            Some(("-", engine)) => drop(engines.remove(engine)),
            _ => {}
        }
    }
    engines.iter().for_each(|engine| kill_group(engine));
    // The program was killed between the start of an engine and its report. A system without `/proc` does not tell which.
    for _ in 0..if starting > 0 { SCANS } else { 0 } {
        marked(&mark).iter().for_each(|process| kill_group(process));
        thread::sleep(SCAN_INTERVAL);
    }
}

/// How often, and at which interval, the supervisor looks for an engine that was just being started.
const SCANS: usize = 60;
const SCAN_INTERVAL: Duration = Duration::from_millis(50);

/// The processes with this mark in their environment.
fn marked(mark: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let has_mark = |process: &String| {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
    };
    processes.filter(|process| process.bytes().all(|byte| byte.is_ascii_digit())).filter(has_mark).collect()
}

/// Kills the process group of this number; an error means that it has ended.
fn kill_group(number: &str) {
    #[cfg(unix)]
    if let Some(group) = number.parse().ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = number;
}

/// The mark of the engines.
pub(super) fn mark() -> Option<&'static str> {
    SUPERVISOR.get().map(|supervisor| supervisor.mark.as_str())
}

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
    if let Some(supervisor) = SUPERVISOR.get() {
        // An error means that the supervisor was killed; then nobody can help.
        let mut input = supervisor.input.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = input.write_all(format!("{line}\n").as_bytes());
    }
}
