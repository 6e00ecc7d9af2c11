//! Reads a game in SGF for `loadsgf`: the main line with its setup.

use std::path::Path;

use games::snorkels_core::Colour;
use printable::excerpt;

use super::commands::{argument, number_or};
use super::game::Game;
use super::line::number;
use super::print_sgf::SWAP;
use super::{Answer, Server};

/// A property: its name and its values.
type Property = (String, Vec<String>);

/// Loads the main line of a file: all turns, or those before the turn with a number.
pub(super) fn load(server: &mut Server, words: &[&str]) -> Answer {
    let path = argument(words, 0, "a file")?;
    let before = number_or(words, 1, usize::MAX)?;
    let failed = |error: String| format!("cannot load file: {error}");
    let text = resources::file::read_text(Path::new(path))
        .map_err(|error| failed(format!("{}: {error}", excerpt(path))))?;
    let mut game = server.game.clone();
    replay(&mut game, &main_line(&text).map_err(failed)?, before).map_err(failed)?;
    server.game = game;
    server.new_game();
    Ok(String::new())
}

/// Plays the properties on an empty board.
fn replay(game: &mut Game, line: &[Property], before: usize) -> Result<(), String> {
    let size = line.iter().find(|(name, _)| name == "SZ").map_or("19", |(_, values)| values[0].as_str());
    let (width, height) = size.split_once(':').unwrap_or((size, size));
    game.resize(number(width)?, number(height)?)?;
    let mut played = 0;
    let mut snorkels = Vec::new();
    let mut to_place = None;
    for (name, values) in line {
        let side = if name.ends_with('B') { Colour::Purple } else { Colour::Green };
        match name.as_str() {
            "AB" | "AW" | "AE" if played > 0 => {
                return Err(format!("`{name}` after turn {played}: setup comes first"));
            }
            "AE" => return Err("`AE`, points that become empty, is not known".to_owned()),
            "AB" | "AW" => {
                for value in values {
                    snorkels.push((side, vertex(value, game)?));
                }
            }
            SWAP => game.swap()?,
            "PL" => to_place = Some(super::line::colour(&values[0])?),
            "B" | "W" => {
                if !snorkels.is_empty() || to_place.is_some() {
                    begin(game, &mut snorkels, to_place.take().or(Some(side)))?;
                }
                played += 1;
                if played >= before {
                    break;
                }
                play(game, side, values).map_err(|error| format!("turn {played}: {error}"))?;
            }
            _ => {}
        }
    }
    begin(game, &mut snorkels, to_place)
}

/// Plays the turn of a property. A pass is one only after the end of the game.
fn play(game: &mut Game, side: Colour, values: &[String]) -> Result<(), String> {
    match values {
        [point] if point.is_empty() || point == "tt" => game.play(side, "pass"),
        [point] => game.play(side, &vertex(point, game)?),
        _ => Err(format!("{} points: expected one", values.len())),
    }
}

/// Puts the collected setup on the board.
fn begin(
    game: &mut Game,
    snorkels: &mut Vec<(Colour, String)>,
    to_place: Option<Colour>,
) -> Result<(), String> {
    if !snorkels.is_empty() {
        game.setup(&std::mem::take(snorkels))?;
    }
    to_place.map_or(Ok(()), |colour| game.set_to_place(colour))
}

/// The vertex of a point: two letters, the column from the left and the row from the top.
fn vertex(point: &str, game: &Game) -> Result<String, String> {
    let unknown = || format!("`{}` is not a point of this board", excerpt(point));
    let &[column @ b'a'..=b'h', row @ b'a'..=b'h'] = point.as_bytes() else { return Err(unknown()) };
    let rank = game.position().height().checked_sub(row - b'a').filter(|&rank| rank > 0);
    let rank = rank.ok_or_else(unknown)?;
    Ok(format!("{}{rank}", char::from(column)))
}

/// The properties of the main line: of several variations the first.
fn main_line(text: &str) -> Result<Vec<Property>, String> {
    let mut properties: Vec<Property> = Vec::new();
    let (mut name, mut ended) = (String::new(), false);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            _ if ended => break,
            '[' => {
                let value = value(&mut characters)?;
                match properties.last_mut() {
                    Some((_, values)) if name.is_empty() => values.push(value),
                    _ if name.is_empty() => return Err("a value comes before the first property".to_owned()),
                    _ => properties.push((std::mem::take(&mut name), vec![value])),
                }
            }
            ';' | '(' | ')' if !name.is_empty() => {
                return Err(format!("the property `{}` has no value", excerpt(&name)));
            }
            // The first closing parenthesis ends the main line.
            ')' => ended = true,
            letter if letter.is_ascii_uppercase() => name.push(letter),
            _ => {}
        }
    }
    if ended { Ok(properties) } else { Err("it does not end with `)`".to_owned()) }
}

