//! An engine that is asked in the words of the protocol, and what it answers.

use std::time::{Duration, Instant};

use abstract_game::facade::{AnyMatch, AnyRules};
use protocol::driver::{EngineCommand, EngineLine};
use protocol::server::Identity;
use protocol::{
    Command, Dialect, Go, GoLimits, Info, OptionDecl, Query, ReportedScore, Start, after_word, is_error,
};

use super::CheckSettings;
use super::material::Material;
use super::point::Miss;
use super::session::{Session, Shared};
use super::transcript::printable;
use crate::game_options;

/// How soon an engine ends after it was told to.
pub(super) const QUIT: Duration = Duration::from_secs(2);

/// What a point has to work with.
pub(super) struct Probe<'a> {
    pub(super) command: &'a EngineCommand,
    pub(super) rules: &'a dyn AnyRules,
    pub(super) settings: &'a CheckSettings,
    pub(super) material: &'a Material,
    pub(super) transcript: Shared,
    /// The first lines that are no protocol, of all points so far.
    pub(super) strays: &'a [String],
}

/// What an engine says of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Hello {
    pub(super) name: Option<String>,
    pub(super) author: Option<String>,
    pub(super) options: Vec<OptionDecl>,
    /// Lines that begin with `option` and are none.
    pub(super) unreadable: Vec<String>,
    /// Lines that do not belong there.
    pub(super) others: Vec<String>,
}

impl Probe<'_> {
    /// A new process of the engine, to which nothing was said.
    pub(super) fn start(&self) -> Result<Session, Miss> {
        let settings = self.settings;
        Ok(Session::start(self.command, &settings.cancel, &self.transcript, settings.timeout)?)
    }

    /// A new process of the engine after the greeting.
    pub(super) fn greet(&self) -> Result<Engine<'_>, Miss> {
        let mut session = self.start()?;
        let hello = greet(&mut session, self.settings.dialect)?;
        Ok(Engine { session, hello, probe: self, given: Duration::ZERO })
    }

    /// A new process of the engine, ready to play the game. Whatever it says to the options is for the point
    /// about them.
    pub(super) fn open(&self) -> Result<Engine<'_>, Miss> {
        let mut engine = self.greet()?;
        for (name, value) in game_options::settings(self.command, self.rules, &engine.hello.options) {
            engine.session.say(Command::SetOption { name, value });
        }
        engine.ready()?;
        Ok(engine)
    }

    /// The game after those turns.
    pub(super) fn judge(&self, turns: &[String]) -> Box<dyn AnyMatch> {
        self.material.after(turns)
    }

    /// That an engine's text is that of the game's position.
    pub(super) fn same_position(&self, text: &str, game: &dyn AnyMatch) -> Result<(), Miss> {
        let shown = printable(text, 100);
        match self.rules.read_position(text) {
            Err(error) => Miss::failed(format!("`response {shown}` is no position: {error}")),
            Ok(read) if read.key() == game.key() => Ok(()),
            Ok(_) => Miss::failed(format!("`response {shown}` instead of `{}`", game.position_text())),
        }
    }

    /// How late an answer may be.
    pub(super) fn margin(&self) -> Duration {
        self.settings.margin
    }
}

/// What an engine says of itself, in a process for this alone.
pub(super) fn introduce(
    command: &EngineCommand,
    settings: &CheckSettings,
    transcript: &Shared,
) -> Result<Hello, Miss> {
    let mut session = Session::start(command, &settings.cancel, transcript, settings.timeout)?;
    greet(&mut session, settings.dialect)
}

fn greet(session: &mut Session, dialect: Dialect) -> Result<Hello, Miss> {
    let lines = session.process.handshake(dialect)?;
    let (unreadable, others): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| first_word(line) == "option");
    let expected = ["", "id", "info", "registration", "copyprotection"];
    let Identity { name, author } = session.process.identity().clone();
    Ok(Hello {
        name: Some(name).filter(|name| !name.is_empty()),
        author: Some(author).filter(|author| !author.is_empty()),
        options: session.process.options().to_vec(),
        unreadable,
        others: others.into_iter().filter(|line| !expected.contains(&first_word(line))).collect(),
    })
}

/// A running engine.
pub(super) struct Engine<'a> {
    pub(super) session: Session,
    pub(super) hello: Hello,
    probe: &'a Probe<'a>,
    /// The time that the search under way was given.
    given: Duration,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The lines before the answer.
    pub(super) infos: Vec<String>,
    /// The answer's line.
    pub(super) line: String,
    /// From `go` to the answer.
    pub(super) elapsed: Duration,
}

