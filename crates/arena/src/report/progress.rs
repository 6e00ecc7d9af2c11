//! The progress of a tournament: a bar on a terminal, lines elsewhere.

use std::io::{self, IsTerminal as _, Write as _};
use std::mem;
use std::thread;
use std::time::{Duration, Instant};

use abstract_game::Player;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use parking_lot::Mutex;

use super::tables::standings;
use super::text::{cut, fault_line};
use super::watch::Watcher;
use crate::counted;
use crate::game::PlayedTurn;
use crate::tournament::{FinishedGame, Results, Standing, Tournament, TournamentEvent};

/// Shows on standard error the progress of a tournament with the score and Elo so far, for the games of all workers,
/// and each fault of this process's games at once; on standard output tables and boards, if wanted.
#[derive(Debug)]
pub struct Progress {
    settings: ProgressSettings,
    /// Hidden unless standard error is a terminal.
    bar: ProgressBar,
    watcher: Watcher,
    shown: Mutex<Shown>,
}

/// What was shown before.
#[derive(Debug, Default)]
struct Shown {
    left: TimeLeft,
    /// The number of games in the last line.
    last: Option<u64>,
    /// The number of games in the last table.
    tabled: Option<u64>,
    /// Whether it was shown that this process waits.
    waiting: bool,
    /// Whether repeated openings were reported.
    repeating: bool,
    /// The first error of writing to standard output.
    failure: Option<io::Error>,
}

/// What [`Progress`] shows: always faults and trouble.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(skip)]
pub struct ProgressSettings {
    /// Draw the boards during the games, of one game at a time.
    #[arg(short, long)]
    pub watch: bool,
    /// Milliseconds that `--watch` pauses after each board.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub pause: u64,
    /// Print no progress, only faults and the results.
    #[arg(short, long)]
    pub quiet: bool,
    /// Print a line for each finished game of this process: the engines, result, reason, turns and time.
    #[arg(short, long)]
    pub verbose: bool,
    /// Print the table of the engines whenever this number of games are finished.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rating_interval: Option<u64>,
}

/// The usual width of a terminal, in columns.
const WIDTH: usize = 80;
/// The columns that are left for the score beside the bar.
const BESIDE_BAR: usize = 42;

impl Progress {
    /// Shows a bar if standard error is a terminal, and about a hundred lines otherwise.
    pub fn new(settings: ProgressSettings) -> Progress {
        let hidden = settings.quiet || !io::stderr().is_terminal();
        let bar = if hidden { ProgressBar::hidden() } else { ProgressBar::new(0) };
        let template = "{bar:10} {pos}/{len} {wide_msg} {prefix}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { settings, bar, watcher: Watcher::default(), shown: Mutex::default() }
    }

