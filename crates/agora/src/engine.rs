//! An engine of a connection: a thread that drives a child process.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use protocol::driver::{DriverError, EngineProcess, SearchTimeout, StopHandle, Timeouts};
use protocol::{GameOptions, OptionKind, Start};
use tokio::sync::{OwnedSemaphorePermit, mpsc as channel};

use crate::engine_search::EngineSearch;
use crate::message::{EngineMessage, Job};
use crate::settings::EngineSettings;

/// An engine of a connection. Dropping it kills the process.
pub(crate) struct Engine {
    jobs: mpsc::Sender<(u64, Job)>,
    shared: Arc<Shared>,
}

/// What the thread and its owner share.
#[derive(Default)]
struct Shared {
    handle: Mutex<Option<StopHandle>>,
    /// The number of the job that is wanted; 0 when none is.
    wanted: AtomicU64,
    /// The number of the job that is searched; 0 when none is.
    running: AtomicU64,
    /// The number of jobs so far.
    count: AtomicU64,
    closed: AtomicBool,
}

impl Shared {
    fn is_wanted(&self, number: u64) -> bool {
        self.wanted.load(Ordering::SeqCst) == number && !self.closed.load(Ordering::SeqCst)
    }
}

impl Engine {
    /// Starts the thread; the process starts with the first job. `permit` is held until the process has ended.
    pub(crate) fn new(
        settings: EngineSettings,
        messages: channel::Sender<EngineMessage>,
        permit: OwnedSemaphorePermit,
    ) -> std::io::Result<Engine> {
        let (jobs, queue) = mpsc::channel();
        let shared = Arc::new(Shared::default());
        let worker = Worker { settings, messages, shared: Arc::clone(&shared), process: None };
        thread::Builder::new().name("engine".into()).spawn(move || {
            worker.run(&queue);
            drop(permit);
        })?;
        Ok(Engine { jobs, shared })
    }

    /// Searches; a present search is stopped and its turn is dropped.
    pub(crate) fn think(&self, job: Job) {
        let number = self.shared.count.fetch_add(1, Ordering::SeqCst) + 1;
        self.shared.wanted.store(number, Ordering::SeqCst);
        self.stop_unwanted();
        // The thread ends only after this value was dropped.
        let _ = self.jobs.send((number, job));
    }

    /// Stops the present search and drops its turn.
    pub(crate) fn stop(&self) {
        self.shared.wanted.store(0, Ordering::SeqCst);
        self.stop_unwanted();
    }

    /// Sends `stop` if a job is searched that is not wanted. Returns whether that is so: an engine ignores `stop` before
    /// `go`, so it is to be called again.
    pub(crate) fn stop_unwanted(&self) -> bool {
        let running = self.shared.running.load(Ordering::SeqCst);
        let unwanted = running != 0 && running != self.shared.wanted.load(Ordering::SeqCst);
        if unwanted {
            self.shared.handle.lock().iter().for_each(StopHandle::stop);
        }
        unwanted
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        self.shared.handle.lock().iter().for_each(StopHandle::kill);
    }
}

struct Worker {
    settings: EngineSettings,
    messages: channel::Sender<EngineMessage>,
    shared: Arc<Shared>,
    process: Option<(GameOptions, EngineProcess)>,
}

impl Worker {
    fn run(mut self, queue: &mpsc::Receiver<(u64, Job)>) {
        while let Ok((number, job)) = queue.recv() {
            // In this order: whoever changes `wanted` afterwards sees the job and stops it.
            self.shared.running.store(number, Ordering::SeqCst);
            let result = if self.shared.is_wanted(number) { Some(self.search(number, job)) } else { None };
            self.shared.running.store(0, Ordering::SeqCst);
            let message = match result {
                Some(Ok(best)) if self.shared.is_wanted(number) => best,
                Some(Err(error)) => {
                    // After an error an engine may still search.
                    *self.shared.handle.lock() = None;
                    self.process = None;
                    if self.shared.closed.load(Ordering::SeqCst) {
                        return;
                    }
                    EngineMessage::EngineError { engine: self.settings.name.clone(), message: error.to_string() }
                }
                _ => continue,
            };
            if self.messages.blocking_send(message).is_err() {
                return;
            }
        }
    }

    /// The message that says which turn was found.
    fn search(&mut self, number: u64, job: Job) -> Result<EngineMessage, DriverError> {
        let game = GameOptions { game: job.input.game.into(), rules: job.input.rules.clone() };
        let process = match &mut self.process {
            Some((of, process)) if *of == game => process,
            _ => {
                *self.shared.handle.lock() = None;
                self.process = None;
                let mut process = EngineProcess::spawn(&self.settings.command(), &Timeouts::default(), None)?;
                *self.shared.handle.lock() = Some(process.stop_handle());
                if self.shared.closed.load(Ordering::SeqCst) {
                    // It was closed before there was a handle to kill.
                    self.shared.handle.lock().iter().for_each(StopHandle::kill);
                }
                process.initialize(Some(&game))?;
                &mut self.process.insert((game, process)).1
            }
        };
        let declared = |process: &EngineProcess, name: &str| {
            let option = process.options().iter().find(|option| option.is_named(name))?;
            Some(if let Some(OptionKind::Spin { max, .. }) = option.kind { max } else { 1 })
        };
        for (name, value) in job.options(|name| declared(process, name)) {
            process.set_option(name, &value)?;
        }
        let go = job.go(|name| declared(process, name));
        let (start, turns) = (Start::Fen(job.input.start.clone()), job.input.turns.clone());
        let mut search = EngineSearch::new(&self.settings.name, job);
        let mut on_info = |info: &protocol::Info| {
            if let Some(message) = search.info(info).filter(|_| self.shared.is_wanted(number)) {
                // A report may be lost if the page is slow; the next one replaces it anyway.
                let _ = self.messages.try_send(message);
            }
        };
        let best = process.search(&start, &turns, go, &SearchTimeout::never(), &mut on_info)?;
        Ok(search.best(best.turn))
    }
}