/// The text up to the closing bracket.
fn value(characters: &mut std::str::Chars<'_>) -> Result<String, String> {
    let mut value = String::new();
    while let Some(character) = characters.next() {
        match character {
            ']' => return Ok(value),
            '\\' => value.extend(characters.next()),
            _ => value.push(character),
        }
    }
    Err("a `]` is missing".to_owned())
}

#[cfg(test)]
mod tests {
    use games::snorkels_core::Snorkels;

    use super::{main_line, replay};
    use crate::gtp::game::Game;
    use crate::gtp::print_sgf;

    fn load(text: &str, before: usize) -> Result<String, String> {
        let mut game = Game::new(Snorkels::new());
        replay(&mut game, &main_line(text)?, before)?;
        Ok(game.position().to_string())
    }

    #[test]
    fn the_main_line_is_played() {
        let text = "(;GM[1]SZ[5]C[a \\] here];B[aa];W[ee](;B[bb])(;B[cc]))";
        assert_eq!(load(text, usize::MAX).as_deref(), Ok("P4/1P3/5/5/4G g 1 -"));
        assert_eq!(load(text, 2).as_deref(), Ok("P4/5/5/5/5 g 1 -"));
    }

    #[test]
    fn setup_and_rectangles() {
        let text = "(;SZ[4:3]AB[aa][ba]AW[dc]PL[W])";
        assert_eq!(load(text, usize::MAX).as_deref(), Ok("PP2/4/3G g 1 -"));
        let text = "(;SZ[4:3]AB[aa];W[dc])";
        assert_eq!(load(text, usize::MAX).as_deref(), Ok("P3/4/3G p 1 -"));
    }

    #[test]
    fn a_pass_is_one_only_after_the_end() {
        for pass in ["B[]", "B[tt]"] {
            let text = format!("(;SZ[3];B[aa];W[cc];{pass};W[ca])");
            let message = load(&text, usize::MAX).unwrap_err();
            assert_eq!(message, "turn 3: illegal move: there is no pass in Snorkels");
            assert_eq!(load(&text, 3).as_deref(), Ok("P2/3/2G p 1 -"), "before it");
        }
        // Programs for Go end a finished game by passes.
        let text = "(;SZ[2];B[aa];W[ba];B[ab];W[bb];B[];W[])";
        let finished = load("(;SZ[2];B[aa];W[ba];B[ab];W[bb])", usize::MAX);
        assert!(finished.is_ok());
        assert_eq!(load(text, usize::MAX), finished);
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "(;SZ[5])",
            "(;SZ[5];B[aa];W[ee];B[bb])",
            "(;SZ[5];B[aa]SWAP[1];W[ee];B[bb])",
            "(;SZ[4:3]AB[aa][ba]AW[dc]PL[W];W[ca])",
            "(;SZ[2]PL[W];W[aa];B[ba];W[ab])",
        ] {
            let read = |text: &str| {
                let mut game = Game::new(Snorkels::new());
                replay(&mut game, &main_line(text).expect("SGF"), usize::MAX).expect("a game");
                game
            };
            let game = read(text);
            let written = print_sgf::text(&game).expect("no stones");
            let again = read(&written);
            assert_eq!(again.current().start(), game.current().start(), "{written}");
            assert_eq!(again.current().turn_texts(), game.current().turn_texts(), "{written}");
            assert_eq!(written.contains("RE["), game.winner().is_some(), "{written}");
        }
        let stones = Snorkels::new().with("stones", 2).expect("an option");
        assert!(print_sgf::text(&Game::new(stones)).is_err());
    }

    #[test]
    fn mistakes() {
        let message = |text| load(text, usize::MAX).unwrap_err();
        assert!(message("(;SZ[19])").starts_with("unacceptable size"));
        assert_eq!(message("(;SZ[3];B[cd])"), "turn 1: `cd` is not a point of this board");
        assert_eq!(message("(;SZ[3];B[aa][bb])"), "turn 1: 2 points: expected one");
        assert_eq!(message("(;SZ[3]AB[aa];W[bb];AB[cc])"), "`AB` after turn 1: setup comes first");
        assert_eq!(message("(;SZ[3]AB[aa];AE[aa])"), "`AE`, points that become empty, is not known");
        assert_eq!(message("(;SZ[3];B;W[aa])"), "the property `B` has no value");
        assert_eq!(message("(;[3])"), "a value comes before the first property");
        assert!(message("(;SZ[3];B[aa];B[bb])").starts_with("turn 2: illegal move: it is the turn of white"));
        assert_eq!(message("(;SZ[3];B[aa"), "a `]` is missing");
        assert_eq!(message("(;SZ[3]"), "it does not end with `)`");
    }
}
