//! Runs jobs of the engine. Lines that come meanwhile wait; some of them stop the job.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::{Duration, Instant};

use protocol::server::{EngineError, JobResult, Output, ProtocolEngine as _, StopSignal};
use protocol::{Go, JobRequest};

use super::Server;
use super::analysis::{Stream, Wanted};
use super::found::Found;

/// What the loop waits for.
pub(super) enum Event {
    /// A line of the input; `None` for its end.
    Line(Option<String>),
    /// Output of the job.
    Output(Output),
    /// The job has ended; `None` if it panicked.
    Done(Option<JobResult>),
}

/// The comment by which GoGui interrupts a command.
const INTERRUPT: &str = "# interrupt";
/// The option by which the engine knows that its turn will not be played.
const ANALYSE_MODE: &str = "UCI_AnalyseMode";
/// The stack of the thread that searches, as in the other protocols.
const STACK: usize = 16 << 20;

impl Server {
    /// Searches the present position. An infinite search is an analysis, which any line ends.
    pub(super) fn search(&mut self, go: Go, wanted: Wanted) -> Result<Found, String> {
        let Wanted { turns: searchmoves, lines, mut stream, plays } = wanted;
        let is_analysis = go.limits.infinite;
        let text = |error: EngineError| error.to_string();
        self.set_up_engine()?;
        self.engine.set_option("MultiPV", &lines.max(1).to_string()).map_err(text)?;
        let own = self.options.get(ANALYSE_MODE).map_or("false", String::as_str);
        self.engine.set_option(ANALYSE_MODE, if plays { own } else { "true" }).map_err(text)?;
        let job = self.engine.job(&JobRequest::Go(Go { searchmoves, ..go })).map_err(text)?;
        let (signal, events) = (StopSignal::default(), self.sender.clone());
        let of_job = StopSignal::clone(&signal);
        let stop = || signal.store(true, Ordering::Relaxed);
        let run = move || {
            let mut send = |output| drop(events.send(Event::Output(output)));
            let result = catch_unwind(AssertUnwindSafe(|| job(&of_job, &mut send)));
            drop(events.send(Event::Done(result.ok())));
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(run);
        let thread = thread.map_err(|error| format!("no thread for the search: {error}"))?;
        let mut found = Found::default();
        let result = loop {
            // Also lines that waited before the search, and the end of the input.
            if self.quit || is_analysis && !self.lines.is_empty() {
                stop();
            }
            let wait = stream.as_ref().map_or(Duration::MAX, Stream::time_to_next);
            match self.events.recv_timeout(wait) {
                Ok(Event::Line(Some(line))) if line.trim() == INTERRUPT => stop(),
                Ok(Event::Line(line)) => self.lines.push_back(line),
                Ok(Event::Output(output)) => {
                    if found.add(output) {
                        self.show_live(&found);
                        stream.iter_mut().for_each(Stream::change);
                    }
                }
                Ok(Event::Done(result)) => break result,
                Err(RecvTimeoutError::Timeout) => self.report(&mut stream, &found),
                Err(RecvTimeoutError::Disconnected) => break None,
            }
        };
        drop(thread.join());
        stream.iter_mut().for_each(|stream| stream.next = Instant::now());
        self.report(&mut stream, &found);
        match result {
            None => return Err("internal error: the search panicked".to_owned()),
            Some(JobResult::Turn(turn)) => found.turn = Some(turn),
            Some(JobResult::NoTurn) => {}
            Some(JobResult::Summary(text)) => found.texts.push(text),
        }
        Ok(found)
    }

    /// Sets the engine's position to the present one.
    pub(super) fn set_up_engine(&mut self) -> Result<(), String> {
        let (pie, start, turns) = self.game.for_engine();
        let done = self.engine.set_option("Snorkels.pie", if pie { "true" } else { "false" });
        done.and_then(|()| self.engine.set_position(&start, &turns)).map_err(|error| error.to_string())
    }

    /// Writes a report if it is time for one.
    fn report(&mut self, stream: &mut Option<Stream>, found: &Found) {
        if let Some(line) = stream.as_mut().and_then(|stream| stream.report(found)) {
            self.write_line(&line);
        }
    }

    /// Shows the principal variation on GoGui's board.
    fn show_live(&self, found: &Found) {
        if let Some(best) = found.lines.first().filter(|_| self.live_graphics) {
            eprintln!("gogui-gfx: VAR {}", self.moves(&best.pv));
        }
    }
}
