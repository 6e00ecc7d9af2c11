//! How far a tournament is: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::schedule::Game;
use crate::tournament::{Event, FinishedGame, Results, Summary, Tournament};

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With a bar at the bottom of the terminal.
    Bar,
    /// With lines; at most some hundred, however many games there are.
    Lines,
    /// Not at all, but for faults and trouble.
    Quiet,
}

impl Style {
    /// A bar if standard error is a terminal, lines if not.
    #[must_use]
    pub fn fitting() -> Style {
        if io::stderr().is_terminal() { Style::Bar } else { Style::Lines }
    }
}

/// Tells on standard error how far a tournament is, with score and Elo so far, whoever played the games; and
/// every fault that happens here, at once.
#[derive(Debug)]
pub struct Progress {
    style: Style,
    bar: ProgressBar,
    /// How many games the last line told of.
    told: Mutex<Option<u64>>,
    waiting: AtomicBool,
}

/// Tells lines without being in the way of a bar, from any thread.
#[derive(Clone, Debug)]
pub struct Teller(ProgressBar);

impl Teller {
    /// Tells a line on standard error.
    pub fn tell(&self, line: &str) {
        self.0.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }
}

impl Progress {
    /// In that style.
    #[must_use]
    pub fn new(style: Style) -> Progress {
        let bar = if style == Style::Bar { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let template = "{bar:24} {pos}/{len} {msg} [{elapsed_precise}, {eta} left]";
        if let Ok(look) = ProgressStyle::with_template(template) {
            bar.set_style(look);
        }
        Progress { style, bar, told: Mutex::default(), waiting: AtomicBool::new(false) }
    }

    /// Prints text to standard output without the bar being in its way. That nobody reads it (a pipe
    /// that was closed) is no reason to stop a tournament.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }

    /// What tells lines from other threads.
    #[must_use]
    pub fn teller(&self) -> Teller {
        Teller(self.bar.clone())
    }

    /// Takes the bar away.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }

    fn tell(&self, line: &str) {
        self.teller().tell(line);
    }
}

impl Progress {
    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: Event<'_>) {
        match event {
            Event::GameFinished(finished) => self.game_finished(tournament, finished),
            Event::LeaseLost(game) => self.lease_lost(game),
            Event::OpeningsRepeat(repeated) => self.openings_repeat(repeated),
            Event::Waiting { running, lease } => self.waiting(running, lease),
            Event::Standing(results) => self.standing(results),
            Event::GameStarted(_) | Event::TurnPlayed { .. } | Event::GameAbandoned(_) => {}
        }
    }

    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        self.waiting.store(false, Ordering::Relaxed);
        let ending = &finished.played.ending;
        if let Some(culprit) = finished.played.culprit {
            let name = tournament.who(&finished.game, culprit);
            let detail = ending.detail.as_deref().unwrap_or("no particulars");
            self.tell(&format!(
                "!!! game {}: {name} lost by {}: {detail}",
                finished.game.number, ending.cause
            ));
        }
    }

    fn lease_lost(&self, game: &Game) {
        self.tell(&format!(
            "game {}: its lease ended before it did, so another worker has it now; this result is not kept",
            game.number
        ));
    }

    fn openings_repeat(&self, repeated: usize) {
        self.tell(&format!(
            "there are too few openings: {repeated} of those just made have been there before"
        ));
    }

    fn waiting(&self, running: usize, lease: Duration) {
        if self.style != Style::Quiet && !self.waiting.swap(true, Ordering::Relaxed) {
            let games = if running == 1 { "1 game".to_owned() } else { format!("{running} games") };
            let seconds = lease.as_secs_f64().ceil();
            self.tell(&format!(
                "waiting for {games} of other workers (a dead one's come back within {seconds} s)"
            ));
        }
    }

    fn standing(&self, results: &Results) {
        let summary = &results.summary;
        let total = results.expected() as u64;
        let score = score_line(results);
        match self.style {
            Style::Bar => {
                self.bar.set_length(total);
                self.bar.set_message(score);
                self.bar.set_position(summary.games);
            }
            Style::Lines => {
                let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
                let step = total.div_ceil(100).max(1);
                let steps = |games: u64| games / step;
                let news = told.is_none_or(|last| steps(summary.games) > steps(last))
                    || (results.complete && *told != Some(summary.games));
                if news && summary.games > 0 {
                    *told = Some(summary.games);
                    drop(told);
                    self.tell(&format!("{}/{total} {score}", summary.games));
                }
            }
            Style::Quiet => {}
        }
    }
}

/// The score in one line: `A 7 - B 5 (0 draws), Elo +58 [-130, +300]`, with the test's value if there is one; of
/// more than two, each one's points and games.
#[must_use]
pub fn score_line(results: &Results) -> String {
    let summary = &results.summary;
    let mut line = score(summary);
    if let [first, _] = &summary.standings[..] {
        line.extend(first.estimate().map(|estimate| format!(", Elo {}", estimate.elo_text())));
    }
    line.extend(results.test.as_ref().map(|test| format!(", LLR {:+.2}", test.llr)));
    line
}

fn score(summary: &Summary) -> String {
    if let [a, b] = &summary.standings[..] {
        let draws = match a.tally.draws {
            1 => "1 draw".to_owned(),
            n => format!("{n} draws"),
        };
        return format!("{} {} - {} {} ({draws})", a.name, a.tally.wins, b.name, b.tally.wins);
    }
    let one = |index: usize| {
        let standing = &summary.standings[index];
        format!("{} {}/{}", standing.name, standing.tally.points(), standing.tally.games())
    };
    summary.ranking().into_iter().map(one).collect::<Vec<_>>().join(", ")
}
