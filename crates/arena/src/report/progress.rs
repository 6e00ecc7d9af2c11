//! The progress of a tournament: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::fault_line;
use crate::lock;
use crate::schedule::counted;
use crate::tournament::{Results, Standing, Tournament, TournamentEvent};

/// Shows on standard error the progress of a tournament with the score and Elo so far, for the games of all workers,
/// and each fault of this process's games at once.
#[derive(Debug)]
pub struct Progress {
    quiet: bool,
    /// Hidden unless standard error is a terminal.
    bar: ProgressBar,
    /// The number of games in the last line.
    last: Mutex<Option<u64>>,
    /// Whether it was shown that this process waits.
    waiting: AtomicBool,
    /// The first error of writing to standard output.
    failure: Mutex<Option<io::Error>>,
}

impl Progress {
    /// Shows a bar if standard error is a terminal, and about a hundred lines otherwise; if `quiet`, only faults and
    /// trouble.
    pub fn new(quiet: bool) -> Progress {
        let hidden = quiet || !io::stderr().is_terminal();
        let bar = if hidden { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let template = "{bar:24} {pos}/{len} {msg} [{elapsed_precise}, {eta} left]";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress {
            quiet,
            bar,
            last: Mutex::default(),
            waiting: AtomicBool::new(false),
            failure: Mutex::default(),
        }
    }

    /// Prints a line on standard error without disturbing the bar, from any thread.
    pub fn line(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{line}");
        });
    }

    /// Prints text on standard output without disturbing the bar. An error is no reason to stop a tournament: see
    /// [`failure`](Self::failure).
    pub fn text(&self, text: &str) {
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                lock(&self.failure).get_or_insert(error);
            }
        });
    }

    /// Takes the first error of writing to standard output.
    pub fn failure(&self) -> Option<io::Error> {
        lock(&self.failure).take()
    }

    /// Removes the bar.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: TournamentEvent<'_>) {
        let line = match event {
            TournamentEvent::GameFinished(finished) => {
                self.waiting.store(false, Ordering::Relaxed);
                let Some(culprit) = finished.played.culprit else { return };
                let name = tournament.who(&finished.game, culprit);
                fault_line(finished.game.number, &name, &finished.played.ending)
            }
            TournamentEvent::LeaseLost(game) => format!(
                "game {}: its lease ended before it did, so another worker has it now; this result is not kept",
                game.number
            ),
            TournamentEvent::NotStarted { engine, fault, again: true } => {
                format!("engine `{engine}` does not start ({fault}); trying again")
            }
            TournamentEvent::NotStarted { engine, fault, again: false } => {
                format!("engine `{engine}` does not start ({fault}); its games stay open")
            }
            TournamentEvent::OpeningsRepeat(repeated) => {
                format!("there are too few openings: {repeated} of those just made have been there before")
            }
            TournamentEvent::Waiting { running, lease } => {
                if self.quiet || self.waiting.swap(true, Ordering::Relaxed) {
                    return;
                }
                let (games, seconds) = (counted(running, "game"), lease.as_secs_f64().ceil());
                format!("waiting for {games} of other workers (a dead one's come back within {seconds} s)")
            }
            TournamentEvent::Standing(results) => return self.standing(results),
            _ => return,
        };
        self.line(&line);
    }

    fn standing(&self, results: &Results) {
        let (games, total) = (results.summary.games, results.expected() as u64);
        if self.quiet {
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.set_length(total);
            self.bar.set_message(score_line(results));
            self.bar.set_position(games);
            return;
        }
        let mut last = lock(&self.last);
        let step = total.div_ceil(100).max(1);
        let due =
            last.is_none_or(|last| games / step > last / step) || (results.complete && *last != Some(games));
        if due && games > 0 {
            *last = Some(games);
            drop(last);
            self.line(&format!("{games}/{total} {}", score_line(results)));
        }
    }
}

/// The score in one line: `A 7 - B 5 (0 draws), Elo +58 [-130, +300]`, with the value of the test if there is one; with
/// more than two entrants, the points and games of each.
fn score_line(results: &Results) -> String {
    let summary = &results.summary;
    let mut line = if let [a, b] = &summary.standings[..] {
        let draws = counted(a.tally.draws, "draw");
        let elo =
            a.pairs.estimate().map_or(String::new(), |estimate| format!(", Elo {}", estimate.elo_text()));
        format!("{} {} - {} {} ({draws}){elo}", a.name, a.tally.wins, b.name, b.tally.wins)
    } else {
        let ranking = summary.ranking().into_iter().map(|index| &summary.standings[index]);
        let one = |row: &Standing| format!("{} {}/{}", row.name, row.tally.points(), row.tally.games());
        ranking.map(one).collect::<Vec<_>>().join(", ")
    };
    line.extend(results.test.as_ref().map(|test| format!(", LLR {:+.2}", test.llr)));
    line
}
