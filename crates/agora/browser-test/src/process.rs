//! Child processes: servers and drivers.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A child process that ends with this value, and its own children with it: a driver that is killed leaves its browser running.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        kill_with_children(&self.0.id().to_string());
        let _ = self.0.wait();
    }
}

fn kill_with_children(process: &str) {
    let children = Command::new("pgrep").args(["-P", process]).output().expect("pgrep of procps");
    // The process comes first: it might start its children again.
    let killed = Command::new("kill").args(["-KILL", process]).stderr(Stdio::null()).status();
    killed.expect("kill of procps");
    String::from_utf8_lossy(&children.stdout).lines().for_each(kill_with_children);
}

/// Starts a process and returns the part of the first line that `find` finds; `None` if the process ends before.
pub(crate) fn start(
    command: &mut Command,
    find: impl Fn(&str) -> Option<String>,
) -> Option<(Process, String)> {
    let mut child = Process(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines();
    let found = lines.find_map(|line| find(&line.unwrap()))?;
    // The rest of the output must be read, or the process may block.
    std::thread::spawn(move || lines.for_each(drop));
    Some((child, found))
}