impl Engine<'_> {
    /// Waits until the engine is ready, and returns what it says before.
    pub(super) fn ready(&mut self) -> Result<Vec<String>, Miss> {
        self.session.say(Command::IsReady);
        let patience = self.session.patience();
        let lines = self.session.until("`readyok`", patience, |line| first_word(line) == "readyok")?;
        Ok(texts(&lines[..lines.len() - 1]))
    }

    /// Says something, waits until the engine is ready, and returns what it says before.
    pub(super) fn tell(&mut self, line: &str) -> Result<Vec<String>, Miss> {
        self.session.say(line);
        self.ready()
    }

    /// Sets an option, which the engine must not refuse.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Miss> {
        let command = Command::SetOption { name: name.to_owned(), value: value.to_owned() }.to_string();
        let said = self.tell(&command)?;
        accepted(&printable(&command, 60), &said)
    }

    /// Sets the position, which the engine must not refuse.
    pub(super) fn position(&mut self, start: &Start, turns: &[String]) -> Result<(), Miss> {
        let command = Command::Position { start: start.clone(), moves: turns.to_vec() }.to_string();
        let said = self.tell(&command)?;
        accepted(&printable(&command, 60), &said)
    }

    /// Sets a position of the game being checked.
    pub(super) fn turns(&mut self, turns: &[String]) -> Result<(), Miss> {
        let start = self.probe.material.start();
        self.position(&start, turns)
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, limits: &GoLimits) -> Instant {
        let clocks = limits.clock.iter().filter_map(|clock| clock.time);
        self.given = limits.move_time.or(clocks.min()).unwrap_or_default();
        let now = Instant::now();
        self.session.say(Command::Go(Go::search(limits.clone())).in_dialect(self.dialect()));
        now
    }

    /// Waits for the answer of a search that began at a time.
    pub(super) fn found(&mut self, since: Instant) -> Result<Found, Miss> {
        let patience = self.session.patience() + self.given;
        let lines = self.session.until("`bestmove`", patience, |line| first_word(line) == "bestmove")?;
        let (infos, last) = lines.split_at(lines.len() - 1);
        let elapsed = last[0].at.saturating_duration_since(since);
        Ok(Found { infos: texts(infos), line: last[0].text.clone(), elapsed })
    }

    /// Searches to its end.
    pub(super) fn go(&mut self, limits: &GoLimits) -> Result<Found, Miss> {
        let since = self.begin(limits);
        self.found(since)
    }

    /// Searches the position after those turns.
    pub(super) fn think(&mut self, turns: &[String], limits: &GoLimits) -> Result<Found, Miss> {
        self.turns(turns)?;
        self.go(limits)
    }

    /// As [`think`](Engine::think), and requires a legal answer.
    pub(super) fn search(&mut self, turns: &[String], limits: &GoLimits) -> Result<Found, Miss> {
        let found = self.think(turns, limits)?;
        found.legal(&*self.probe.judge(turns))?;
        Ok(found)
    }

    /// Stops a search, and requires a legal answer.
    pub(super) fn stop(&mut self, game: &dyn AnyMatch) -> Result<Found, Miss> {
        let since = Instant::now();
        self.session.say(Command::Stop);
        let found = self.found(since)?;
        found.legal(game)?;
        Ok(found)
    }

    /// What the engine responds to a question. That it is ready without a response means that it has none.
    pub(super) fn ask(&mut self, query: &Query) -> Result<String, Miss> {
        let question = query.to_string();
        let said = self.tell(&question)?;
        let responses: Vec<&str> = said.iter().filter_map(|line| after_word(line, "response")).collect();
        match responses[..] {
            [response] => Ok(response.to_owned()),
            [] => {
                let instead = said.first().map_or_else(
                    || "nothing was said before `readyok`".to_owned(),
                    |line| format!("it said `{}`", printable(line, 100)),
                );
                Miss::not_offered(format!("no `response` to `{}`: {instead}", printable(&question, 60)))
            }
            _ => Miss::failed(format!("{} responses to `{}`", responses.len(), printable(&question, 60))),
        }
    }

    fn dialect(&self) -> Dialect {
        self.probe.settings.dialect
    }
}

impl Found {
    /// The first word after `bestmove`.
    pub(super) fn turn(&self) -> &str {
        self.line.split_whitespace().nth(1).unwrap_or_default()
    }

    /// Whether the rules allow the answer.
    pub(super) fn legal(&self, game: &dyn AnyMatch) -> Result<(), Miss> {
        let line = printable(&self.line, 60);
        if self.turn().is_empty() {
            return Miss::failed(format!("`{line}` names no turn"));
        }
        game.check_turn(self.turn()).or_else(|error| {
            let position = printable(&game.position_text(), 100);
            Miss::failed(format!("`{line}` is not legal in `{position}`: {error}"))
        })
    }

    /// The last line that tells the score of the best turn.
    pub(super) fn last_info(&self, dialect: Dialect) -> Option<Info> {
        let mut infos = self.infos.iter().rev().filter_map(|line| Info::parse(line, dialect));
        infos.find(|info| info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1))
    }

    /// The last exact score of the best turn.
    pub(super) fn score(&self, dialect: Dialect) -> Option<ReportedScore> {
        let infos = self.infos.iter().rev().filter_map(|line| Info::parse(line, dialect));
        let mut best = infos.filter(|info| info.multipv.is_none_or(|rank| rank == 1) && info.bound.is_none());
        best.find_map(|info| info.score)
    }
}

/// That nothing the engine said is a complaint.
pub(super) fn accepted(what: &str, said: &[String]) -> Result<(), Miss> {
    if let Some(error) = said.iter().find(|line| is_error(line)) {
        return Miss::failed(format!("`{what}` was refused: `{}`", printable(error, 200)));
    }
    Ok(())
}

/// That nothing the engine said is the answer of a search.
pub(super) fn no_answer(what: &str, said: &[String]) -> Result<(), Miss> {
    match said.iter().find(|line| first_word(line) == "bestmove") {
        Some(line) => {
            Miss::failed(format!("`{}` came after `{what}`, where no search runs", printable(line, 60)))
        }
        None => Ok(()),
    }
}

/// The first word of a line, or nothing.
pub(super) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn texts(lines: &[EngineLine]) -> Vec<String> {
    lines.iter().map(|line| line.text.clone()).collect()
}
