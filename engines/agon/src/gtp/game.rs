//! The game of a session: what `play`, `undo` and the other commands change.

use std::cmp::Reverse;

use games::snorkels_core::{Cell, Colour, Content, Match, Pie, Player, Position, Snorkels};
use protocol::Start;

use super::line::{self, colour_name};

/// A game without the pie rule, which GTP does not know. [`Game::swap`] plays the swap as an exchange of the players.
#[derive(Clone)]
pub(super) struct Game {
    rules: Snorkels,
    current: Match,
    /// Passes after the end: programs that know only Go end a game by them.
    passes: usize,
}

impl Game {
    pub(super) fn new(rules: Snorkels) -> Game {
        let rules = rules.with_pie(false);
        Game { rules, current: Match::new(rules.start()), passes: 0 }
    }

    /// Begins a new game.
    pub(super) fn clear(&mut self) {
        *self = Game::new(self.rules);
    }

    /// Begins a new game on a board of another size.
    pub(super) fn resize(&mut self, width: u8, height: u8) -> Result<(), String> {
        let rules = self.rules.with("width", "square").and_then(|rules| rules.with("size", height));
        let rules =
            rules.and_then(|rules| if width == height { Ok(rules) } else { rules.with("width", width) });
        *self = Game::new(rules.map_err(|error| format!("unacceptable size: {error}"))?);
        Ok(())
    }

    /// The match.
    pub(super) fn current(&self) -> &Match {
        &self.current
    }

    /// The present position.
    pub(super) fn position(&self) -> &Position {
        self.current.position()
    }

    /// The colour to place.
    pub(super) fn to_place(&self) -> Colour {
        self.position().to_place()
    }

    /// The colour that won.
    pub(super) fn winner(&self) -> Option<Colour> {
        let player = self.current.result()?.winner?;
        Some(self.position().colour_of(player))
    }

    /// An error unless the game goes on and this colour is to place.
    pub(super) fn check_turn(&self, colour: Colour) -> Result<(), String> {
        self.check_running()?;
        let own = self.to_place();
        if own == colour { Ok(()) } else { Err(format!("it is the turn of {}", colour_name(own))) }
    }

    /// An error if the game is over.
    pub(super) fn check_running(&self) -> Result<(), String> {
        let won = self.current.result().zip(self.winner());
        won.map_or(Ok(()), |(end, winner)| {
            Err(format!("the game is over: {} won by {}", colour_name(winner), end.reason))
        })
    }

    /// Plays a placement.
    pub(super) fn play(&mut self, colour: Colour, vertex: &str) -> Result<(), String> {
        let is_pass = vertex.eq_ignore_ascii_case("pass");
        if is_pass && self.current.result().is_some() {
            self.passes += 1;
            return Ok(());
        }
        let illegal = |error: String| format!("illegal move: {error}");
        self.check_turn(colour).map_err(illegal)?;
        if is_pass {
            return Err(illegal("there is no pass in Snorkels".to_owned()));
        }
        let cell = line::vertex(vertex)?;
        self.current.play_turn(&cell).map_err(|error| illegal(error.to_string()))
    }

    /// After the first placement: the players exchange their colours.
    pub(super) fn swap(&mut self) -> Result<(), String> {
        let turns = self.current.turn_texts();
        let mut swapped = Match::new(self.rules.with_pie(true).start());
        let mut turns = turns.iter().map(String::as_str).chain(["swap"]);
        let can_swap = *self.current.start() == self.rules.start();
        if !can_swap || turns.try_for_each(|turn| swapped.play_turn(turn)).is_err() {
            return Err("swap is legal only after the first placement on an empty board".to_owned());
        }
        self.current = swapped;
        Ok(())
    }

    /// Takes back placements, or none if there are too few. Programs do not count the swap: it goes with the placement before.
    pub(super) fn undo(&mut self, count: usize) -> Result<(), String> {
        let turns = self.current.turn_texts();
        let has_swap = turns.get(1).is_some_and(|turn| turn == "swap");
        let placed = turns.len() - usize::from(has_swap);
        let undone = count.saturating_sub(self.passes);
        if undone > placed {
            return Err("cannot undo".to_owned());
        }
        self.passes = self.passes.saturating_sub(count);
        for _ in 0..undone {
            self.current.undo();
        }
        if has_swap && undone == placed {
            // Without the swap the game is one without the pie rule again.
            self.clear();
        }
        Ok(())
    }

    /// Puts snorkels on the board, and begins the game there.
    pub(super) fn setup(&mut self, snorkels: &[(Colour, String)]) -> Result<(), String> {
        let (mut board, width) = (self.cells(), usize::from(self.position().width()));
        for (colour, vertex) in snorkels {
            let cell = self.position().topology().parse_cell(vertex).map_err(|error| error.to_string())?;
            let place = board.iter_mut().find(|(other, _)| *other == cell);
            if let Some((_, letter)) = place {
                *letter = colour.letter();
            }
        }
        let rows = board.chunks(width).map(|row| row.iter().map(|(_, letter)| letter).collect());
        let rows: Vec<String> = rows.collect();
        let to_place = self.to_place().letter().to_ascii_lowercase();
        let mut text = format!("{} {to_place} 1 -", rows.join("/"));
        for empty in (1..=width).rev() {
            text = text.replace(&".".repeat(empty), &empty.to_string());
        }
        self.current = Match::new(self.rules.read_position(&text).map_err(|error| error.to_string())?);
        self.passes = 0;
        Ok(())
    }

    /// Changes the colour to place, and begins the game there.
    pub(super) fn set_to_place(&mut self, colour: Colour) -> Result<(), String> {
        if self.to_place() != colour {
            self.check_running()?;
            self.current = Match::new(self.position().skip_turn().ok_or("no turn can be skipped here")?);
            self.passes = 0;
        }
        Ok(())
    }

    /// The cells in the order of the position's text with their letters.
    pub(super) fn cells(&self) -> Vec<(Cell, char)> {
        let position = self.position();
        let mut cells: Vec<_> = position.board().into_iter().collect();
        // The index of a cell is eight times its rank plus its file.
        cells.sort_by_key(|cell| (Reverse(cell.index() / 8), cell.index()));
        let letter = |cell| position.content(cell).map_or('.', Content::letter);
        cells.into_iter().map(|cell| (cell, letter(cell))).collect()
    }

    /// The start position and the turns, and whether the pie rule holds there.
    pub(super) fn for_engine(&self) -> (bool, Start, Vec<String>) {
        let start = self.current.start();
        (start.pie() != Pie::Off, Start::Fen(start.to_string()), self.current.turn_texts())
    }

    /// Whether the players have exchanged their colours.
    pub(super) fn is_swapped(&self) -> bool {
        self.position().owner(Colour::Purple) == Player::P2
    }
}
