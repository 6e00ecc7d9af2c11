//! Letting an engine search.

use std::time::{Duration, Instant};

use super::process::Silence;
use super::{AfterStop, DriverError, EngineProcess, one_line, unexpected};
use crate::command::write_position;
use crate::excerpt::excerpt;
use crate::{Dialect, Go, GoLimits, Info, Start, after_word, is_error};

const BESTMOVE: &str = "bestmove";

/// A turn that an engine chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// What followed `bestmove`; `(none)` if the engine sees no legal turn, or its search failed.
    pub turn: String,
    /// The last `info` line with a score of the best turn.
    pub info: Option<Info>,
    /// The time from `readyok`, upon which the engine finds `go`, to the arrival of `bestmove`.
    pub elapsed: Duration,
    /// Whether it came only after the driver's patience was over and it had said `stop`.
    pub stopped: bool,
    /// The first `info string error` line that came between the two.
    pub error: Option<String>,
}

/// How long an answer is waited for.
///
/// ```
/// use std::time::Duration;
/// use protocol::driver::SearchTimeout;
/// let patience = SearchTimeout::after(Duration::from_secs(5));
/// assert!(patience.grace > Duration::ZERO);
/// assert_eq!(SearchTimeout::never().time, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchTimeout {
    /// After so long the engine is told to stop; nothing: never.
    pub time: Option<Duration>,
    /// So long after `stop` its answer is still taken; then it is given up.
    pub grace: Duration,
}

impl SearchTimeout {
    /// For so long, and two seconds after `stop`.
    pub fn after(time: Duration) -> SearchTimeout {
        SearchTimeout { time: Some(time), ..SearchTimeout::never() }
    }

    /// However long it takes.
    pub fn never() -> SearchTimeout {
        SearchTimeout { time: None, grace: Duration::from_secs(2) }
    }
}

/// What an engine has said in a search so far.
#[derive(Default)]
struct Said {
    info: Option<Info>,
    error: Option<String>,
    /// Whether any line was one of the protocol's.
    sense: bool,
    /// The first line that was none.
    nonsense: Option<String>,
    /// Whether any line came after `stop`.
    talking: bool,
}

impl EngineProcess {
    /// Sets the position, asks whether the engine is ready, and lets it search, all in one go.
    ///
    /// Only the search is timed, from `readyok` on. An engine that has not answered when the patience is over is
    /// told to stop; its answer still counts if it comes within the grace. After an error the engine may still be
    /// at work, so all that remains is to end it.
    ///
    /// # Errors
    /// The engine refused the position, ended, did not answer, said only what is none of the protocol's instead,
    /// or said something in the wrong place.
    pub fn best_turn(
        &mut self,
        start: &Start,
        moves: &[String],
        limits: &GoLimits,
        patience: &SearchTimeout,
        on_info: &mut dyn FnMut(&Info),
    ) -> Result<BestMove, DriverError> {
        let mut position =
            String::with_capacity(128 + moves.iter().map(|turn| turn.len() + 1).sum::<usize>());
        // Writing to a String cannot fail.
        let _ = write_position(&mut position, start, moves);
        position.push('\n');
        let go = format!("{}\n", crate::Command::Go(Go::search(limits.clone())));
        self.ask_ready(position, &go);
        let ready = match self.until_ready()? {
            (None, ready) => ready,
            (Some(reason), _) => return Err(DriverError::Refused { what: "the position".into(), reason }),
        };
        // A time beyond what the clock can show is for ever.
        let due = patience.time.and_then(|time| ready.checked_add(time));
        let mut deadline = due;
        let mut stopped = false;
        let mut said = Said::default();
        loop {
            let line = match self.process.line(deadline) {
                Ok(line) => Some(line),
                Err(Silence::Late) => None,
                Err(silence) => return Err(self.broken(&silence, BESTMOVE)),
            };
            // An engine that never pauses is late by its lines.
            if line.as_ref().is_none_or(|line| deadline.is_some_and(|deadline| line.at > deadline)) {
                if stopped {
                    return Err(self.unless_ended(given_up(said, patience), BESTMOVE));
                }
                stopped = true;
                deadline = Instant::now().checked_add(patience.grace);
                self.stop();
            }
            let Some(line) = line else { continue };
            said.talking |= due.is_some_and(|due| line.at > due);
            if let Some(turn) = after_word(&line.text, BESTMOVE) {
                let Some(turn) = turn.split_whitespace().next() else {
                    return Err(unexpected(&line.text, "`bestmove` and a turn"));
                };
                return Ok(BestMove {
                    turn: turn.into(),
                    info: said.info,
                    elapsed: line.at.saturating_duration_since(ready),
                    stopped: due.is_some_and(|due| line.at > due),
                    error: said.error,
                });
            }
            match Info::parse(&line.text, Dialect::Ugi) {
                Some(info) => said.info(info, &line.text, on_info),
                None => {
                    if !line.text.trim().is_empty() {
                        said.nonsense.get_or_insert_with(|| excerpt(&line.text));
                    }
                    self.pass_over(&line)?;
                }
            }
        }
    }
}

impl Said {
    fn info(&mut self, info: Info, line: &str, on_info: &mut dyn FnMut(&Info)) {
        self.sense = true;
        if is_error(line) {
            self.error.get_or_insert_with(|| one_line(line));
        }
        on_info(&info);
        if info.score.is_some() && info.multipv.is_none_or(|rank| rank == 1) {
            self.info = Some(info);
        }
    }
}

/// Why there is no answer, by what there was instead.
fn given_up(said: Said, patience: &SearchTimeout) -> DriverError {
    match said {
        Said { error: Some(reason), .. } => DriverError::Refused { what: "the search".into(), reason },
        Said { sense: false, nonsense: Some(line), .. } => {
            DriverError::Protocol { line, expected: "`bestmove`, which never came" }
        }
        Said { talking, .. } => DriverError::TimedOut {
            waiting_for: BESTMOVE,
            after: patience.time.unwrap_or(Duration::MAX),
            after_stop: Some(AfterStop { grace: patience.grace, talking }),
        },
    }
}
