//! The engines of a page or table: child processes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};
use tokio::time::{Instant, sleep_until};

use crate::conversation::Engines;
use crate::engine::Engine;
use crate::message::{EngineMessage, Job};
use crate::settings::EngineSettings;

/// The number of messages of engines that wait for a slow page.
const QUEUE: usize = 256;
/// Interval between repetitions of `stop`.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// The engines of the server, of which each page and table starts processes of its own.
pub(crate) struct EnginePool {
    pub(crate) engines: Vec<EngineSettings>,
    /// The greatest number of processes.
    max: usize,
    places: Arc<Semaphore>,
}

impl EnginePool {
    /// Of these engines, with at most `max` processes at the same time.
    pub(crate) fn new(engines: Vec<EngineSettings>, max: usize) -> Arc<EnginePool> {
        Arc::new(EnginePool { engines, max, places: Arc::new(Semaphore::new(max)) })
    }
}

/// The engines of a page or table. They end with this value.
pub(crate) struct Processes {
    running: HashMap<String, Engine>,
    sender: mpsc::Sender<EngineMessage>,
    messages: mpsc::Receiver<EngineMessage>,
    pool: Arc<EnginePool>,
    /// When `stop` was sent last.
    stopped: Instant,
}

impl Processes {
    /// None runs yet.
    pub(crate) fn new(pool: Arc<EnginePool>) -> Processes {
        let (sender, messages) = mpsc::channel(QUEUE);
        Processes { running: HashMap::new(), sender, messages, pool, stopped: Instant::now() }
    }

    /// The next message of an engine. A call that is given up loses none.
    pub(crate) async fn next(&mut self) -> EngineMessage {
        loop {
            let is_unwanted = self.running.values().any(Engine::is_unwanted);
            tokio::select! {
                // There is always a message, or a sender: `self` has one.
                Some(message) = self.messages.recv() => return message,
                () = sleep_until(self.stopped + STOP_INTERVAL), if is_unwanted => {
                    self.running.values().for_each(Engine::stop_unwanted);
                    self.stopped = Instant::now();
                }
            }
        }
    }

    /// Ends all processes.
    pub(crate) fn end(&mut self) {
        self.running.clear();
    }

    /// The engine with this name, which is started if necessary.
    fn engine(&mut self, name: &str) -> Result<&mut Engine, String> {
        let place = match self.running.entry(name.to_owned()) {
            Entry::Occupied(running) => return Ok(running.into_mut()),
            Entry::Vacant(place) => place,
        };
        let known = self.pool.engines.iter().find(|engine| engine.name == name);
        let settings = known.ok_or_else(|| format!("there is no engine `{name}`"))?.clone();
        let permit = Arc::clone(&self.pool.places).try_acquire_owned();
        let permit =
            permit.map_err(|_| format!("{} engines run, and no more are allowed", self.pool.max))?;
        let engine = Engine::new(settings, self.sender.clone(), permit);
        Ok(place.insert(engine.map_err(|error| format!("no thread for the engine: {error}"))?))
    }
}

impl Engines for Processes {
    fn names(&self) -> Vec<String> {
        self.pool.engines.iter().map(|engine| engine.name.clone()).collect()
    }

    fn think(&mut self, engine: &str, job: Job) -> Result<(), String> {
        self.engine(engine)?.think(job);
        self.stopped = Instant::now();
        Ok(())
    }

    fn stop(&mut self, engine: &str) {
        if let Some(engine) = self.running.get(engine) {
            engine.stop();
            self.stopped = Instant::now();
        }
    }
}
