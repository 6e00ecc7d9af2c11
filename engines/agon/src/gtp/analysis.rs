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

/// What a search is asked for.
#[derive(Default)]
pub(super) struct Wanted {
    /// The turns to choose from; empty for all legal turns.
    pub(super) turns: Vec<String>,
    /// The number of lines to report; one at least is.
    pub(super) lines: usize,
    pub(super) stream: Option<Stream>,
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

    /// The line of a report if it is time for it and something has changed.
    pub(super) fn report(&mut self, lines: &[Info]) -> Option<String> {
        if !self.changed || Instant::now() < self.next {
            return None;
        }
        self.changed = false;
        self.next = Instant::now() + self.interval;
        let mut text = Vec::new();
        let values = |info: &Info| {
            let score = info.score.unwrap_or(ReportedScore::Cp(0));
            let rate = expectation(score);
            (info.nodes.unwrap_or(0), rate, 2.0 * rate - 1.0, centipawns(score))
        };
        for (order, info) in lines.iter().enumerate() {
            let (nodes, rate, utility, centipawns) = values(info);
            let pv: Vec<_> = info.pv.iter().map(|turn| turn.to_ascii_uppercase()).collect();
            let best = &pv[0];
            let shown = match self.format {
                Format::Lz => {
                    let rate = (rate * 10_000.0).round();
                    format!("winrate {rate} prior 0 lcb {rate}")
                }
                Format::Kata => format!(
                    "utility {utility:.4} winrate {rate:.4} scoreMean {centipawns:.2} scoreStdev 0 \
                     scoreLead {centipawns:.2} prior 0 lcb {rate:.4} utilityLcb {utility:.4}"
                ),
            };
            text.push(format!("info move {best} visits {nodes} {shown} order {order} pv {}", pv.join(" ")));
        }
        if let Some(best) = lines.first().filter(|_| self.root_info) {
            let (nodes, rate, utility, centipawns) = values(best);
            text.push(format!(
                "rootInfo visits {nodes} winrate {rate:.4} utility {utility:.4} scoreLead {centipawns:.2}"
            ));
        }
        Some(text.join(" "))
    }
}

/// The score in units of 100 centipawns. A proved result counts as 100 of them.
fn centipawns(score: ReportedScore) -> f64 {
    match score {
        ReportedScore::Cp(centipawns) => f64::from(centipawns) / 100.0,
        proved => 200.0 * expectation(proved) - 100.0,
    }
}

/// Reads `[colour] [interval] [key value ...]`: the colour, by default the one to place, and what is to be searched. Unknown
/// keys are skipped with their values.
fn read(server: &Server, format: Format, words: &[&str]) -> Result<(Colour, Wanted), String> {
    let mut words = words.iter().copied().peekable();
    let mut stream =
        Stream { format, interval: INTERVAL, next: Instant::now(), changed: false, root_info: false };
    let (mut lines, mut allowed, mut avoided) = (LINES, vec![], vec![]);
    let side = words.next_if(|word| colour(word).is_ok()).map_or(Ok(server.game.to_place()), colour)?;
    if let Some(word) = words.next_if(|word| word.parse::<f64>().is_ok()) {
        stream.interval = interval(word)?;
    }
    while let Some(key) = words.next() {
        let Some(value) = words.next() else {
            return Err(format!("syntax error: expected a value after `{}`", excerpt(key)));
        };
        match key {
            "interval" => stream.interval = interval(value)?,
            "maxmoves" => lines = number::<usize>(value)?.clamp(1, MAX_LINES),
            "rootInfo" => stream.root_info = value == "true",
            // The colour, the vertices and the number of turns for which they are meant; only the first turn counts.
            "allow" | "avoid" => {
                colour(value)?;
                let list = if key == "allow" { &mut allowed } else { &mut avoided };
                for word in words.next().unwrap_or_default().split(',') {
                    list.push(vertex(word)?);
                }
                words.next();
            }
            _ => {}
        }
    }
    let mut turns = vec![];
    if !allowed.is_empty() || !avoided.is_empty() {
        turns = server.game.current().legal_turns(usize::MAX);
        turns.retain(|turn| (allowed.is_empty() || allowed.contains(turn)) && !avoided.contains(turn));
        if turns.is_empty() {
            return Err("no legal turn is left".to_owned());
        }
    }
    Ok((side, Wanted { turns, lines, stream: Some(stream) }))
}

/// An interval in hundredths of a second.
fn interval(word: &str) -> Result<Duration, String> {
    let seconds = number::<f64>(word)? / 100.0;
    Duration::try_from_secs_f64(seconds).map_err(|error| format!("syntax error: {error}"))
}

/// Analyses until the next line comes.
pub(super) fn analyze(server: &mut Server, format: Format, words: &[&str]) -> Answer {
    let (colour, wanted) = read(server, format, words)?;
    server.game.check_turn(colour)?;
    server.begin_stream();
    server.search(Go::from(GoLimits::infinite()), wanted)?;
    Ok(String::new())
}

/// Plays like `genmove`, with reports before the turn.
pub(super) fn genmove_analyze(server: &mut Server, format: Format, words: &[&str]) -> Answer {
    let (colour, wanted) = read(server, format, words)?;
    server.begin_stream();
    // The answer has begun, so an error can only be a line of it.
    Ok(match server.genmove(colour, wanted) {
        Ok(turn) => format!("play {turn}"),
        Err(message) => format!("error {message}"),
    })
}