    /// Prints a line on standard error, made printable, without disturbing the bar, from any thread.
    pub fn line(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(io::stderr(), "{}", printable::line(line));
        });
    }

    /// Prints text on standard output, made printable, without disturbing the bar. An error is no reason to stop a
    /// tournament: see [`failure`](Self::failure).
    fn text(&self, text: &str) {
        self.bar.suspend(|| {
            let mut out = io::stdout().lock();
            if let Err(error) = out.write_all(printable::lines(text).as_bytes()).and_then(|()| out.flush()) {
                self.shown.lock().failure.get_or_insert(error);
            }
        });
    }

    /// Takes the first error of writing to standard output.
    pub fn failure(&self) -> Option<io::Error> {
        self.shown.lock().failure.take()
    }

    /// Removes the bar.
    pub fn close(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: TournamentEvent<'_>) {
        if self.settings.watch
            && let Some(text) = self.watcher.text(tournament, event)
        {
            self.text(&text);
            if let TournamentEvent::TurnPlayed { turn: PlayedTurn { info: Some(_), .. }, .. } = event {
                thread::sleep(Duration::from_millis(self.settings.pause));
            }
        }
        let line = match event {
            TournamentEvent::GameFinished(finished) => {
                self.shown.lock().waiting = false;
                if self.settings.verbose {
                    self.line(&game_line(tournament, finished));
                }
                let Some(culprit) = finished.played.culprit else { return };
                let name = tournament.who(&finished.game, culprit);
                fault_line(finished.game.number, &name, &finished.played.ending)
            }
            TournamentEvent::LeaseLost(game) => format!(
                "game {}: its lease ended before it did, so another worker has it now; this result is not kept",
                game.number
            ),
            TournamentEvent::NotStarted { engine, fault, again } => {
                let then = if again { "trying again" } else { "its games stay open" };
                format!("engine `{engine}` does not start ({fault}); {then}")
            }
            TournamentEvent::OpeningsRepeat(_) => {
                // Openings are made in small pieces, and all after the first repetition may repeat.
                if mem::replace(&mut self.shown.lock().repeating, true) {
                    return;
                }
                "there are fewer different openings than needed: they repeat".to_owned()
            }
            TournamentEvent::Waiting { running, lease } => {
                if self.settings.quiet || mem::replace(&mut self.shown.lock().waiting, true) {
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
        if let Some(interval) = self.settings.rating_interval {
            let before = self.shown.lock().tabled.replace(games);
            if before.is_some_and(|last| games / interval > last / interval) {
                self.text(&format!("after {}:\n{}\n", counted(games, "game"), standings(&results.summary)));
            }
        }
        if self.settings.quiet {
            return;
        }
        if !self.bar.is_hidden() {
            self.bar.set_length(total);
            self.bar.set_message(score_line(results, BESIDE_BAR));
            let left = self.shown.lock().left.text(games, total, Instant::now());
            self.bar.set_prefix(left.map_or(String::new(), |left| format!("[{left}]")));
            self.bar.set_position(games);
            return;
        }
        let step = total.div_ceil(100).max(1);
        let due = |last: &mut Option<u64>| {
            let due = last.is_none_or(|last| games / step > last / step)
                || (results.complete && *last != Some(games));
            (due && games > 0).then(|| *last = Some(games)).is_some()
        };
        if due(&mut self.shown.lock().last) {
            let begin = format!("{games}/{total} ");
            self.line(&format!("{begin}{}", score_line(results, WIDTH - begin.len())));
        }
    }
}

/// Estimates the time until the end by what was finished since the first look: earlier processes may have finished a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeLeft(Option<(Instant, u64)>);

impl TimeLeft {
    /// `7m left`, when `done` of `total` are finished; `None` until one was finished since the first call.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// let (mut left, start) = (arena::report::progress::TimeLeft::default(), Instant::now());
    /// assert_eq!(left.text(100, 160, start), None);
    /// assert_eq!(left.text(110, 160, start + Duration::from_secs(60)).as_deref(), Some("5m left"));
    /// ```
    pub fn text(&mut self, done: u64, total: u64, now: Instant) -> Option<String> {
        let (start, before) = *self.0.get_or_insert((now, done));
        let finished = done.checked_sub(before).filter(|&finished| finished > 0)?;
        let rest = total.saturating_sub(done) as f64;
        let left = now.saturating_duration_since(start).mul_f64(rest / finished as f64);
        Some(format!("{:#} left", HumanDuration(left)))
    }
}

/// A finished game in one line: `game 7: one - two 0-1, capture, 34 turns, 1.2 s`. The time is that of the engines' turns.
fn game_line(tournament: &Tournament, finished: &FinishedGame) -> String {
    let FinishedGame { game, played, .. } = finished;
    let [p1, p2] = Player::BOTH.map(|side| tournament.name(game, side));
    let result = match played.ending.winner {
        Some(Player::P1) => "1-0",
        Some(Player::P2) => "0-1",
        None => "½-½",
    };
    let time: Duration = played.turns.iter().filter_map(|turn| Some(turn.info.as_ref()?.time)).sum();
    let (number, cause, seconds) = (game.number, &played.ending.cause, time.as_secs_f64());
    let turns = counted(played.turns.len(), "turn");
    printable::line(&format!("game {number}: {p1} - {p2} {result}, {cause}, {turns}, {seconds:.1} s"))
}

/// The score in one line of at most `width` columns: `A 7 - B 5 (0 draws), Elo +58 [-130, +300]`, with the value of the test
/// if there is one; with more than two entrants, the points and games of each, as far as there is room. Long names are cut.
fn score_line(results: &Results, width: usize) -> String {
    let summary = &results.summary;
    let name = |row: &Standing| printable::line(&row.name);
    let fits = |line: &String| line.chars().count() <= width;
    let test = results.test.as_ref().map_or(String::new(), |test| format!(", LLR {:+.2}", test.llr));
    let longest = summary.standings.iter().map(|row| name(row).chars().count()).max().unwrap_or(0);
    if let [a, b] = &summary.standings[..] {
        let draws = format!(" ({})", counted(a.tally.draws, "draw"));
        let elo =
            a.pairs.estimate().map_or(String::new(), |estimate| format!(", Elo {}", estimate.elo_text()));
        let line = |length, draws: &str, elo: &str| {
            let [of_a, of_b] = [a, b].map(|row| format!("{} {}", cut(&name(row), length), row.tally.wins));
            format!("{of_a} - {of_b}{draws}{elo}{test}")
        };
        let lengths = || (SHORTEST_NAME.min(longest)..=longest).rev();
        let parts = [(&*draws, &*elo), ("", &*elo), ("", "")];
        let mut lines =
            parts.iter().flat_map(|(draws, elo)| lengths().map(move |length| line(length, draws, elo)));
        return lines.find(fits).unwrap_or_else(|| cut(&line(SHORTEST_NAME, "", ""), width));
    }
    let one = |row: &Standing| format!("{} {}/{}", name(row), row.tally.points(), row.tally.games());
    cut(&(summary.ranked().map(one).collect::<Vec<_>>().join(", ") + &test), width)
}

/// The length to which names are cut where there is little room.
const SHORTEST_NAME: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Summary;

    #[test]
    fn the_line_of_the_score_fits_any_names() {
        let long = "engine-of-".repeat(20);
        let line = |names: &[&str], width| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let mut results = Results { summary: Summary::new(&names, &names), ..Results::default() };
            results.summary.standings[0].pairs.0 = [20_000, 30_000, 40_000, 30_001, 20_000];
            results.summary.standings[0].tally.wins = 140_000;
            score_line(&results, width)
        };
        assert_eq!(line(&["A", "B"], 80), "A 140000 - B 0 (0 draws), Elo +0 [-1, +1]");
        assert_eq!(line(&["A", "B"], 30), "A 140000 - B 0");
        for names in [&[&*long, &*long][..], &[&*long, "B"], &[&*long, "B", "C"]] {
            for width in [20, 42, 80] {
                let line = line(names, width);
                assert!(line.chars().count() <= width && line.starts_with("engine-"), "{line}");
            }
        }
        assert!(line(&[&long, &long], 80).ends_with("… 0 (0 draws), Elo +0 [-1, +1]"));
    }
}
