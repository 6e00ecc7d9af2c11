//! How far a tournament is: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use crate::statistics::Summary;
use crate::tournament::{FinishedGame, Observer, Tournament};

/// How progress is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With a bar at the bottom of the terminal.
    Bar,
    /// With lines; at most some hundred, however many games there are.
    Lines,
    /// Not at all, but for faults.
    Quiet,
}

impl Style {
    /// A bar if standard error is a terminal, lines if not.
    #[must_use]
    pub fn fitting() -> Style {
        if io::stderr().is_terminal() { Style::Bar } else { Style::Lines }
    }
}

/// Tells on standard error how far a tournament is, with the score so far; and every fault, at once.
#[derive(Debug)]
pub struct Progress {
    style: Style,
    bar: ProgressBar,
    total: u64,
    summary: Mutex<Summary>,
}

impl Progress {
    /// For that tournament.
    #[must_use]
    pub fn new(tournament: &Tournament, style: Style) -> Progress {
        let total = tournament.schedule().len() as u64;
        let bar = if style == Style::Bar { ProgressBar::new(total) } else { ProgressBar::hidden() };
        let template = "{bar:24} {pos}/{len} {msg} [{elapsed_precise}, {eta} left]";
        if let Ok(look) = ProgressStyle::with_template(template) {
            bar.set_style(look);
        }
        Progress {
            style,
            bar,
            total,
            summary: Mutex::new(Summary::new(tournament.names(), tournament.engines())),
        }
    }

    /// Prints text to standard output without the bar being in its way. That nobody reads it (a pipe
    /// that was closed) is no reason to stop a tournament.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        });
    }

    /// Takes the bar away.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }

    fn tell(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }
}

impl Observer for Progress {
    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.add(finished);
        let ending = &finished.played.ending;
        if let Some(culprit) = finished.played.culprit {
            let name = tournament.who(&finished.game, culprit);
            let detail = ending.detail.as_deref().unwrap_or("no particulars");
            self.tell(&format!(
                "!!! game {}: {name} lost by {}: {detail}",
                finished.game.number, ending.cause
            ));
        }
        let score = score_line(&summary);
        match self.style {
            Style::Bar => {
                self.bar.set_message(score);
                self.bar.set_position(summary.games);
            }
            Style::Lines => {
                let step = self.total.div_ceil(100);
                if summary.games.is_multiple_of(step) || summary.games == self.total {
                    self.tell(&format!("{}/{} {score}", summary.games, self.total));
                }
            }
            Style::Quiet => {}
        }
    }
}

/// The score in one line: `A 7 - B 5 (0 draws)`; of more than two, each one's points and games.
#[must_use]
pub fn score_line(summary: &Summary) -> String {
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
