//! The messages of a page: its session, and its engines behind a trait.

use std::time::Duration;

use printable::excerpt;
use protocol::Announcement;
use serde_json::Value;
use session::{Reply, Request, SearchInput, Session, read_request, to_json};

use crate::message::{ENGINE_WORDS, EngineMessage, EngineRequest, Job, Limit};

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
    /// The session.
    pub session: Session,
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
        if !has_word(text, &ENGINE_WORDS) {
            return self.session.handle_text(text, now);
        }
        let reply = read_request(text).and_then(|request| self.engine_request(request, now));
        reply.map_or_else(error, |message| to_json(&message))
    }

    fn engine_request(&mut self, request: EngineRequest, now: Duration) -> Result<EngineMessage, String> {
        match request {
            EngineRequest::Engines => return Ok(EngineMessage::Engines { engines: self.engines.names() }),
            EngineRequest::Stop { engine } => self.engines.stop(&engine),
            EngineRequest::Think { engine, limit, lines, play, threat, draw } => {
                let input = if threat {
                    self.session.threat_input().ok_or("the opponent threatens nothing here")?
                } else {
                    self.session.search_input().ok_or("the game is over: there is nothing to search")?
                };
                let job = job(&self.session, input, limit, now);
                let mut job = Job { lines: lines.clamp(1, 8), play: play && !threat, threat, ..job };
                job.go.announced = draw.then_some(Announcement::Draw);
                self.engines.think(&engine, job)?;
            }
        }
        Ok(EngineMessage::Ok)
    }

    /// What is sent for a message of an engine; plays its turn if it is to be played.
    pub fn engine_message(&mut self, message: EngineMessage, now: Duration) -> Option<String> {
        let EngineMessage::Best { engine, revision, turn, play: true, draw, .. } = message else {
            return Some(to_json(&message));
        };
        if revision != self.session.revision() {
            return None;
        }
        let request = if draw { Request::Draw } else { Request::Turn { turn: turn.clone() } };
        let message = match self.session.handle(request, now) {
            Reply::State(state) => EngineMessage::Played { state },
            Reply::Error { message } => {
                let message = format!("the turn `{}` is illegal: {message}", excerpt(&turn));
                EngineMessage::EngineError { engine, message }
            }
            _ => return None,
        };
        Some(to_json(&message))
    }

    /// What is sent when the clock of a player has run out.
    pub fn time_is_up(&mut self, now: Duration) -> String {
        match self.session.handle(Request::State, now) {
            Reply::State(state) => to_json(&EngineMessage::Played { state }),
            other => to_json(&other),
        }
    }
}

/// A search of a session with one variation.
pub(crate) fn job(session: &Session, input: SearchInput, limit: Limit, now: Duration) -> Job {
    Job {
        revision: session.revision(),
        input,
        go: limit.go(session.clocks(now)),
        level: limit.level(),
        seed: now.subsec_nanos(),
        lines: 1,
        play: false,
        threat: false,
    }
}

/// Whether the word `do` of a request is one of these.
pub(crate) fn has_word(text: &str, words: &[&str]) -> bool {
    let request = read_request(text).unwrap_or(Value::Null);
    request["do"].as_str().is_some_and(|word| words.contains(&word))
}

pub(crate) fn error(message: String) -> String {
    to_json(&Reply::Error { message })
}
