//! The conversation of an instance with the page.
#![allow(unsafe_code)] // the names of the exported functions

use std::cell::RefCell;

use agora::{AGON, Conversation, EngineMessage, EngineSearch, Engines, Job};

use crate::text::{self, input, now};

thread_local! {
    static PAGE: RefCell<Conversation<Workers>> = RefCell::new(Conversation::new(Workers::default()));
}

/// The present searches. The workers are on the other side.
#[derive(Default)]
struct Workers {
    searches: [Option<EngineSearch>; AGON.len()],
}

impl Engines for Workers {
    fn names(&self) -> Vec<String> {
        AGON.map(|(name, _)| name.to_owned()).to_vec()
    }

    fn think(&mut self, engine: &str, job: Job) -> Result<(), String> {
        let number = AGON.iter().position(|(name, _)| *name == engine);
        let number = number.ok_or_else(|| format!("there is no engine `{engine}`"))?;
        let search = EngineSearch::new(engine, job);
        text::start(number, &search.commands(AGON[number].1));
        self.searches[number] = Some(search);
        Ok(())
    }

    fn stop(&mut self, engine: &str) {
        if let Some(number) = AGON.iter().position(|(name, _)| *name == engine) {
            self.searches[number] = None;
            text::stop(number);
        }
    }
}

/// Writes the message that follows, if there is one.
fn write(message: impl FnOnce(&mut Conversation<Workers>) -> Option<String>) {
    if let Some(text) = PAGE.with_borrow_mut(message) {
        text::write(text.as_bytes());
    }
}

/// Answers a message of the page.
#[unsafe(no_mangle)]
extern "C" fn request() {
    write(|page| Some(page.answer(&input(), now())));
}

/// Reads a line of an engine.
#[unsafe(no_mangle)]
extern "C" fn engine_line(engine: usize) {
    let line = input();
    write(|page| {
        let message = page.engines.searches.get_mut(engine)?.as_mut()?.read(&line)?;
        page.engine_message(message, now())
    });
}

/// Reads why an engine failed.
#[unsafe(no_mangle)]
extern "C" fn engine_failed(engine: usize) {
    let message = input();
    write(|page| {
        page.engines.searches.get_mut(engine)?.take()?;
        page.engine_message(EngineMessage::EngineError { engine: AGON[engine].0.to_owned(), message }, now())
    });
}

/// The milliseconds until a player's time is up; negative if no clock runs.
#[unsafe(no_mangle)]
extern "C" fn time_to_flag() -> f64 {
    let rest = PAGE.with_borrow(|page| page.session.time_to_flag(now()));
    rest.map_or(-1.0, |rest| rest.as_secs_f64() * 1000.0)
}

/// Writes the state after a player's time is up.
#[unsafe(no_mangle)]
extern "C" fn time_is_up() {
    write(|page| Some(page.time_is_up(now())));
}
