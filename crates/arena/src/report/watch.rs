//! Games drawn for a person who watches.

use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use abstract_game::Player;
use abstract_game::facade::AnyMatch;

use crate::engine::has_partners;
use crate::game::Ending;
use crate::game::PlayedTurn;
use crate::schedule::Game;
use crate::tournament::{Event, FinishedGame, Tournament};

/// Which games are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Games {
    /// The first to begin.
    First,
    /// One after the other; of those that are played at the same time, one.
    OneAtATime,
}

/// Draws the games of a tournament, never two at the same time.
pub struct Watcher<'a> {
    games: Games,
    pause: Duration,
    print: Box<dyn Fn(&str) + Sync + 'a>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of the game that is watched.
    now: Option<usize>,
    /// How many turns of it were seen.
    turns: usize,
    /// Whether any game has been watched.
    begun: bool,
}

impl<'a> Watcher<'a> {
    /// Watches `games`, stops for `pause` after every board, and gives each piece of text, which ends
    /// with a line's end, to `print`.
    pub fn new(games: Games, pause: Duration, print: impl Fn(&str) + Sync + 'a) -> Watcher<'a> {
        Watcher { games, pause, print: Box::new(print), state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leave(&self, game: &Game, last_words: &str) {
        let mut state = self.state();
        if state.now == Some(game.number) {
            state.now = None;
            drop(state);
            (self.print)(last_words);
        }
    }
}

impl Watcher<'_> {
    /// Shows an event.
    pub fn observe(&self, tournament: &Tournament, event: Event<'_>) {
        match event {
            Event::GameStarted(game) => self.game_started(tournament, game),
            Event::TurnPlayed { game, position, turn } => self.turn_played(tournament, game, position, turn),
            Event::GameFinished(finished) => self.game_finished(tournament, finished),
            Event::GameAbandoned(game) => self.leave(game, "The game is abandoned.\n\n"),
            _ => {}
        }
    }

    fn game_started(&self, tournament: &Tournament, game: &Game) {
        let mut state = self.state();
        if state.now.is_none() && (self.games == Games::OneAtATime || !state.begun) {
            *state = State { now: Some(game.number), turns: 0, begun: true };
            let of = tournament.schedule().total().map_or(String::new(), |total| format!(" of {total}"));
            let [p1, p2] = Player::BOTH.map(|player| tournament.name(game, player));
            let mut text = format!("Game {}{of}: {p1} (P1) against {p2} (P2)\n", game.number);
            let seats = tournament.rules().seats();
            if has_partners(seats) {
                let who: Vec<_> = (0..seats.len()).map(|seat| tournament.who(game, seat)).collect();
                let _ = writeln!(text, "{}", who.join(", "));
            }
            text.push('\n');
            (self.print)(&text);
        }
    }

    fn turn_played(&self, tournament: &Tournament, game: &Game, position: &dyn AnyMatch, turn: &PlayedTurn) {
        let mut state = self.state();
        if state.now != Some(game.number) {
            return;
        }
        state.turns += 1;
        let mut text = turn_line(state.turns, turn, &tournament.who(game, turn.seat));
        drop(state);
        // The opening is shown by the first board after it.
        if turn.info.is_some() {
            text += &board(position);
        }
        (self.print)(&text);
        if turn.info.is_some() {
            thread::sleep(self.pause);
        }
    }

    fn game_finished(&self, tournament: &Tournament, finished: &FinishedGame) {
        let names = Player::BOTH.map(|player| tournament.name(&finished.game, player));
        let words = verdict(&finished.played.ending, names, finished.played.turns.len());
        self.leave(&finished.game, &format!("{words}\n\n"));
    }
}

impl std::fmt::Debug for Watcher<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watcher").field("games", &self.games).finish_non_exhaustive()
    }
}

/// One line about a turn: `12. P1 mcts: d4   (+0.35, depth 7, 12 ms)`; where partners can decide for
/// themselves, `who` has the seat too: `12. P1 athens mcts: ...`.
#[must_use]
pub fn turn_line(number: usize, turn: &PlayedTurn, who: &str) -> String {
    let mut line = format!("{number:>3}. {} {who}: {}", turn.player, turn.turn);
    let mut notes = Vec::new();
    match &turn.info {
        None => notes.push("opening".to_owned()),
        Some(info) => {
            notes.extend(info.score.map(|score| score.to_string()));
            notes.extend(info.depth.map(|depth| format!("depth {depth}")));
            if info.time.as_millis() > 0 {
                notes.push(format!("{} ms", info.time.as_millis()));
            }
        }
    }
    if !notes.is_empty() {
        let _ = write!(line, "   ({})", notes.join(", "));
    }
    line.push('\n');
    line
}

/// The board of a match, set off from the text.
#[must_use]
pub fn board(position: &dyn AnyMatch) -> String {
    let mut text = String::from("\n");
    for line in position.drawing().lines() {
        let _ = writeln!(text, "      {line}");
    }
    text.push('\n');
    text
}

/// A sentence about a game's end.
///
/// ```
/// use arena::game::Ending;
/// let sentence = arena::report::watch::verdict(&Ending::too_long(), ["A", "B"], 300);
/// assert_eq!(sentence, "A and B draw by length after 300 turns.");
/// ```
#[must_use]
pub fn verdict(ending: &Ending, names: [&str; 2], turns: usize) -> String {
    let plural = if turns == 1 { "" } else { "s" };
    let cause = &ending.cause;
    let mut sentence = match ending.winner {
        None => format!("{} and {} draw by {cause} after {turns} turn{plural}.", names[0], names[1]),
        Some(winner) => {
            format!("{} ({winner}) wins by {cause} after {turns} turn{plural}.", names[winner.index()])
        }
    };
    if let Some(detail) = &ending.detail {
        let _ = write!(sentence, " ({detail})");
    }
    sentence
}
