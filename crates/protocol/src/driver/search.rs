//! Searches of an engine.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::error::{DriverError, seconds, unexpected, wrote_unfinished};
use super::output::NoLine;
use super::process::{EngineProcess, Pondering};
use crate::command::write_position;
use crate::{Announcement, Command, Dialect, Go, GoLimits, Info, Start, after_word, is_error};

const BESTMOVE: &str = "`bestmove`";

/// The turn that an engine chose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The word after `bestmove`; `(none)` if the engine has no legal turn, or its search failed.
    pub turn: String,
    /// The last `info` line with a score of the best turn.
    pub info: Option<Info>,
    /// The time from `readyok`, when the engine can read `go`, to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// The CPU time that the engine's process used for the turn; `None` if it is not limited by
    /// [`GoLimits::cpu_time`], or the system does not tell (other systems than Linux).
    pub cpu_time: Option<Duration>,
    /// Whether it came only after the timeout, when the driver had sent `stop`.
    pub stopped: bool,
    /// The first line `info string error` during the search.
    pub error: Option<String>,
    /// What the engine announced with the turn; `None` unless the option [`ANNOUNCEMENTS`](crate::ANNOUNCEMENTS) is on. The
    /// turn is legal even if the engine resigns.
    pub announcement: Option<Announcement>,
    /// The reply that the engine expects: the word after `ponder`, else the second turn of the principal variation if its
    /// first is [`turn`](Self::turn).
    pub ponder: Option<String>,
}

impl BestMove {
    /// A turn without any report, for engines that run in the calling process.
    pub fn new(turn: impl Into<String>) -> BestMove {
        BestMove { turn: turn.into(), ..BestMove::default() }
    }
}

/// How long to wait for `bestmove`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchTimeout {
    /// The time after which the driver sends `stop`; `None` for never.
    pub time: Option<Duration>,
    /// How long after `stop` an answer still counts.
    pub grace: Duration,
}

impl SearchTimeout {
    /// No timeout; 2 s for the answer to a `stop` that another thread has sent.
    pub fn never() -> SearchTimeout {
        SearchTimeout { time: None, grace: Duration::from_secs(2) }
    }
}

/// The lines of a search so far.
#[derive(Default)]
struct SearchLines {
    /// What they say about the answer, which has not come yet.
    best: BestMove,
    /// Whether any `info` line came.
    any_info: bool,
    /// The first line that is neither empty nor `info`.
    other: Option<String>,
    /// Whether any line came after `stop`.
    after_stop: bool,
}

impl EngineProcess {
    /// Sets the position and runs a `go` command, of a search or a proof. `on_info` gets each `info` line.
    ///
    /// `position`, `isready` and `go` are sent together; the search is timed from `readyok`. If no answer comes within
    /// the timeout, the driver sends `stop`; an answer within the grace still counts. After an error the engine may
    /// still be searching, so it can only be ended. An announcement of the opponent is only sent if the engine's option
    /// [`ANNOUNCEMENTS`](crate::ANNOUNCEMENTS) is on.
    ///
    /// # Errors
    /// The engine refuses the position or the search, ends, does not answer, or writes a line in the wrong place.
    pub fn search(
        &mut self,
        start: &Start,
        moves: &[String],
        go: impl Into<Go>,
        timeout: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        let mut go = go.into();
        go.announced = go.announced.filter(|_| self.announcements);
        let cpu_start = go.limits.cpu_time.and_then(|_| self.cpu_time());
        self.send_search(go, start, moves);
        let ready = self.until_accepted("the position")?;
        let found = self.until_bestmove(ready, timeout, false, on_info)?;
        let cpu_time = cpu_start.zip(self.cpu_time()).map(|(start, end)| end.saturating_sub(start));
        Ok(BestMove { cpu_time, ..found })
    }

    /// Sends a position whose last turn is only expected, and `go ponder`, and waits for nothing.
    /// [`ponder_hit`](Self::ponder_hit) or [`end_pondering`](Self::end_pondering) must be called before anything else is
    /// requested of the engine.
    pub fn ponder(&mut self, start: &Start, moves: &[String], limits: &GoLimits) {
        self.send_search(Go { ponder: true, ..Go::from(limits.clone()) }, start, moves);
        self.pondering = Some(Pondering::Running);
    }

    /// The expected turn was played: sends `ponderhit` and waits for the answer, which is timed from there.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    ///
    /// # Panics
    /// If the engine does not ponder.
    pub fn ponder_hit(
        &mut self,
        timeout: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        assert!(self.pondering == Some(Pondering::Running), "the engine ponders");
        self.until_accepted("the position")?;
        self.pondering = None;
        let hit = Instant::now();
        self.send(Command::PonderHit);
        self.until_bestmove(hit, timeout, false, on_info)
    }

    /// Sends `stop` to an engine that ponders, and waits for nothing.
    pub fn stop_pondering(&mut self) {
        if self.pondering == Some(Pondering::Running) {
            self.send(Command::Stop);
            self.pondering = Some(Pondering::Stopped);
        }
    }

