//! The messages of a page: its session, and its engines behind a trait.

use std::time::Duration;

use printable::excerpt;
use session::{MAX_MESSAGE, Reply, Request, Session, read_request, to_json};

use crate::message::{ENGINE_WORDS, EngineMessage, EngineRequest, Job};

/// The engines of a page.
pub trait Engines {
    /// Their names.
    fn names(&self) -> Vec<String>;

    /// Searches with the engine of this name. A present search of it is stopped and its turn is dropped.
    ///
    /// # Errors
    /// There is no such engine, or it cannot be started.
    fn think(&mut self, engine: &str, job: Job) -> Result<(), String>;

    /// Stops the search of an engine and drops its turn.
    fn stop(&mut self, engine: &str);
}

/// The conversation with a page: a session and its engines. `now` is the present time, counted from any fixed moment.
pub struct Conversation<E> {
    session: Session,
    /// The engines.
    pub engines: E,
}

impl<E: Engines> Conversation<E> {
    /// A conversation with a new session.
    pub fn new(engines: E) -> Conversation<E> {
        Conversation { session: Session::new(), engines }
    }

    /// Answers a message.
    pub fn answer(&mut self, text: &str, now: Duration) -> String {
        // What is too long is refused by the session.
        if text.len() > MAX_MESSAGE || !word(text).is_some_and(|word| ENGINE_WORDS.contains(&&*word)) {
            return self.session.handle_text(text, now);
        }
        let reply = read_request(text).and_then(|request| self.engine_request(request, now));
        reply.map_or_else(error, |message| to_json(&message))
    }

    fn engine_request(&mut self, request: EngineRequest, now: Duration) -> Result<EngineMessage, String> {
        match request {
            EngineRequest::Engines => return Ok(EngineMessage::Engines { engines: self.engines.names() }),
            EngineRequest::Stop { engine } => self.engines.stop(&engine),
            EngineRequest::Think { engine, limit, lines, play, threat } => {
                let input = match threat {
                    false => {
                        self.session.search_input().ok_or("the game is over: there is nothing to search")
                    }
                    true => self.session.threat_input().ok_or("the opponent threatens nothing here"),
                }?;
                let job = Job {
                    revision: self.session.revision(),
                    input,
                    go: limit.go(self.session.clocks(now)),
                    level: limit.level(),
                    seed: now.subsec_nanos(),
                    lines: lines.clamp(1, 8),
                    play: play && !threat,
                    threat,
                };
                self.engines.think(&engine, job)?;
            }
        }
        Ok(EngineMessage::Ok)
    }

    /// Loads the text of a game. Returns the reply.
    pub fn load(&mut self, text: String, now: Duration) -> String {
        to_json(&self.session.handle(Request::Load { text }, now))
    }

    /// What is sent for a message of an engine; plays its turn if it is to be played.
    pub fn engine_message(&mut self, message: EngineMessage, now: Duration) -> Option<String> {
        if let EngineMessage::Best { engine, revision, turn, play: true, .. } = &message {
            if *revision != self.session.revision() {
                return None;
            }
            let reply = self.session.handle(Request::Turn { turn: turn.clone() }, now);
            let message = match reply {
                Reply::State(state) => EngineMessage::Played { state },
                Reply::Error { message } => {
                    let message = format!("the turn `{}` is illegal: {message}", excerpt(turn));
                    EngineMessage::EngineError { engine: engine.clone(), message }
                }
                _ => return None,
            };
            return Some(to_json(&message));
        }
        Some(to_json(&message))
    }

    /// The time until the clock of a player runs out; `None` if no clock runs.
    pub fn time_to_flag(&self, now: Duration) -> Option<Duration> {
        self.session.time_to_flag(now)
    }

    /// What is sent when the clock of a player has run out.
    pub fn time_is_up(&mut self, now: Duration) -> String {
        match self.session.handle(Request::State, now) {
            Reply::State(state) => to_json(&EngineMessage::Played { state }),
            other => to_json(&other),
        }
    }
}

/// The word `do` of a request.
pub(crate) fn word(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    value.get("do")?.as_str().map(str::to_owned)
}

pub(crate) fn error(message: String) -> String {
    to_json(&Reply::Error { message })
}
