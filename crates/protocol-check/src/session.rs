//! A conversation with an engine, line by line and byte by byte. Every wait has a deadline.

use std::fmt::Display;
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::driver::{DriverError, EngineCommand, EngineLine, EngineProcess, LineSource, Timeouts};

use super::transcript::{Transcript, Who};
use crate::Cancel;

/// The transcript of a point, to which all its threads add.
#[derive(Clone)]
pub(super) struct Shared(Arc<Mutex<Transcript>>);

impl Shared {
    pub(super) fn new() -> Shared {
        Shared(Arc::new(Mutex::new(Transcript::new())))
    }

    fn lock(&self) -> MutexGuard<'_, Transcript> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, who: Who, text: &str) {
        self.lock().add(who, text);
    }

    pub(super) fn copy(&self) -> Transcript {
        self.lock().clone()
    }
}

/// A running engine and what it says. Dropping it ends the process.
pub(super) struct Session {
    pub(super) process: EngineProcess,
    transcript: Shared,
    patience: Duration,
}

impl Session {
    /// Starts an engine; `patience` is how long to wait for any answer.
    pub(super) fn start(
        command: &EngineCommand,
        cancel: &Cancel,
        transcript: &Shared,
        patience: Duration,
    ) -> Result<Session, DriverError> {
        transcript.add(Who::Event, "the engine is started");
        let timeouts = Timeouts { launch: patience, ready: patience, ..Timeouts::default() };
        let recorder = transcript.clone();
        let observer = Arc::new(move |line: protocol::driver::ObservedLine<'_>| {
            let who = match line.source {
                LineSource::Driver => Who::Checker,
                LineSource::Engine => Who::Engine,
                LineSource::Stderr => Who::Log,
            };
            recorder.add(who, line.line);
        });
        let process = EngineProcess::spawn(command, &timeouts, Some(observer))?;
        let handle = process.stop_handle();
        cancel.set_engine(move || handle.kill());
        Ok(Session { process, transcript: transcript.clone(), patience })
    }

    /// How long to wait for any answer.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// Says a line. Whether it arrives is seen from the answers.
    pub(super) fn say(&self, line: impl Display) {
        self.process.send(line);
    }

    /// Says these very bytes; `shown` stands for them in the transcript.
    pub(super) fn send(&self, bytes: Vec<u8>, shown: &str) {
        self.process.send_bytes(bytes, shown);
    }

    /// Ends the engine's input.
    pub(super) fn hang_up(&mut self) {
        self.transcript.add(Who::Event, "end of input");
        self.process.close_input();
    }

    /// The lines until the first one that `is` what is expected, that one last.
    pub(super) fn until(
        &mut self,
        expected: &'static str,
        patience: Duration,
        is: impl FnMut(&str) -> bool,
    ) -> Result<Vec<EngineLine>, DriverError> {
        self.process.lines_until(expected, patience, is)
    }

    /// What the engine says within a time.
    pub(super) fn listen(&mut self, time: Duration) -> Result<Vec<EngineLine>, DriverError> {
        self.process.lines_within(time)
    }

    /// Waits for the process to end by itself, meanwhile dropping what it says.
    pub(super) fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let status = self.process.wait_for_exit(patience)?;
        self.transcript.add(Who::Event, &format!("the engine ended ({status})"));
        Some(status)
    }
}
