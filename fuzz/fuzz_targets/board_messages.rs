//! Bytes as what the board in the browser reads: settings in TOML if they begin with `[`, or else lines that a page and the engine
//! that searches for it both send.

#![no_main]

use std::time::Duration;

use agora::{Conversation, EngineSearch, Engines, Job, Settings};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// The longest message of an error, in bytes.
const LONGEST_ERROR: usize = 4000;
/// The time between two lines, in milliseconds.
const PAUSE: u64 = 700;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if text.starts_with('[') { settings(&text) } else { conversation(&text) }
});

fn settings(text: &str) {
    match Settings::parse(text) {
        Ok(settings) => {
            let mut names: Vec<_> = settings.engines.iter().map(|engine| &engine.name).collect();
            names.sort();
            names.dedup();
            assert!(names.len() == settings.engines.len() && names.iter().all(|name| !name.is_empty()));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// An engine that keeps its last job.
#[derive(Default)]
struct Engine(Option<EngineSearch>);

impl Engines for Engine {
    fn names(&self) -> Vec<String> {
        vec!["engine".to_owned()]
    }

    fn think(&mut self, engine: &str, job: Job) -> Result<(), String> {
        assert!((1..=8).contains(&job.lines) && job.level.is_none_or(|level| (1..=8).contains(&level)));
        let search = EngineSearch::new(engine, job);
        let commands = search.commands("mcts");
        for line in commands.lines() {
            let command: protocol::Command = line.parse().expect("it was just written");
            assert_eq!(command.to_string(), line);
        }
        self.0 = Some(search);
        Ok(())
    }

    fn stop(&mut self, _: &str) {
        self.0 = None;
    }
}

/// Every message is answered by JSON, what is refused is refused in short and changes nothing, and the game is saved and loaded
/// again as the same.
fn conversation(text: &str) {
    let mut page = Conversation::new(Engine::default());
    for (number, line) in (0..).zip(text.lines()) {
        let now = Duration::from_millis(PAUSE * number);
        let message = page.engines.0.as_mut().and_then(|search| search.read(line));
        if let Some(text) = message.and_then(|message| page.engine_message(message, now)) {
            read(&text);
        }
        let before = state(&mut page, now);
        let answer = read(&page.answer(line, now));
        if answer["is"] == "error" {
            let message = answer["message"].as_str().expect("a text");
            assert!(!message.is_empty() && message.len() <= LONGEST_ERROR, "{message}");
            assert_eq!(state(&mut page, now), before, "{message}");
        }
    }
    let save = json!({ "do": "save" }).to_string();
    let saved = page.answer(&save, Duration::ZERO);
    let load = json!({ "do": "load", "text": read(&saved)["text"] }).to_string();
    let mut other = Conversation::new(Engine::default());
    let loaded = read(&other.answer(&load, Duration::ZERO));
    assert_eq!(loaded["is"], "state", "{loaded}");
    assert_eq!(other.answer(&save, Duration::ZERO), saved);
}

/// What a page shows, without the number of the change, which is the first field.
fn state(page: &mut Conversation<Engine>, now: Duration) -> String {
    let state = page.answer(r#"{"do":"state"}"#, now);
    state.split_once(r#","game":"#).expect("a state").1.to_owned()
}

/// A message to the page.
fn read(text: &str) -> Value {
    let message: Value = serde_json::from_str(text).expect("JSON");
    assert!(message["is"].is_string(), "{text}");
    message
}
