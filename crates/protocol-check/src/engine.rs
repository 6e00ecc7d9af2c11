//! The engine under test, and the requests that the points share.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use abstract_game::facade::{AnyMatch, AnyRules};
use protocol::driver::{DriverError, EngineCommand, EngineLine, EngineProcess, ObservedLine, Timeouts};
use protocol::{
    Command, GameOptions, Go, GoLimits, Info, OptionDecl, Query, ReportedScore, Start, after_word, is_error,
};

use crate::settings::CheckSettings;
use crate::test_games::TestGames;
use crate::transcript::{SharedTranscript, first_word, printable};

/// The most time that a point gives to a search.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(2);
/// How soon an engine must end after `quit` or the end of its input.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a point did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The engine does not meet it: why.
    Failed(String),
    /// The engine does not have the feature: how that is known.
    NotOffered(String),
}

/// The result of a check, or of a step of it.
pub(crate) type CheckResult<T = ()> = Result<T, Problem>;

impl Problem {
    pub(crate) fn failed<T>(why: impl Into<String>) -> CheckResult<T> {
        Err(Problem::Failed(why.into()))
    }

    pub(crate) fn not_offered<T>(why: impl Into<String>) -> CheckResult<T> {
        Err(Problem::NotOffered(why.into()))
    }
}

impl From<DriverError> for Problem {
    fn from(error: DriverError) -> Problem {
        Problem::Failed(error.to_string())
    }
}

/// Fails unless a condition holds.
pub(crate) fn ensure(holds: bool, why: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Problem::failed(why()) }
}

/// Fails if something was found.
pub(crate) fn expect_none<T>(found: Option<T>, why: impl FnOnce(T) -> String) -> CheckResult {
    found.map_or(Ok(()), |found| Problem::failed(why(found)))
}

/// What the check of a point works with.
pub(crate) struct CheckContext<'a> {
    pub(crate) command: &'a EngineCommand,
    pub(crate) rules: &'a dyn AnyRules,
    pub(crate) settings: &'a CheckSettings,
    pub(crate) games: &'a TestGames,
    pub(crate) transcript: SharedTranscript,
    /// The first lines of all points so far that do not belong to the protocol.
    pub(crate) stray_lines: &'a [String],
}

/// How far an engine has come when the check of a point begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Preparation {
    /// Nothing was sent to it.
    Spawned,
    /// After the handshake.
    Handshake,
    /// Its options are set and it is ready to play.
    Ready,
}

/// A running engine. Dropping it kills the process.
pub(crate) struct EngineUnderTest<'a> {
    pub(crate) process: EngineProcess,
    /// The lines of the handshake that are neither `id` lines nor readable declarations of options.
    pub(crate) other_lines: Vec<String>,
    pub(crate) context: &'a CheckContext<'a>,
}

/// The lines of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchReply {
    /// The lines before `bestmove`.
    pub(crate) lines: Vec<String>,
    /// Those of them that are readable `info` lines.
    pub(crate) infos: Vec<(String, Info)>,
    /// The line with `bestmove`.
    pub(crate) bestmove: String,
    /// From `go` to `bestmove`.
    pub(crate) elapsed: Duration,
}

/// Starts the process of an engine and sends it nothing.
pub(crate) fn spawn(
    command: &EngineCommand,
    settings: &CheckSettings,
    transcript: &SharedTranscript,
) -> Result<EngineProcess, DriverError> {
    transcript.add(None, "the engine is started");
    let timeouts = Timeouts { launch: settings.timeout, ready: settings.timeout, quit: EXIT_TIMEOUT };
    let transcript = transcript.clone();
    let observer = Arc::new(move |line: ObservedLine<'_>| transcript.add(Some(line.source), line.line));
    let process = EngineProcess::spawn(command, &timeouts, Some(observer))?;
    settings.cancel.set_engine(process.stop_handle());
    Ok(process)
}

impl CheckContext<'_> {
    /// A new process of the engine. Errors about its options fail the point `set-up` only.
    pub(crate) fn start(&self, stage: Preparation) -> CheckResult<EngineUnderTest<'_>> {
        let process = spawn(self.command, self.settings, &self.transcript)?;
        let mut engine = EngineUnderTest { process, other_lines: Vec::new(), context: self };
        if stage >= Preparation::Handshake {
            engine.other_lines = engine.process.handshake(self.settings.dialect)?;
        }
        if stage >= Preparation::Ready {
            for (name, value) in self.option_settings(engine.process.options()) {
                engine.process.send(Command::SetOption { name, value });
            }
            engine.ready()?;
        }
        Ok(engine)
    }

    /// The options to set before a game.
    pub(crate) fn option_settings(&self, declared: &[OptionDecl]) -> Vec<(String, String)> {
        let names = self.rules.options().iter().map(|spec| spec.name);
        let rule = |name| Some((format!("{}.{name}", self.rules.title()), self.rules.option(name)?));
        let game =
            GameOptions { game: self.rules.name().to_owned(), rules: names.filter_map(rule).collect() };
        game.settings(declared, &self.command.options)
    }

    /// Fails unless a text is that of the game's position.
    pub(crate) fn same_position(&self, text: &str, game: &dyn AnyMatch) -> CheckResult {
        let shown = printable(text, 100);
        match self.rules.read_position(text) {
            Err(error) => Problem::failed(format!("`response {shown}` is no position: {error}")),
            Ok(read) => ensure(read.key() == game.key(), || {
                format!("`response {shown}` instead of `{}`", game.position_text())
            }),
        }
    }
}

