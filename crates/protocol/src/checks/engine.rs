//! The engine under test, and the steps that the checks share.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use abstract_game::facade::AnyMatch;

use super::result::{CheckResult, ensure, expect_none, failed, not_offered};
use super::settings::CheckSettings;
use super::test_games::TestGames;
use super::transcript::{SharedTranscript, printable};
use crate::driver::{EngineCommand, EngineProcess, Timeouts, first_word};
use crate::{Command, GameOptions, Go, GoLimits, Info, Query, ReportedScore, Start, after_word, is_error};

/// The most time that a point gives to a search.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(2);
/// How soon an engine must end after `quit` or the end of its input.
pub(crate) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Fails if one of the lines, which came at a time in words, is the answer of a search.
pub(crate) fn no_bestmove(when: &str, lines: &[String]) -> CheckResult {
    let answer = lines.iter().find(|line| first_word(line) == "bestmove");
    expect_none(answer, |line| format!("`{}` came {when}", printable(line, 60)))
}

/// The check of a point, in a process of its own.
pub(crate) type Check = fn(&mut Subject<'_>) -> CheckResult;

/// What the check of a point works with.
pub(crate) struct CheckContext<'a> {
    pub(crate) command: &'a EngineCommand,
    pub(crate) settings: &'a CheckSettings,
    pub(crate) games: TestGames<'a>,
    pub(crate) transcript: SharedTranscript,
    /// The first lines of all points so far that do not belong to the protocol.
    pub(crate) stray_lines: Vec<String>,
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

/// The engine under test, running. Dropping it kills the process.
pub(crate) struct Subject<'a> {
    pub(crate) process: EngineProcess,
    /// The lines of the handshake that are neither `id` lines nor readable declarations of options.
    pub(crate) other_lines: Vec<String>,
    pub(crate) games: &'a TestGames<'a>,
    pub(crate) settings: &'a CheckSettings,
    pub(crate) context: &'a CheckContext<'a>,
}

/// The lines of a search.
#[derive(Debug)]
pub(crate) struct SearchReply {
    /// The `info` lines.
    pub(crate) infos: Vec<(String, Info)>,
    /// The line with `bestmove`.
    pub(crate) bestmove: String,
    /// From `go` to `bestmove`.
    pub(crate) elapsed: Duration,
}

impl CheckContext<'_> {
    /// A new process of the engine. Errors about its options fail the point `set-up` only.
    pub(crate) fn start(&self, stage: Preparation) -> CheckResult<Subject<'_>> {
        let CheckContext { command, settings, games, transcript, .. } = self;
        transcript.lock().add(None, "the engine is started");
        let timeouts = Timeouts { launch: settings.timeout, ready: settings.timeout, quit: EXIT_TIMEOUT };
        let lines = transcript.clone();
        let observer = Arc::new(move |source, line: &str| lines.lock().add(Some(source), line));
        let process = {
            let mut running = settings.running.lock();
            let process = EngineProcess::spawn(command, &timeouts, Some(observer))?;
            *running = Some(process.stop_handle());
            process
        };
        let mut engine = Subject { process, other_lines: Vec::new(), games, settings, context: self };
        if stage >= Preparation::Handshake {
            engine.other_lines = engine.process.handshake(settings.dialect)?;
        }
        if stage >= Preparation::Ready {
            for (name, value) in engine.game_settings() {
                engine.process.send(Command::SetOption { name, value });
            }
            engine.ready()?;
        }
        Ok(engine)
    }
}

