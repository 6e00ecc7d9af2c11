//! Continuous analysis in the formats of Leela Zero and KataGo, and `genmove` with reports in them.

use std::time::{Duration, Instant};

use agon_engine::ugi::expectation;
use games::snorkels_core::Colour;
use printable::excerpt;
use protocol::{Go, GoLimits, Info, ReportedScore};

use super::line::{colour, number, vertex};
use super::{Answer, Server};

/// The reports of an analysis.
pub(super) struct Stream {
    format: Format,
    interval: Duration,
    /// The time of the next report.
    pub(super) next: Instant,
    /// Whether there is something new to report.
    pub(super) changed: bool,
    /// Whether a summary of the position is added.
    root_info: bool,
}

/// The format of a report.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// Leela Zero's: win rates in hundredths of a per cent.
    Lz,
    /// KataGo's: win rates from 0 to 1.
    Kata,
}

/// The interval of reports without an argument.
const INTERVAL: Duration = Duration::from_millis(500);
/// The number of lines without an argument.
const LINES: usize = 10;
/// The greatest number of lines: every cell of the largest board.
const MAX_LINES: usize = 64;

impl Stream {
    /// The time to the next report. Without news there is none.
    pub(super) fn time_to_next(&self) -> Duration {
        match self.changed {
            true => self.next.saturating_duration_since(Instant::now()),
            false => self.interval.max(Duration::from_millis(100)),
        }
    }

    pub(super) fn is_due(&self) -> bool {
        self.changed && Instant::now() >= self.next
    }

    pub(super) fn reported(&mut self) {
        self.changed = false;
        self.next = Instant::now() + self.interval;
    }

    /// The line of a report.
    pub(super) fn line(&self, lines: &[Info]) -> String {
        let mut text = Vec::new();
        for (order, info) in lines.iter().enumerate() {
            let score = info.score.unwrap_or(ReportedScore::Cp(0));
            let (rate, centipawns) = (expectation(score), centipawns(score));
            let pv: Vec<_> = info.pv.iter().map(|turn| turn.to_ascii_uppercase()).collect();
            let (nodes, best) = (info.nodes.unwrap_or(0), &pv[0]);
            let values = match self.format {
                Format::Lz => {
                    let rate = (rate * 10_000.0).round();
                    format!("winrate {rate} prior 0 lcb {rate}")
                }
                Format::Kata => format!(
                    "utility {:.4} winrate {rate:.4} scoreMean {centipawns:.2} scoreStdev 0 scoreLead {centipawns:.2} \
                     prior 0 lcb {rate:.4} utilityLcb {:.4}",
                    2.0 * rate - 1.0,
                    2.0 * rate - 1.0,
                ),
            };
            text.push(format!("info move {best} visits {nodes} {values} order {order} pv {}", pv.join(" ")));
        }
        if let Some(best) = lines.first().filter(|_| self.root_info) {
            let score = best.score.unwrap_or(ReportedScore::Cp(0));
            let (nodes, rate) = (best.nodes.unwrap_or(0), expectation(score));
            text.push(format!(
                "rootInfo visits {nodes} winrate {rate:.4} utility {:.4} scoreLead {:.2}",
                2.0 * rate - 1.0,
                centipawns(score)
            ));
        }
        text.join(" ")
    }
}

/// The score in units of 100 centipawns. A proved result counts as 100 of them.
fn centipawns(score: ReportedScore) -> f64 {
    match score {
        ReportedScore::Cp(centipawns) => f64::from(centipawns) / 100.0,
        proved => 200.0 * expectation(proved) - 100.0,
    }
}

/// The arguments of an analysis.
struct Arguments {
    colour: Option<Colour>,
    stream: Stream,
    lines: usize,
    allowed: Vec<String>,
    avoided: Vec<String>,
}

impl Arguments {
    /// Reads `[colour] [interval] [key value ...]`. Unknown keys are skipped with their values.
    fn read(format: Format, words: &[&str]) -> Result<Arguments, String> {
        let stream =
            Stream { format, interval: INTERVAL, next: Instant::now(), changed: false, root_info: false };
        let (mut read, mut words) = (
            Arguments { colour: None, stream, lines: LINES, allowed: vec![], avoided: vec![] },
            words.iter().copied().peekable(),
        );
        if let Some(word) = words.next_if(|word| colour(word).is_ok()) {
            read.colour = Some(colour(word)?);
        }
        if let Some(word) = words.next_if(|word| word.parse::<f64>().is_ok()) {
            read.stream.interval = interval(word)?;
        }
        while let Some(key) = words.next() {
            let Some(value) = words.next() else {
                return Err(format!("syntax error: expected a value after `{}`", excerpt(key)));
            };
            match key {
                "interval" => read.stream.interval = interval(value)?,
                "maxmoves" => read.lines = number::<usize>(value)?.clamp(1, MAX_LINES),
                "rootInfo" => read.stream.root_info = value == "true",
                // The colour, the vertices and the number of turns for which they are meant; only the first turn counts.
                "allow" | "avoid" => {
                    colour(value)?;
                    let list = if key == "allow" { &mut read.allowed } else { &mut read.avoided };
                    for word in words.next().unwrap_or_default().split(',') {
                        list.push(vertex(word)?);
                    }
                    words.next();
                }
                _ => {}
            }
        }
        Ok(read)
    }

    /// The turns to search; none means all.
    fn turns(&self, server: &Server) -> Result<Vec<String>, String> {
        let Arguments { allowed, avoided, .. } = self;
        if allowed.is_empty() && avoided.is_empty() {
            return Ok(vec![]);
        }
        let mut turns = server.game.current().legal_turns(usize::MAX);
        turns.retain(|turn| (allowed.is_empty() || allowed.contains(turn)) && !avoided.contains(turn));
        if turns.is_empty() { Err("no legal turn is left".to_owned()) } else { Ok(turns) }
    }
}

/// An interval in hundredths of a second.
fn interval(word: &str) -> Result<Duration, String> {
    let seconds = number::<f64>(word)? / 100.0;
    Duration::try_from_secs_f64(seconds).map_err(|error| format!("syntax error: {error}"))
}

/// Analyses until the next line comes.
pub(super) fn analyze(server: &mut Server, format: Format, words: &[&str]) -> Answer {
    let read = Arguments::read(format, words)?;
    server.game.check_turn(read.colour.unwrap_or(server.game.to_place()))?;
    let searchmoves = read.turns(server)?;
    server.begin_stream();
    let go = Go { limits: GoLimits::infinite(), searchmoves, ..Go::default() };
    server.search(go, read.lines, Some(read.stream))?;
    Ok(String::new())
}

/// Plays like `genmove`, with reports before the turn.
pub(super) fn genmove_analyze(server: &mut Server, format: Format, words: &[&str]) -> Answer {
    let read = Arguments::read(format, words)?;
    let colour = read.colour.unwrap_or(server.game.to_place());
    let turns = read.turns(server)?;
    server.begin_stream();
    let turn = server.genmove(colour, turns, read.lines, Some(read.stream));
    // The answer has begun, so an error can only be a line of it.
    Ok(match turn {
        Ok(turn) => format!("play {turn}"),
        Err(message) => format!("error {message}"),
    })
}