impl EngineUnderTest<'_> {
    /// The lines up to the first one that begins with a word; `expected` is that word in backticks.
    pub(crate) fn lines_until(
        &mut self,
        expected: &'static str,
        timeout: Duration,
    ) -> CheckResult<Vec<EngineLine>> {
        let word = expected.trim_matches('`');
        Ok(self.process.lines_until(expected, timeout, |line| first_word(line) == word)?)
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub(crate) fn ready(&mut self) -> CheckResult<Vec<String>> {
        self.process.send(Command::IsReady);
        let lines = self.lines_until("`readyok`", self.context.settings.timeout)?;
        Ok(texts(&lines[..lines.len() - 1]))
    }

    /// Sends a line and `isready`, and returns the lines before `readyok`.
    pub(crate) fn request(&mut self, line: &str) -> CheckResult<Vec<String>> {
        self.process.send(line);
        self.ready()
    }

    /// Sends a command; an error line fails the point.
    fn accepted_request(&mut self, command: &Command) -> CheckResult {
        let command = command.to_string();
        let lines = self.request(&command)?;
        no_error(&printable(&command, 60), &lines)
    }

    pub(crate) fn set_option(&mut self, name: &str, value: &str) -> CheckResult {
        self.accepted_request(&Command::SetOption { name: name.to_owned(), value: value.to_owned() })
    }

    pub(crate) fn set_position(&mut self, start: &Start, turns: &[String]) -> CheckResult {
        self.accepted_request(&Command::Position { start: start.clone(), moves: turns.to_vec() })
    }

    /// Sets the position after some turns of a test game.
    pub(crate) fn set_turns(&mut self, turns: &[String]) -> CheckResult {
        self.set_position(&self.context.games.start(), turns)
    }

    /// Sends `go` and returns the time at which it was sent.
    pub(crate) fn start_search(&self, limits: &GoLimits) -> Instant {
        let now = Instant::now();
        let go = Command::from(Go::search(limits.clone()));
        self.process.send(go.in_dialect(self.context.settings.dialect));
        now
    }

    /// Waits for the reply to a search that was started, or stopped, at a time.
    pub(crate) fn search_reply(&mut self, since: Instant) -> CheckResult<SearchReply> {
        let lines = self.lines_until("`bestmove`", self.context.settings.timeout + MAX_SEARCH_TIME)?;
        let (infos, last) = lines.split_at(lines.len() - 1);
        let elapsed = last[0].at.saturating_duration_since(since);
        let dialect = self.context.settings.dialect;
        let lines = texts(infos);
        let infos =
            lines.iter().filter_map(|line| Some((line.clone(), Info::parse(line, dialect)?))).collect();
        Ok(SearchReply { lines, infos, bestmove: last[0].text.clone(), elapsed })
    }

    /// Searches the present position.
    pub(crate) fn search(&mut self, limits: &GoLimits) -> CheckResult<SearchReply> {
        let since = self.start_search(limits);
        self.search_reply(since)
    }

    /// Searches the position after some turns.
    pub(crate) fn search_after(&mut self, turns: &[String], limits: &GoLimits) -> CheckResult<SearchReply> {
        self.set_turns(turns)?;
        self.search(limits)
    }

    /// Searches the position after some turns; an illegal answer fails the point.
    pub(crate) fn legal_search(&mut self, turns: &[String], limits: &GoLimits) -> CheckResult<SearchReply> {
        let reply = self.search_after(turns, limits)?;
        reply.legal(&*self.context.games.after(turns))?;
        Ok(reply)
    }

    /// Searches the position after some turns; an illegal answer fails the point.
    pub(crate) fn plays(&mut self, turns: &[String], limits: &GoLimits) -> CheckResult {
        self.legal_search(turns, limits).map(drop)
    }

    /// Starts a search of the position after some turns that ends only by `stop`.
    pub(crate) fn search_forever(&mut self, turns: &[String]) -> CheckResult {
        self.set_turns(turns)?;
        self.start_search(&GoLimits::infinite());
        Ok(())
    }

    /// Stops a search of the position after some turns; an illegal answer fails the point.
    pub(crate) fn stop_search(&mut self, turns: &[String]) -> CheckResult<SearchReply> {
        let since = Instant::now();
        self.process.send(Command::Stop);
        let reply = self.search_reply(since)?;
        reply.legal(&*self.context.games.after(turns))?;
        Ok(reply)
    }

    /// What follows `response`. An engine that is ready without a response does not offer the query.
    pub(crate) fn query(&mut self, query: &Query) -> CheckResult<String> {
        let query = query.to_string();
        let lines = self.request(&query)?;
        let responses: Vec<&str> = lines.iter().filter_map(|line| after_word(line, "response")).collect();
        let query = printable(&query, 60);
        match responses[..] {
            [response] => Ok(response.to_owned()),
            [] => {
                let instead = lines.first().map_or_else(
                    || "nothing came before `readyok`".to_owned(),
                    |line| format!("`{}` came instead", printable(line, 100)),
                );
                Problem::not_offered(format!("no `response` to `{query}`: {instead}"))
            }
            _ => Problem::failed(format!("{} responses to `{query}`", responses.len())),
        }
    }

    /// Waits for the engine to end; one that still runs after [`EXIT_TIMEOUT`] fails the point.
    pub(crate) fn exit(&mut self) -> CheckResult<ExitStatus> {
        let Some(status) = self.process.wait_for_exit(EXIT_TIMEOUT) else {
            return Problem::failed("the engine was still running and was killed");
        };
        self.context.transcript.add(None, &format!("the engine ended ({status})"));
        Ok(status)
    }

    /// Closes the input and waits for the engine to end.
    pub(crate) fn exit_at_end_of_input(&mut self) -> CheckResult {
        self.context.transcript.add(None, "end of input");
        self.process.close_input();
        self.exit().map(drop)
    }
}

