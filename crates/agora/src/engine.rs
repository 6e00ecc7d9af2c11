//! An engine of a page or table: a thread that drives a child process.

use std::sync::mpsc;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use protocol::driver::{DriverError, EngineProcess, SearchTimeout, StopHandle, Timeouts};
use protocol::{GameOptions, OptionKind, Start};
use tokio::sync::{OwnedSemaphorePermit, mpsc as channel};

use crate::engine_search::EngineSearch;
use crate::message::{EngineMessage, FULL_STRENGTH, Job};
use crate::settings::EngineSettings;

/// An engine of a page or table. Dropping it kills the process.
pub(crate) struct Engine {
    jobs: mpsc::Sender<(u64, Job)>,
    state: Arc<Mutex<State>>,
    /// The number of jobs so far.
    count: u64,
}

/// What the thread and its owner share.
#[derive(Default)]
struct State {
    handle: Option<StopHandle>,
    /// The number of the job that is wanted; 0 when none is.
    wanted: u64,
    /// The number of the job that is searched; 0 when none is.
    running: u64,
    closed: bool,
}

impl Engine {
    /// Starts the thread; the process starts with the first job. `permit` is held until the process has ended.
    pub(crate) fn new(
        settings: EngineSettings,
        messages: channel::Sender<EngineMessage>,
        permit: OwnedSemaphorePermit,
    ) -> std::io::Result<Engine> {
        let (jobs, queue) = mpsc::channel();
        let state = Arc::default();
        let worker = Worker { settings, messages, state: Arc::clone(&state), process: None };
        thread::Builder::new().name("engine".into()).spawn(move || {
            worker.run(&queue);
            drop(permit);
        })?;
        Ok(Engine { jobs, state, count: 0 })
    }

    /// Searches; a present search is stopped and its turn is dropped.
    pub(crate) fn think(&mut self, job: Job) {
        self.count += 1;
        self.want(self.count);
        // The thread ends only after this value was dropped.
        let _ = self.jobs.send((self.count, job));
    }

    /// Stops the present search and drops its turn.
    pub(crate) fn stop(&self) {
        self.want(0);
    }

    fn want(&self, number: u64) {
        self.state.lock().wanted = number;
        self.stop_unwanted();
    }

    /// Whether a job is searched that is not wanted.
    pub(crate) fn is_unwanted(&self) -> bool {
        let state = self.state.lock();
        state.running != 0 && state.running != state.wanted
    }

    /// Sends `stop` if a job is searched that is not wanted. An engine ignores `stop` before `go`, so this is repeated.
    pub(crate) fn stop_unwanted(&self) {
        if self.is_unwanted() {
            self.state.lock().handle.iter().for_each(StopHandle::stop);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let mut state = self.state.lock();
        (state.wanted, state.closed) = (0, true);
        state.handle.iter().for_each(StopHandle::kill);
    }
}

struct Worker {
    settings: EngineSettings,
    messages: channel::Sender<EngineMessage>,
    state: Arc<Mutex<State>>,
    process: Option<(GameOptions, EngineProcess)>,
}

impl Worker {
    fn run(mut self, queue: &mpsc::Receiver<(u64, Job)>) {
        while let Ok((number, job)) = queue.recv() {
            if !self.set_running(number, number) {
                continue;
            }
            let result = self.search(number, job);
            let is_wanted = self.set_running(number, 0);
            let message = match result {
                Ok(best) if is_wanted => best,
                Ok(_) => continue,
                Err(error) => {
                    // After an error an engine may still search.
                    self.process = None;
                    EngineMessage::EngineError { engine: self.settings.name.clone(), message: error.to_string() }
                }
            };
            if self.messages.blocking_send(message).is_err() {
                return;
            }
        }
    }

    /// Says which job is searched if the job of this number is wanted, or that none is. Returns whether it is wanted.
    fn set_running(&self, number: u64, running: u64) -> bool {
        let mut state = self.state.lock();
        let is_wanted = state.wanted == number;
        state.running = if is_wanted { running } else { 0 };
        is_wanted
    }

    /// The message that says which turn was found.
    fn search(&mut self, number: u64, job: Job) -> Result<EngineMessage, DriverError> {
        let game = GameOptions { game: job.input.game.into(), rules: job.input.rules.clone() };
        let process = match &mut self.process {
            Some((of, process)) if *of == game => process,
            _ => {
                self.process = None;
                let mut process = EngineProcess::spawn(&self.settings.command(), &Timeouts::default(), None)?;
                let mut state = self.state.lock();
                state.handle = Some(process.stop_handle());
                if state.closed {
                    // It was closed before there was a handle to kill.
                    state.handle.iter().for_each(StopHandle::kill);
                }
                drop(state);
                process.initialize(Some(&game))?;
                &mut self.process.insert((game, process)).1
            }
        };
        let mut levels = process.options().iter().filter(|option| option.is_named("Skill Level"));
        let are_known = levels.any(|option| {
            matches!(option.kind, Some(OptionKind::Spin { max, .. }) if max == i64::from(FULL_STRENGTH))
        });
        let (options, go) = job.settings(are_known);
        for (name, value) in options {
            if process.options().iter().any(|option| option.is_named(name)) {
                process.set_option(name, &value)?;
            }
        }
        let (start, turns) = (Start::Fen(job.input.start.clone()), job.input.turns.clone());
        let mut search = EngineSearch::new(&self.settings.name, job);
        let mut on_info = |info: &protocol::Info| {
            if let Some(message) = search.info(info).filter(|_| self.state.lock().wanted == number) {
                // A report may be lost if the page is slow; the next one replaces it anyway.
                let _ = self.messages.try_send(message);
            }
        };
        let best = process.search(&start, &turns, go, &SearchTimeout::never(), &mut on_info)?;
        Ok(search.best(best.turn))
    }
}
