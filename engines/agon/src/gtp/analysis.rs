//! Continuous analysis in the formats of Leela Zero and KataGo, and `genmove` with reports in them.

use std::time::{Duration, Instant};

use agon_engine::ugi::{expectation, uncertainty};
use games::snorkels_core::Colour;
use printable::excerpt;
use protocol::{Go, GoLimits, Info, ReportedScore};

use super::found::Found;
use super::line::{colour, number, vertex};
use super::{Answer, Server};

/// The reports of an analysis.
pub(super) struct Stream {
    format: Format,
    interval: Duration,
    /// The time of the next report.
    pub(super) next: Instant,
    /// Whether there is something new to report.
    changed: bool,
    /// Whether a summary of the position is added.
    root_info: bool,
    /// The probability of each turn before any search.
    priors: Vec<(String, f32)>,
}

/// What a search is asked for.
#[derive(Default)]
pub(super) struct Wanted {
    /// The turns to choose from; empty for all legal turns.
    pub(super) turns: Vec<String>,
    /// The number of lines to report; one at least is.
    pub(super) lines: usize,
    pub(super) stream: Option<Stream>,
    /// Whether the turn is meant to be played.
    pub(super) plays: bool,
}

impl Wanted {
    /// A turn to play.
    pub(super) fn to_play() -> Wanted {
        Wanted { plays: true, ..Wanted::default() }
    }
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

/// The lines of a report come one after the other within this time.
const GRACE: Duration = Duration::from_millis(5);

impl Stream {
    /// There is something new: it is reported when its other lines are there, too.
    pub(super) fn change(&mut self) {
        self.changed = true;
        self.next = self.next.max(Instant::now() + GRACE);
    }

    /// The time to the next report. Without news there is none.
    pub(super) fn time_to_next(&self) -> Duration {
        match self.changed {
            true => self.next.saturating_duration_since(Instant::now()),
            false => self.interval.max(Duration::from_millis(100)),
        }
    }

    /// The line of a report if it is time for it and something has changed.
    pub(super) fn report(&mut self, found: &Found) -> Option<String> {
        if !self.changed || Instant::now() < self.next {
            return None;
        }
        self.changed = false;
        self.next = Instant::now() + self.interval;
        let turns = found.lines.iter().enumerate().map(|(order, info)| self.turn(order, info, &found.visits));
        let mut text: Vec<String> = turns.collect();
        if let Some(best) = found.lines.first().filter(|_| self.root_info) {
            let score = best.score.unwrap_or(ReportedScore::Cp(0));
            let visits = match &found.visits[..] {
                [] => best.nodes.unwrap_or(0),
                visits => visits.iter().map(|&(_, visits)| u64::from(visits)).sum(),
            };
            let (rate, centipawns) = (expectation(score), centipawns(score));
            let utility = 2.0 * rate - 1.0;
            text.push(format!(
                "rootInfo visits {visits} winrate {rate:.4} utility {utility:.4} scoreLead {centipawns:.2}"
            ));
        }
        Some(text.join(" "))
    }

    /// What is known about a turn. Without a tree all nodes of the search count as its visits, and its bound is its win rate.
    fn turn(&self, order: usize, info: &Info, visits: &[(String, u32)]) -> String {
        fn of<V: Copy>(list: &[(String, V)], turn: &str) -> Option<V> {
            list.iter().find(|(other, _)| *other == turn).map(|&(_, value)| value)
        }
        let best = &info.pv[0];
        let score = info.score.unwrap_or(ReportedScore::Cp(0));
        let (rate, centipawns) = (expectation(score), centipawns(score));
        let own = of(visits, best);
        let bound = match (score, own) {
            (ReportedScore::Cp(_), Some(visits)) => rate - uncertainty(visits),
            _ => rate,
        };
        let nodes = if visits.is_empty() { info.nodes.unwrap_or(0) } else { own.unwrap_or(0).into() };
        let prior = of(&self.priors, best).unwrap_or(0.0);
        let values = match self.format {
            Format::Lz => {
                let [rate, prior, bound] =
                    [rate, prior.into(), bound].map(|value| (value * 10_000.0).round());
                format!("winrate {rate} prior {prior} lcb {bound}")
            }
            Format::Kata => {
                let [utility, utility_bound] = [rate, bound].map(|rate| 2.0 * rate - 1.0);
                format!(
                    "utility {utility:.4} winrate {rate:.4} scoreMean {centipawns:.2} scoreStdev 0.0 \
                     scoreLead {centipawns:.2} prior {prior:.4} lcb {bound:.4} utilityLcb {utility_bound:.4}"
                )
            }
        };
        let [best, pv] = [best, &info.pv.join(" ")].map(|turns| turns.to_ascii_uppercase());
        format!("info move {best} visits {nodes} {values} order {order} pv {pv}")
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
fn read(server: &mut Server, format: Format, words: &[&str]) -> Result<(Colour, Wanted), String> {
    let mut words = words.iter().copied().peekable();
    server.set_up_engine()?;
    let (priors, next) = (server.engine.priors(), Instant::now());
    let mut stream = Stream { format, interval: INTERVAL, next, changed: false, root_info: false, priors };
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
    Ok((side, Wanted { turns, lines, stream: Some(stream), plays: false }))
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
    answer_with_reports(server, format, words, Server::genmove)
}

/// The same without playing the turn.
pub(super) fn search_analyze(server: &mut Server, words: &[&str]) -> Answer {
    answer_with_reports(server, Format::Kata, words, Server::find_turn)
}

/// Finds a turn to play, with reports before it.
fn answer_with_reports(
    server: &mut Server,
    format: Format,
    words: &[&str],
    find: fn(&mut Server, Colour, Wanted) -> Answer,
) -> Answer {
    let (colour, wanted) = read(server, format, words)?;
    if server.game.winner().is_none() {
        server.game.check_turn(colour)?;
    }
    server.begin_stream();
    // The answer has begun, so an error can only be a line of it.
    Ok(match find(server, colour, Wanted { plays: true, ..wanted }) {
        Ok(turn) => format!("play {turn}"),
        Err(message) => format!("error {message}"),
    })
}
