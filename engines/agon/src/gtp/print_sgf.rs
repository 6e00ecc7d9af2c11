//! Writes the game in SGF for `printsgf`.

use std::fmt::Write as _;
use std::fs;

use games::snorkels_core::{Colour, Content, cell_name};
use printable::excerpt;

use super::game::Game;
use super::line::letter;
use super::{Answer, Server};

/// The property of the turn after which the players exchanged their colours. SGF has none for it.
pub(super) const SWAP: &str = "SWAP";

/// Writes the game to a file, or answers with it.
pub(super) fn print(server: &mut Server, words: &[&str]) -> Answer {
    let text = text(&server.game)?;
    match words.first() {
        None | Some(&"-") => Ok(text),
        Some(path) => {
            let written = fs::write(path, text + "\n");
            written.map_err(|error| format!("cannot save file: {}: {error}", excerpt(path)))?;
            Ok(String::new())
        }
    }
}

/// The game: its setup, if it does not begin on an empty board, and its turns.
pub(super) fn text(game: &Game) -> Result<String, String> {
    let start = game.current().start();
    let (width, height) = (start.width(), start.height());
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut text =
        format!("(;FF[4]CA[UTF-8]GM[1]AP[Agon:{}]RU[Snorkels]SZ[{size}]", env!("CARGO_PKG_VERSION"));
    if let Some(winner) = game.winner() {
        write!(text, "RE[{}+]", property(winner)).expect("a String");
    }
    let mut setup = [String::new(), String::new()];
    for cell in start.board() {
        match start.content(cell) {
            Some(Content::Snorkel(colour)) => {
                setup[colour.index()] += &format!("[{}]", point(&cell_name(cell).to_string(), height));
            }
            Some(Content::Stone) => return Err("a board with stones cannot be written in SGF".to_owned()),
            Some(Content::Empty) | None => {}
        }
    }
    let mut side = start.to_place();
    for (colour, points) in Colour::BOTH.into_iter().zip(&setup).filter(|(_, points)| !points.is_empty()) {
        write!(text, "A{}{points}", property(colour)).expect("a String");
    }
    if side != Colour::Purple || setup.iter().any(|points| !points.is_empty()) {
        write!(text, "PL[{}]", property(side)).expect("a String");
    }
    for turn in game.current().turn_texts() {
        if turn == "swap" {
            write!(text, "{SWAP}[1]").expect("a String");
            continue;
        }
        write!(text, ";{}[{}]", property(side), point(&turn, height)).expect("a String");
        side = side.opponent();
    }
    Ok(text + ")")
}

fn property(colour: Colour) -> String {
    letter(colour).to_ascii_uppercase()
}

/// The point of a cell: the column from the left and the row from the top, two letters.
fn point(cell: &str, height: u8) -> String {
    let (column, rank) = cell.split_at(1);
    let rank: u8 = rank.parse().expect("a rank");
    format!("{column}{}", char::from(b'a' + (height - rank)))
}