impl SearchReply {
    /// The first word after `bestmove`.
    pub(crate) fn turn(&self) -> &str {
        self.bestmove.split_whitespace().nth(1).unwrap_or_default()
    }

    /// The line with `bestmove`, for a message.
    pub(crate) fn shown(&self) -> String {
        printable(&self.bestmove, 60)
    }

    /// Fails unless the turn is legal.
    pub(crate) fn legal(&self, game: &dyn AnyMatch) -> CheckResult {
        let line = self.shown();
        ensure(!self.turn().is_empty(), || format!("`{line}` names no turn"))?;
        expect_none(game.check_turn(self.turn()).err(), |error| {
            format!("`{line}` is not legal in `{}`: {error}", printable(&game.position_text(), 100))
        })
    }

    /// The last `info` line with a score of the best turn.
    pub(crate) fn last_info(&self) -> Option<&Info> {
        self.best_infos().find(|info| info.score.is_some())
    }

    /// The last exact score of the best turn.
    pub(crate) fn score(&self) -> Option<ReportedScore> {
        self.best_infos().filter(|info| info.bound.is_none()).find_map(|info| info.score)
    }

    /// The `info` lines about the best turn, last one first.
    fn best_infos(&self) -> impl Iterator<Item = &Info> {
        let infos = self.infos.iter().rev().map(|(_, info)| info);
        infos.filter(|info| info.multipv.is_none_or(|rank| rank == 1))
    }
}

/// Fails if one of the lines is an error line.
pub(crate) fn no_error(request: &str, lines: &[String]) -> CheckResult {
    expect_none(lines.iter().find(|line| is_error(line)), |error| {
        format!("`{request}` was refused: `{}`", printable(error, 200))
    })
}

/// Fails if one of the lines is the answer of a search.
pub(crate) fn no_bestmove(request: &str, lines: &[String]) -> CheckResult {
    expect_none(lines.iter().find(|line| first_word(line) == "bestmove"), |line| {
        format!("`{}` came after `{request}`, where no search runs", printable(line, 60))
    })
}

fn texts(lines: &[EngineLine]) -> Vec<String> {
    lines.iter().map(|line| line.text.clone()).collect()
}
