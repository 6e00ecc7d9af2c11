//! The connection of a page: a session and its engines.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use session::{MAX_MESSAGE, Request, to_json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval, sleep, sleep_until};

use crate::access::Access;
use crate::conversation::{Conversation, Engines, error, has_word};
use crate::engine::Engine;
use crate::message::{EngineMessage, Job};
use crate::settings::ServerOptions;
use crate::tournament::{TOURNAMENT_WORDS, TournamentReply};

/// The greatest size of a frame. What is longer than [`MAX_MESSAGE`] is refused with the reason, what is longer than this
/// ends the connection.
pub(crate) const MAX_FRAME: usize = 2 * MAX_MESSAGE;
/// The number of messages of engines that wait for a slow page.
const QUEUE: usize = 256;
/// Interval between repetitions of `stop`.
const STOP_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between two messages that find out whether the page is still there.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) options: ServerOptions,
    pub(crate) access: Access,
    pub(crate) sessions: Arc<Semaphore>,
    pub(crate) engines: Arc<Semaphore>,
}

/// Serves a page until it closes. Its engines end with it.
pub(crate) async fn run(mut socket: WebSocket, shared: Arc<Shared>, permit: OwnedSemaphorePermit) {
    let (sender, mut messages) = mpsc::channel(QUEUE);
    let engines = Processes { running: HashMap::new(), sender, shared, stopped: Instant::now() };
    let mut page = Conversation::new(engines);
    let began = Instant::now();
    let mut pings = interval(PING_INTERVAL);
    loop {
        let to_flag = page.session.time_to_flag(began.elapsed());
        let is_unwanted = page.engines.running.values().any(Engine::is_unwanted);
        let answer = tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => Some(answer(&mut page, text.as_str(), began.elapsed()).await),
                Some(Ok(Message::Binary(_))) => Some(error("a message is text, not bytes".into())),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                Some(Ok(Message::Close(_))) | None => break,
                Some(Err(problem)) => {
                    let reason = problem.to_string().chars().take(100).collect::<String>().into();
                    let frame = CloseFrame { code: close_code::SIZE, reason };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    break;
                }
            },
            Some(message) = messages.recv() => page.engine_message(message, began.elapsed()),
            () = sleep(to_flag.unwrap_or_default()), if to_flag.is_some() => Some(page.time_is_up(began.elapsed())),
            () = sleep_until(page.engines.stopped + STOP_INTERVAL), if is_unwanted => {
                page.engines.running.values().for_each(Engine::stop_unwanted);
                page.engines.stopped = Instant::now();
                None
            }
            _ = pings.tick() => match socket.send(Message::Ping(Bytes::new())).await {
                Ok(()) => None,
                Err(_) => break,
            },
        };
        if let Some(text) = answer
            && socket.send(Message::Text(text.into())).await.is_err()
        {
            break;
        }
    }
    drop(page);
    drop(permit);
}

/// Answers a message.
async fn answer(page: &mut Conversation<Processes>, text: &str, now: Duration) -> String {
    if !has_word(text, &TOURNAMENT_WORDS) {
        return page.answer(text, now);
    }
    let (shared, text) = (Arc::clone(&page.engines.shared), text.to_owned());
    // On a thread that may wait for the store.
    let answered = spawn_blocking(move || match &shared.options.tournament {
        Some(tournament) => tournament.answer(&text),
        None => Err("no tournament is watched".to_owned()),
    });
    match answered.await {
        Ok(Ok(TournamentReply::Record { text })) => to_json(&page.session.handle(Request::Load { text }, now)),
        Ok(Ok(reply)) => to_json(&reply),
        Ok(Err(message)) => error(message),
        Err(problem) => error(problem.to_string()),
    }
}

/// The engines of a page: child processes.
struct Processes {
    running: HashMap<String, Engine>,
    sender: mpsc::Sender<EngineMessage>,
    shared: Arc<Shared>,
    /// When `stop` was sent last.
    stopped: Instant,
}

impl Engines for Processes {
    fn names(&self) -> Vec<String> {
        self.shared.options.settings.engines.iter().map(|engine| engine.name.clone()).collect()
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

impl Processes {
    /// The engine with this name, which is started if necessary.
    fn engine(&mut self, name: &str) -> Result<&mut Engine, String> {
        let place = match self.running.entry(name.to_owned()) {
            Entry::Occupied(running) => return Ok(running.into_mut()),
            Entry::Vacant(place) => place,
        };
        let options = &self.shared.options;
        let known = options.settings.engines.iter().find(|engine| engine.name == name);
        let settings = known.ok_or_else(|| format!("there is no engine `{name}`"))?.clone();
        let permit = Arc::clone(&self.shared.engines).try_acquire_owned();
        let permit =
            permit.map_err(|_| format!("{} engines run, and no more are allowed", options.max_engines))?;
        let engine = Engine::new(settings, self.sender.clone(), permit);
        Ok(place.insert(engine.map_err(|error| format!("no thread for the engine: {error}"))?))
    }
}