    /// Ends a search of an expected turn, if there is one: sends `stop`, and drops the answer, which must come within
    /// `grace`.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn end_pondering(&mut self, grace: Duration) -> Result<(), DriverError> {
        self.stop_pondering();
        if self.pondering.is_none() {
            return Ok(());
        }
        self.until_accepted("the position")?;
        self.pondering = None;
        let timeout = SearchTimeout { time: Some(Duration::ZERO), grace };
        self.until_bestmove(Instant::now(), &timeout, true, &mut |_| ()).map(drop)
    }

    /// Sends `position`, `isready` and `go` together.
    fn send_search(&self, go: Go, start: &Start, moves: &[String]) {
        let mut lines = String::with_capacity(192 + moves.iter().map(|turn| turn.len() + 1).sum::<usize>());
        // Writing to a String cannot fail.
        let _ = write_position(&mut lines, start, moves);
        let _ = writeln!(lines, "\nisready\n{}", Command::from(go));
        self.input.send(&lines);
    }

    /// Waits for the answer to a search that has begun at `begun`. `stopped`: `stop` is sent already, and the grace
    /// begins now.
    fn until_bestmove(
        &mut self,
        begun: Instant,
        timeout: &SearchTimeout,
        mut stopped: bool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        // A time beyond the range of the clock is no timeout.
        let due = timeout.time.and_then(|time| begun.checked_add(time));
        let mut deadline = if stopped { Instant::now().checked_add(timeout.grace) } else { due };
        let mut seen = SearchLines::default();
        loop {
            let (line, unfinished) = match self.next_line(deadline) {
                Ok(line) => (Some(line), 0),
                Err(NoLine::Late(unfinished)) => (None, unfinished),
                Err(reason) => return Err(self.no_answer(&reason, BESTMOVE, Duration::ZERO)),
            };
            // The time stamp counts: the queue of an engine that never pauses is never empty.
            if line.as_ref().is_none_or(|line| deadline.is_some_and(|deadline| line.at > deadline)) {
                if stopped {
                    let late = seen.no_bestmove(timeout, unfinished);
                    return Err(self.unless_ended(late, BESTMOVE));
                }
                stopped = true;
                deadline = Instant::now().checked_add(timeout.grace);
                self.send(Command::Stop);
            }
            let Some(line) = line else { continue };
            let late = due.is_some_and(|due| line.at > due);
            seen.after_stop |= late;
            if let Some(turn) = after_word(&line.text, "bestmove") {
                let mut words = turn.split_whitespace();
                let Some(turn) = words.next() else {
                    return Err(unexpected(&line.text, "`bestmove` and a turn"));
                };
                let given = words.next().filter(|&word| word == "ponder").and_then(|_| words.next());
                return Ok(BestMove {
                    turn: turn.into(),
                    ponder: given.map(Into::into).or_else(|| seen.reply(turn)),
                    elapsed: line.at.saturating_duration_since(begun),
                    stopped: late,
                    announcement: seen.best.announcement.filter(|_| self.announcements),
                    ..seen.best
                });
            }
            match Info::parse(&line.text, Dialect::Ugi) {
                Some(info) => seen.info(info, &line.text, on_info),
                None => {
                    if !line.text.trim().is_empty() {
                        seen.other.get_or_insert_with(|| line.text.clone());
                    }
                    self.skip(&line)?;
                }
            }
        }
    }
}

impl SearchLines {
    fn info(&mut self, info: Info, line: &str, on_info: &mut dyn FnMut(&Info)) {
        self.any_info = true;
        if is_error(line) {
            self.best.error.get_or_insert_with(|| printable::short_line(line));
        }
        self.best.announcement = info.announcement.or(self.best.announcement);
        on_info(&info);
        if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) {
            self.best.info = Some(info);
        }
    }

    /// The reply to a turn in the principal variation.
    fn reply(&self, turn: &str) -> Option<String> {
        match self.best.info.as_ref().map(|info| &*info.pv) {
            Some([first, reply, ..]) if first == turn => Some(reply.clone()),
            _ => None,
        }
    }

    /// The error for a search without an answer, by what came instead.
    fn no_bestmove(self, timeout: &SearchTimeout, unfinished: u64) -> DriverError {
        match self {
            SearchLines { best: BestMove { error: Some(reason), .. }, .. } => {
                DriverError::Refused { what: "the search".into(), reason }
            }
            SearchLines { any_info: false, other: Some(line), .. } => {
                unexpected(&line, "`bestmove`, which never came")
            }
            SearchLines { after_stop, .. } => {
                let lines = after_stop.then(|| "; it wrote other lines".into());
                let wrote = lines.or_else(|| wrote_unfinished(unfinished));
                let wrote = wrote.unwrap_or_else(|| "; its standard output is empty".into());
                let what_else = format!(", nor within {} after `stop`{wrote}", seconds(timeout.grace));
                let after = timeout.time.unwrap_or(Duration::MAX);
                DriverError::TimedOut { expected: BESTMOVE, after, what_else }
            }
        }
    }
}
