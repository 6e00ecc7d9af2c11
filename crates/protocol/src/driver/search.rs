//! Searches of an engine.

use std::time::{Duration, Instant};

use super::error::{AfterStop, DriverError};
use super::process::{EngineProcess, NoLine};
use super::requests::unexpected;
use crate::command::write_position;
use crate::excerpt::{excerpt, one_line};
use crate::{Announcement, Command, Dialect, Go, GoLimits, Info, Start, after_word, is_error};

const BESTMOVE: &str = "`bestmove`";

/// The turn that an engine chose.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// What the engine announced with the turn; `None` unless announcements are
    /// [enabled](EngineProcess::enable_announcements). The turn is legal even if the engine resigns.
    pub announcement: Option<Announcement>,
}

impl BestMove {
    /// A turn without any report, for engines that run in the calling process.
    pub fn new(turn: impl Into<String>) -> BestMove {
        BestMove {
            turn: turn.into(),
            info: None,
            elapsed: Duration::ZERO,
            cpu_time: None,
            stopped: false,
            error: None,
            announcement: None,
        }
    }
}

/// How long to wait for `bestmove`.
///
/// ```
/// use std::time::Duration;
/// use protocol::driver::SearchTimeout;
/// let timeout = SearchTimeout::after(Duration::from_secs(5));
/// assert_eq!(timeout.grace, Duration::from_secs(2));
/// assert_eq!(SearchTimeout::never().time, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchTimeout {
    /// The time after which the driver sends `stop`; `None` for never.
    pub time: Option<Duration>,
    /// How long after `stop` an answer still counts.
    pub grace: Duration,
}

impl SearchTimeout {
    /// `stop` after a time, and 2 s more for the answer.
    pub fn after(time: Duration) -> SearchTimeout {
        SearchTimeout { time: Some(time), ..SearchTimeout::never() }
    }

    /// No timeout.
    pub fn never() -> SearchTimeout {
        SearchTimeout { time: None, grace: Duration::from_secs(2) }
    }
}

/// The lines of a search so far.
#[derive(Default)]
struct SearchLines {
    info: Option<Info>,
    error: Option<String>,
    announcement: Option<Announcement>,
    /// Whether any `info` line came.
    any_info: bool,
    /// The first line that is neither empty nor `info`.
    other: Option<String>,
    /// Whether any line came after `stop`.
    after_stop: bool,
}

impl EngineProcess {
    /// Sets the position and searches it. `on_info` gets each `info` line.
    ///
    /// `position`, `isready` and `go` are sent together; the search is timed from `readyok`. If no answer comes within
    /// the timeout, the driver sends `stop`; an answer within the grace still counts. After an error the engine may
    /// still be searching, so it can only be ended.
    ///
    /// # Errors
    /// The engine refuses the position or the search, ends, does not answer, or writes a line in the wrong place.
    pub fn search(
        &mut self,
        start: &Start,
        moves: &[String],
        limits: &GoLimits,
        timeout: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        self.search_after(None, start, moves, limits, timeout, on_info)
    }

    /// Like [`search`](Self::search), after an announcement of the opponent. The engine receives it only if announcements
    /// are [enabled](Self::enable_announcements).
    ///
    /// # Errors
    /// As `search`.
    pub fn search_after(
        &mut self,
        announced: Option<Announcement>,
        start: &Start,
        moves: &[String],
        limits: &GoLimits,
        timeout: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        let announced = announced.filter(|_| self.announcements);
        let go = Go { announced, ..Go::search(limits.clone()) };
        self.run(go, start, moves, timeout, on_info)
    }

    /// Sets the position and sends any `go` command, also one of a proof search. `on_info` gets each `info` line.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn run(
        &mut self,
        go: Go,
        start: &Start,
        moves: &[String],
        timeout: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        let mut lines = String::with_capacity(192 + moves.iter().map(|turn| turn.len() + 1).sum::<usize>());
        // Writing to a String cannot fail.
        let _ = write_position(&mut lines, start, moves);
        let cpu_start = go.limits.cpu_time.and_then(|_| self.cpu_time());
        let go = format!("{}\n", Command::from(go));
        lines.push_str("\nisready\n");
        lines.push_str(&go);
        self.input.send_with_isready(&lines, go.len());
        let ready = match self.until_ready()? {
            (None, ready) => ready,
            (Some(reason), _) => return Err(DriverError::Refused { what: "the position".into(), reason }),
        };
        // A time beyond the range of the clock is no timeout.
        let due = timeout.time.and_then(|time| ready.checked_add(time));
        let (mut deadline, mut stopped) = (due, false);
        let mut seen = SearchLines::default();
        loop {
            let line = match self.next_line(deadline) {
                Ok(line) => Some(line),
                Err(NoLine::Late) => None,
                Err(reason) => return Err(self.no_answer(&reason, BESTMOVE, Duration::ZERO)),
            };
            // The time stamp counts: the queue of an engine that never pauses is never empty.
            if line.as_ref().is_none_or(|line| deadline.is_some_and(|deadline| line.at > deadline)) {
                if stopped {
                    return Err(self.unless_ended(seen.no_bestmove(timeout), BESTMOVE));
                }
                stopped = true;
                deadline = Instant::now().checked_add(timeout.grace);
                self.send(Command::Stop);
            }
            let Some(line) = line else { continue };
            let late = due.is_some_and(|due| line.at > due);
            seen.after_stop |= late;
            if let Some(turn) = after_word(&line.text, "bestmove") {
                let Some(turn) = turn.split_whitespace().next() else {
                    return Err(unexpected(&line.text, "`bestmove` and a turn"));
                };
                return Ok(BestMove {
                    turn: turn.into(),
                    info: seen.info,
                    elapsed: line.at.saturating_duration_since(ready),
                    cpu_time: cpu_start.zip(self.cpu_time()).map(|(start, end)| end.saturating_sub(start)),
                    stopped: late,
                    error: seen.error,
                    announcement: seen.announcement.filter(|_| self.announcements),
                });
            }
            match Info::parse(&line.text, Dialect::Ugi) {
                Some(info) => seen.info(info, &line.text, on_info),
                None => {
                    if !line.text.trim().is_empty() {
                        seen.other.get_or_insert_with(|| excerpt(&line.text));
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
            self.error.get_or_insert_with(|| one_line(line));
        }
        self.announcement = info.announcement.or(self.announcement);
        on_info(&info);
        if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) {
            self.info = Some(info);
        }
    }

    /// The error for a search without an answer, by what came instead.
    fn no_bestmove(self, timeout: &SearchTimeout) -> DriverError {
        match self {
            SearchLines { error: Some(reason), .. } => {
                DriverError::Refused { what: "the search".into(), reason }
            }
            SearchLines { any_info: false, other: Some(line), .. } => {
                DriverError::Protocol { line, expected: "`bestmove`, which never came" }
            }
            SearchLines { after_stop, .. } => DriverError::TimedOut {
                expected: BESTMOVE,
                after: timeout.time.unwrap_or(Duration::MAX),
                after_stop: Some(AfterStop { grace: timeout.grace, wrote_lines: after_stop }),
            },
        }
    }
}