impl Subject<'_> {
    /// The options to set before a game: the game, its rules, and the options of the engine's command.
    pub(crate) fn game_settings(&self) -> Vec<(String, String)> {
        GameOptions::of(self.games.rules).settings(self.process.options(), &self.context.command.options)
    }

    /// The lines before `readyok`.
    pub(crate) fn until_ready(&mut self) -> CheckResult<Vec<String>> {
        let is_last = |line: &str| first_word(line) == "readyok";
        Ok(self.process.lines_until("`readyok`", self.settings.timeout, is_last)?.0)
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub(crate) fn ready(&mut self) -> CheckResult<Vec<String>> {
        self.process.send(Command::IsReady);
        self.until_ready()
    }

    /// Sends a line and `isready`, and returns the lines before `readyok`.
    pub(crate) fn request(&mut self, line: &str) -> CheckResult<Vec<String>> {
        self.process.send(line);
        self.ready()
    }

    /// As [`request`](Self::request); an error line fails the point.
    pub(crate) fn accepted(&mut self, line: &str) -> CheckResult {
        let lines = self.request(line)?;
        expect_none(lines.iter().find(|line| is_error(line)), |error| {
            format!("`{}` was refused: `{}`", printable(line, 60), printable(error, 200))
        })
    }

    pub(crate) fn set_option(&mut self, name: String, value: String) -> CheckResult {
        self.accepted(&Command::SetOption { name, value }.to_string())
    }

    /// Sets the position by its text and the turns after it.
    pub(crate) fn set_fen(&mut self, text: String, moves: Vec<String>) -> CheckResult {
        self.accepted(&Command::Position { start: Start::Fen(text), moves }.to_string())
    }

    /// Sets the position by the turns of a game.
    pub(crate) fn set_game(&mut self, game: &dyn AnyMatch) -> CheckResult {
        self.accepted(&self.games.command(game).to_string())
    }

    /// Sends `go` and returns the time at which it was sent.
    pub(crate) fn start_search(&mut self, limits: GoLimits) -> Instant {
        let now = Instant::now();
        self.process.send(Command::from(Go::from(limits)).in_dialect(self.settings.dialect));
        now
    }

    /// Waits for the reply to a search that was started, or stopped, at a time.
    pub(crate) fn search_reply(&mut self, since: Instant) -> CheckResult<SearchReply> {
        let timeout = self.settings.timeout + MAX_SEARCH_TIME;
        let is_last = |line: &str| first_word(line) == "bestmove";
        let (lines, last) = self.process.lines_until("`bestmove`", timeout, is_last)?;
        let info = |line: String| Info::parse(&line, self.settings.dialect).map(|info| (line, info));
        let infos = lines.into_iter().filter_map(info).collect();
        let elapsed = last.at.saturating_duration_since(since);
        Ok(SearchReply { infos, bestmove: last.text, elapsed })
    }

    /// Searches the present position.
    pub(crate) fn search(&mut self, limits: GoLimits) -> CheckResult<SearchReply> {
        let since = self.start_search(limits);
        self.search_reply(since)
    }

    /// Searches the position of a game.
    pub(crate) fn search_game(&mut self, game: &dyn AnyMatch, limits: GoLimits) -> CheckResult<SearchReply> {
        self.set_game(game)?;
        self.search(limits)
    }

    /// Searches the position of a game; an illegal answer fails the point.
    pub(crate) fn legal_search(&mut self, game: &dyn AnyMatch, limits: GoLimits) -> CheckResult<SearchReply> {
        self.search_game(game, limits)?.legal(game)
    }

    /// Searches the first position; an illegal answer fails the point.
    pub(crate) fn plays(&mut self, limits: GoLimits) -> CheckResult {
        self.legal_search(self.games.first(), limits).map(drop)
    }

    /// A short search that shows whether the engine still plays.
    pub(crate) fn still_plays(&mut self) -> CheckResult {
        self.plays(GoLimits::nodes(100))
    }

    /// Starts a search of the position of a game that ends only by `stop`.
    pub(crate) fn search_forever(&mut self, game: &dyn AnyMatch) -> CheckResult {
        self.set_game(game)?;
        self.start_search(GoLimits::infinite());
        Ok(())
    }

    /// Stops a search of the position of a game; an illegal answer fails the point.
    pub(crate) fn stop_search(&mut self, game: &dyn AnyMatch) -> CheckResult<SearchReply> {
        let since = Instant::now();
        self.process.send(Command::Stop);
        self.search_reply(since)?.legal(game)
    }

    /// What follows `response`. An engine that is ready without a response does not offer the query.
    pub(crate) fn query(&mut self, query: &Query) -> CheckResult<String> {
        let query = query.to_string();
        let lines = self.request(&query)?;
        let responses: Vec<&str> = lines.iter().filter_map(|line| after_word(line, "response")).collect();
        let query = printable(&query, 60);
        match (&responses[..], lines.first().map(|line| printable(line, 100))) {
            ([response], _) => Ok((*response).to_owned()),
            ([], Some(line)) => not_offered(format!("no `response` to `{query}`: `{line}` came instead")),
            ([], None) => not_offered(format!("no `response` to `{query}`: nothing came before `readyok`")),
            (several, _) => failed(format!("{} responses to `{query}`", several.len())),
        }
    }

    /// Waits for the engine to end; one that still runs after [`EXIT_TIMEOUT`] fails the point.
    pub(crate) fn exit(&mut self) -> CheckResult<ExitStatus> {
        let Some(status) = self.process.wait_for_exit(EXIT_TIMEOUT) else {
            return failed("the engine was still running and was killed");
        };
        self.context.transcript.lock().add(None, &format!("the engine ended ({status})"));
        Ok(status)
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
    pub(crate) fn legal(self, game: &dyn AnyMatch) -> CheckResult<SearchReply> {
        let line = self.shown();
        ensure!(!self.turn().is_empty(), "`{line}` names no turn")?;
        expect_none(game.check_turn(self.turn()).err(), |error| {
            let position = printable(&game.position_text(), 100);
            format!("`{line}` is not legal in `{position}`: {}", printable(&error.to_string(), 200))
        })?;
        Ok(self)
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
