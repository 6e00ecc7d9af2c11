//! The engine as a child process.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A running engine with pipes.
pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        Engine::of(&mut command(arguments))
    }

    /// Runs a command with all streams piped.
    pub(crate) fn of(command: &mut Command) -> Engine {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn().expect("the engine starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Engine { child, input, output }
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("the engine reads");
        self.input.write_all(b"\n").expect("the engine reads");
    }

    /// The next line, without the line end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).expect("the engine writes text"), 0, "no more output");
        line.trim_end().to_owned()
    }

    /// The CPU time of the process, if the system has the file `/proc/PID/stat`, in its steps of 10 ms.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // After the program's name in parentheses, user and system time are the 12th and 13th word.
        let (_, words) = stat.rsplit_once(')')?;
        let ticks = words.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        Some(Duration::from_millis(10 * ticks.sum::<Result<u64, _>>().ok()?))
    }

    /// The next line that starts with `start`; skips the lines before it.
    pub(crate) fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

/// The engine's command line with all streams piped.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
