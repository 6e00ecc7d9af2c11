//! The loop on a thread of its own, with streams in memory.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use protocol::server::{ExitReport, ServeSettings, serve};

use super::Counter;

/// Timeout of every line. Nothing here takes longer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A conversation with the counting engine.
pub struct Conversation {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Vec<u8>>,
    read: Vec<u8>,
    server: JoinHandle<ExitReport>,
}

impl Conversation {
    pub fn start(settings: ServeSettings) -> Self {
        let (input, to_read) = channel();
        let (to_write, output) = channel();
        let server = std::thread::spawn(move || {
            let input = BufReader::new(In { bytes: to_read, rest: Vec::new() });
            serve(input, Out(to_write), &mut Counter::default(), &settings)
        });
        Conversation { input: Some(input), output, read: Vec::new(), server }
    }

    pub fn send(&self, line: impl AsRef<[u8]>) {
        let mut line = line.as_ref().to_vec();
        line.push(b'\n');
        // The loop may have ended, as after `quit`.
        let _ = self.input.as_ref().unwrap().send(line);
    }

    /// The next line; `None` at the end.
    pub fn read_line(&mut self) -> Option<String> {
        self.read_line_at("conversation")
    }

    /// As [`read_line`](Self::read_line); if nothing comes at all, the panic names the place.
    pub fn read_line_at(&mut self, place: &str) -> Option<String> {
        loop {
            if let Some(end) = self.read.iter().position(|b| *b == b'\n') {
                let rest = self.read.split_off(end + 1);
                let line = std::mem::replace(&mut self.read, rest);
                return Some(String::from_utf8(line).unwrap().trim_end_matches('\n').to_owned());
            }
            match self.output.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.read.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => panic!("{place}: the loop is silent"),
            }
        }
    }

    /// The next line that is not an `info` of a running search.
    pub fn read_answer(&mut self) -> Option<String> {
        loop {
            let line = self.read_line()?;
            if !line.starts_with("info") || line.starts_with("info string error") {
                return Some(line);
            }
        }
    }

    /// Ends the input, and returns the remaining lines and how the loop ended.
    pub fn end(mut self) -> (Vec<String>, ExitReport) {
        self.input = None;
        let rest = std::iter::from_fn(|| self.read_line()).collect();
        (rest, self.server.join().unwrap())
    }
}

/// All output of the loop for these bytes.
pub fn answers(input: &[u8], settings: &ServeSettings) -> (Vec<String>, ExitReport) {
    let mut output = Vec::new();
    let report = serve(input, &mut output, &mut Counter::default(), settings);
    let output = String::from_utf8(output).unwrap();
    (output.lines().map(Into::into).collect(), report)
}

struct In {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for In {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        while self.rest.is_empty() {
            match self.bytes.recv() {
                Ok(bytes) => self.rest = bytes,
                Err(_) => return Ok(0),
            }
        }
        let n = self.rest.len().min(to.len());
        to[..n].copy_from_slice(&self.rest[..n]);
        self.rest.drain(..n);
        Ok(n)
    }
}

struct Out(Sender<Vec<u8>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
