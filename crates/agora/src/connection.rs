//! The connection of a page: a session and its engines.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde::Serialize;
use session::{MAX_MESSAGE, Reply, Request, Session};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{interval, sleep};

use crate::engine::Engine;
use crate::message::{ENGINE_WORDS, EngineMessage, EngineRequest, Job};
use crate::server::Shared;

/// The greatest size of a frame. What is longer than [`MAX_MESSAGE`] is refused with the reason, what is longer than this
/// ends the connection.
pub(crate) const MAX_FRAME: usize = 2 * MAX_MESSAGE;
/// The number of messages of engines that wait for a slow page.
const QUEUE: usize = 256;
/// Interval between repetitions of `stop`.
const STOP_INTERVAL: Duration = Duration::from_millis(100);
/// Interval between two messages that find out whether the page is still there.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// Serves a page until it closes. Its engines end with it.
pub(crate) async fn run(mut socket: WebSocket, shared: Arc<Shared>, permit: OwnedSemaphorePermit) {
    let (sender, mut messages) = mpsc::channel(QUEUE);
    let mut page = Page {
        session: Session::new(),
        engines: HashMap::new(),
        sender,
        shared,
        began: Instant::now(),
        stopping: false,
    };
    let (mut stops, mut pings) = (interval(STOP_INTERVAL), interval(PING_INTERVAL));
    loop {
        let to_flag = page.session.time_to_flag(page.now());
        let answer = tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => Some(page.answer(text.as_str())),
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
            Some(message) = messages.recv() => page.engine_message(message),
            () = sleep(to_flag.unwrap_or_default()), if to_flag.is_some() => Some(page.time_is_up()),
            _ = stops.tick(), if page.stopping => {
                page.repeat_stops();
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

struct Page {
    session: Session,
    engines: HashMap<String, Engine>,
    sender: mpsc::Sender<EngineMessage>,
    shared: Arc<Shared>,
    began: Instant,
    /// Whether an engine may not have noticed `stop`.
    stopping: bool,
}

impl Page {
    /// The time as the session counts it.
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Answers a message.
    fn answer(&mut self, text: &str) -> String {
        if text.len() > MAX_MESSAGE {
            return self.session.handle_text(text, self.now()); // the session says why not
        }
        let word = |value: &serde_json::Value| value.get("do")?.as_str().map(str::to_owned);
        let about_engines = serde_json::from_str(text).ok().as_ref().and_then(word);
        if !about_engines.is_some_and(|word| ENGINE_WORDS.contains(&&*word)) {
            return self.session.handle_text(text, self.now());
        }
        let reply = match serde_json::from_str(text) {
            Ok(request) => self.engine_request(request),
            Err(problem) => Err(format!("not a request: {problem}")),
        };
        reply.map_or_else(error, |message| json(&message))
    }

    fn engine_request(&mut self, request: EngineRequest) -> Result<EngineMessage, String> {
        match request {
            EngineRequest::Engines => {
                let engines = self.shared.settings.engines.iter().map(|engine| engine.name.clone()).collect();
                return Ok(EngineMessage::Engines { engines });
            }
            EngineRequest::Stop { engine } => {
                if let Some(engine) = self.engines.get(&engine) {
                    engine.stop();
                }
            }
            EngineRequest::Think { engine, limit, lines, play, threat } => {
                let input = match threat {
                    false => {
                        self.session.search_input().ok_or("the game is over: there is nothing to search")
                    }
                    true => self.session.threat_input().ok_or("the opponent threatens nothing here"),
                }?;
                let job = Job {
                    number: 0,
                    revision: self.session.revision(),
                    input,
                    go: limit.go(self.session.clocks(self.now())),
                    lines: lines.clamp(1, 8),
                    play: play && !threat,
                    threat,
                };
                self.engine(&engine)?.think(job);
            }
        }
        self.stopping = true;
        Ok(EngineMessage::Ok)
    }

    /// The engine with this name, which is started if necessary.
    fn engine(&mut self, name: &str) -> Result<&Engine, String> {
        if !self.engines.contains_key(name) {
            let known = self.shared.settings.engines.iter().find(|engine| engine.name == name);
            let settings = known.ok_or_else(|| format!("there is no engine `{name}`"))?;
            let permit = Arc::clone(&self.shared.engines).try_acquire_owned();
            let permit = permit
                .map_err(|_| format!("{} engines run, and no more are allowed", self.shared.max_engines))?;
            let engine = Engine::new(settings.clone(), self.sender.clone(), permit);
            let engine = engine.map_err(|error| format!("no thread for the engine: {error}"))?;
            self.engines.insert(name.to_owned(), engine);
        }
        self.engines.get(name).ok_or_else(|| format!("there is no engine `{name}`"))
    }

    /// What is sent for a message of an engine; plays its turn if it is to be played.
    fn engine_message(&mut self, message: EngineMessage) -> Option<String> {
        if let EngineMessage::Best { engine, revision, turn, play: true, .. } = &message {
            if *revision != self.session.revision() {
                return None;
            }
            let reply = self.session.handle(Request::Turn { turn: turn.clone() }, self.now());
            let message = match reply {
                Reply::State(state) => EngineMessage::Played { state },
                Reply::Error { message } => {
                    let message = format!("the turn `{turn}` is illegal: {message}");
                    EngineMessage::EngineError { engine: engine.clone(), message }
                }
                _ => return None,
            };
            return Some(json(&message));
        }
        Some(json(&message))
    }

    fn time_is_up(&mut self) -> String {
        match self.session.handle(Request::State, self.now()) {
            Reply::State(state) => json(&EngineMessage::Played { state }),
            other => json(&other),
        }
    }

    fn repeat_stops(&mut self) {
        self.stopping = self.engines.values().filter(|engine| engine.stop_unwanted()).count() > 0;
    }
}

fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_else(|problem| format!("{problem}"))
}

fn error(message: String) -> String {
    json(&Reply::Error { message })
}
