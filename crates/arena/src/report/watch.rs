//! Boards of the games, for people who watch.

use std::fmt::Write as _;
use std::time::SystemTime;

use abstract_game::Player;
use abstract_game::facade::AnyMatch;
use parking_lot::Mutex;

use crate::counted;
use crate::engine::has_partners;
use crate::game::{Ending, PlayedTurn};
use crate::schedule::Game;
use crate::tournament::{FinishedGame, Tournament, TournamentEvent};

/// Draws games of a tournament, one after another; of games played at the same time, one.
#[derive(Debug, Default)]
pub struct Watcher {
    /// The number of the game, or none: the next game that begins.
    watched: Mutex<Option<usize>>,
}

impl Watcher {
    /// What an event of the watched game shows, in whole lines.
    pub fn text(&self, tournament: &Tournament, event: TournamentEvent<'_>) -> Option<String> {
        let mut watched = self.watched.lock();
        let is_watched = |game: &Game| *watched == Some(game.number);
        Some(match event {
            TournamentEvent::GameStarted(game) if watched.is_none() => {
                *watched = Some(game.number);
                title(tournament, game)
            }
            TournamentEvent::TurnPlayed { game, position, turn } if is_watched(game) => {
                let line = turn_line(position.turn_count(), turn, &tournament.who(game, turn.seat));
                // Turns of the opening have no board: the first turn after them does.
                if turn.info.is_none() { line } else { line + &board(position) }
            }
            TournamentEvent::GameFinished(FinishedGame { game, played, .. }) if is_watched(game) => {
                *watched = None;
                let names = Player::BOTH.map(|player| tournament.name(game, player));
                ending_sentence(&played.ending, names, played.turns.len()) + "\n\n"
            }
            TournamentEvent::GameAbandoned(game) if is_watched(game) => {
                *watched = None;
                "The game is abandoned.\n\n".to_owned()
            }
            _ => return None,
        })
    }
}

/// The players of a game, and the legend of its board.
fn title(tournament: &Tournament, game: &Game) -> String {
    let of = tournament.schedule().total().map_or(String::new(), |total| format!(" of {total}"));
    let [p1, p2] = Player::BOTH.map(|player| tournament.name(game, player));
    let title = format!("Game {}{of}: {p1} (P1) against {p2} (P2)", game.number);
    let mut text = printable::line(&title) + "\n";
    let seats = tournament.rules().seats();
    if has_partners(seats) {
        let who: Vec<_> = (0..seats.len()).map(|seat| tournament.who(game, seat)).collect();
        let _ = writeln!(text, "{}", printable::line(&who.join(", ")));
    }
    text + &tournament.rules().legend().map_or(String::new(), |legend| format!("{legend}\n")) + "\n"
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
    let drawing = position.drawing();
    let lines = drawing.lines().map(|line| format!("      {line}\n"));
    format!("\n{}\n", lines.collect::<String>())
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
