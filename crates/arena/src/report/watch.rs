//! Boards of the games, for people who watch.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, SystemTime};

use abstract_game::Player;
use abstract_game::facade::AnyMatch;
use parking_lot::Mutex;

use crate::counted;
use crate::engine::has_partners;
use crate::game::{Ending, PlayedTurn};
use crate::schedule::Game;
use crate::tournament::{Tournament, TournamentEvent};

/// Draws games of a tournament, one after another; of games played at the same time, one.
pub struct Watcher<'a> {
    pause: Duration,
    print: Box<dyn Fn(&str) + Sync + 'a>,
    /// The number of the game, or none: the next game that begins.
    watched: Mutex<Option<usize>>,
}

impl<'a> Watcher<'a> {
    /// Pauses for `pause` after each board, and passes text in whole lines to `print`.
    pub fn new(pause: Duration, print: impl Fn(&str) + Sync + 'a) -> Watcher<'a> {
        Watcher { pause, print: Box::new(print), watched: Mutex::default() }
    }

    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: TournamentEvent<'_>) {
        match event {
            TournamentEvent::GameStarted(game) => self.game_started(tournament, game),
            TournamentEvent::TurnPlayed { game, position, turn } => {
                self.turn_played(tournament, game, position, turn);
            }
            TournamentEvent::GameFinished(finished) => {
                let names = Player::BOTH.map(|player| tournament.name(&finished.game, player));
                let played = &finished.played;
                let sentence = ending_sentence(&played.ending, names, played.turns.len());
                self.end(&finished.game, &sentence);
            }
            TournamentEvent::GameAbandoned(game) => self.end(game, "The game is abandoned."),
            _ => {}
        }
    }

    /// Whether the watched game was `from`; then it becomes `to`.
    fn change(&self, from: Option<usize>, to: Option<usize>) -> bool {
        let mut watched = self.watched.lock();
        let changes = *watched == from;
        if changes {
            *watched = to;
        }
        changes
    }

    fn end(&self, game: &Game, sentence: &str) {
        if self.change(Some(game.number), None) {
            (self.print)(&format!("{sentence}\n\n"));
        }
    }

    fn game_started(&self, tournament: &Tournament, game: &Game) {
        if !self.change(None, Some(game.number)) {
            return;
        }
        let of = tournament.schedule().total().map_or(String::new(), |total| format!(" of {total}"));
        let [p1, p2] = Player::BOTH.map(|player| tournament.name(game, player));
        let title = format!("Game {}{of}: {p1} (P1) against {p2} (P2)", game.number);
        let mut text = printable::line(&title) + "\n";
        let seats = tournament.rules().seats();
        if has_partners(seats) {
            let who: Vec<_> = (0..seats.len()).map(|seat| tournament.who(game, seat)).collect();
            let _ = writeln!(text, "{}", printable::line(&who.join(", ")));
        }
        text += &tournament.rules().legend().map_or(String::new(), |legend| format!("{legend}\n"));
        text.push('\n');
        (self.print)(&text);
    }

    fn turn_played(&self, tournament: &Tournament, game: &Game, position: &dyn AnyMatch, turn: &PlayedTurn) {
        let this = Some(game.number);
        if !self.change(this, this) {
            return;
        }
        let line = turn_line(position.turn_count(), turn, &tournament.who(game, turn.seat));
        // Turns of the opening have no board: the first turn after them does.
        if turn.info.is_none() {
            return (self.print)(&line);
        }
        (self.print)(&(line + &board(position)));
        thread::sleep(self.pause);
    }
}

/// A turn in one line: `12. P1 mcts: d4   (+0.35, depth 7, 12 ms)`. Where a side has several seats, `who` begins with
/// the seat: `12. P1 athens mcts: ...`.
pub fn turn_line(number: usize, turn: &PlayedTurn, who: &str) -> String {
    let notes = turn.info.map_or_else(
        || vec!["opening".to_owned()],
        |info| {
            let time = Some(info.time.as_millis()).filter(|&time| time > 0);
            let depth = info.depth.map(|depth| format!("depth {depth}"));
            let notes =
                [info.score.map(|score| score.to_string()), depth, time.map(|time| format!("{time} ms"))];
            notes.into_iter().flatten().collect()
        },
    );
    let notes = if notes.is_empty() { String::new() } else { format!("   ({})", notes.join(", ")) };
    printable::line(&format!("{number:>3}. {} {who}: {}{notes}", turn.player, turn.turn)) + "\n"
}

/// The board of a match, indented and between empty lines.
pub fn board(position: &dyn AnyMatch) -> String {
    let mut text = String::from("\n");
    for line in position.drawing().lines() {
        let _ = writeln!(text, "      {line}");
    }
    text.push('\n');
    text
}

/// A time in UTC, by the second: `2026-11-22T09:05:00Z`.
pub(super) fn utc(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// The end of a game as a sentence.
///
/// ```
/// use arena::game::Ending;
/// let sentence = arena::report::watch::ending_sentence(&Ending::too_long(), ["A", "B"], 300);
/// assert_eq!(sentence, "A and B draw by length after 300 turns.");
/// ```
pub fn ending_sentence(ending: &Ending, names: [&str; 2], turns: usize) -> String {
    let (cause, turns) = (&ending.cause, counted(turns, "turn"));
    let mut sentence = match ending.winner {
        None => format!("{} and {} draw by {cause} after {turns}.", names[0], names[1]),
        Some(winner) => {
            format!("{} ({winner}) wins by {cause} after {turns}.", names[winner.index()])
        }
    };
    if let Some(detail) = &ending.detail {
        let _ = write!(sentence, " ({detail})");
    }
    printable::line(&sentence)
}
