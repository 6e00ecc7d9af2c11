//! The progress of a tournament: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::tournament::{Results, Summary, Tournament, TournamentEvent};

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With a bar at the bottom of the terminal.
    Bar,
    /// With lines, about a hundred at most.
    Lines,
    /// Not at all, but faults and trouble are.
    Quiet,
}

impl Style {
    /// A bar if standard error is a terminal, and lines otherwise.
    #[must_use]
    pub fn fitting() -> Style {
        if io::stderr().is_terminal() { Style::Bar } else { Style::Lines }
    }
}

/// Shows on standard error the progress of a tournament with the score and Elo so far, for the games of all workers,
/// and each fault of this process's games at once.
#[derive(Debug)]
pub struct Progress {
    style: Style,
    printer: Printer,
    /// The number of games in the last line.
    last: Mutex<Option<u64>>,
    /// Whether it was shown that this process waits.
    waiting: AtomicBool,
}

/// Prints without disturbing the bar, from any thread.
#[derive(Clone, Debug)]
pub struct Printer(ProgressBar);

impl Printer {
    /// Prints a line on standard error.
    pub fn line(&self, line: &str) {
        self.0.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }

    /// Prints text on standard output. A closed pipe is ignored: it is no reason to stop a tournament.
    pub fn text(&self, text: &str) {
        self.0.suspend(|| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }
}

impl Progress {
    /// Progress in that style.
    #[must_use]
    pub fn new(style: Style) -> Progress {
        let bar = if style == Style::Bar { ProgressBar::new(0) } else { ProgressBar::hidden() };
        let template = "{bar:24} {pos}/{len} {msg} [{elapsed_precise}, {eta} left]";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { style, printer: Printer(bar), last: Mutex::default(), waiting: AtomicBool::new(false) }
    }

    /// Prints without disturbing the bar.
    #[must_use]
    pub fn printer(&self) -> &Printer {
        &self.printer
    }

    /// Removes the bar.
    pub fn close(&self) {
        self.printer.0.finish_and_clear();
    }

    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: TournamentEvent<'_>) {
        let line = match event {
            TournamentEvent::GameFinished(finished) => {
                self.waiting.store(false, Ordering::Relaxed);
                let Some(culprit) = finished.played.culprit else { return };
                let (number, ending) = (finished.game.number, &finished.played.ending);
                let name = tournament.who(&finished.game, culprit);
                let detail = ending.detail.as_deref().unwrap_or("no details");
                format!("!!! game {number}: {name} lost by {}: {detail}", ending.cause)
            }
            TournamentEvent::LeaseLost(game) => format!(
                "game {}: its lease ended before it did, so another worker has it now; this result is not kept",
                game.number
            ),
            TournamentEvent::OpeningsRepeat(repeated) => {
                format!("there are too few openings: {repeated} of those just made have been there before")
            }
            TournamentEvent::Waiting { running, lease } => {
                if self.style == Style::Quiet || self.waiting.swap(true, Ordering::Relaxed) {
                    return;
                }
                let games = if running == 1 { "1 game".to_owned() } else { format!("{running} games") };
                let seconds = lease.as_secs_f64().ceil();
                format!("waiting for {games} of other workers (a dead one's come back within {seconds} s)")
            }
            TournamentEvent::Standing(results) => return self.standing(results),
            TournamentEvent::GameStarted(_)
            | TournamentEvent::TurnPlayed { .. }
            | TournamentEvent::GameAbandoned(_) => return,
        };
        self.printer.line(&line);
    }

    fn standing(&self, results: &Results) {
        let (games, total) = (results.summary.games, results.expected() as u64);
        match self.style {
            Style::Bar => {
                let bar = &self.printer.0;
                bar.set_length(total);
                bar.set_message(score_line(results));
                bar.set_position(games);
            }
            Style::Lines => {
                let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
                let step = total.div_ceil(100).max(1);
                let due = last.is_none_or(|last| games / step > last / step)
                    || (results.complete && *last != Some(games));
                if due && games > 0 {
                    *last = Some(games);
                    drop(last);
                    self.printer.line(&format!("{games}/{total} {}", score_line(results)));
                }
            }
            Style::Quiet => {}
        }
    }
}

/// The score in one line: `A 7 - B 5 (0 draws), Elo +58 [-130, +300]`, with the value of the test if there is one; with
/// more than two entrants, the points and games of each.
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
