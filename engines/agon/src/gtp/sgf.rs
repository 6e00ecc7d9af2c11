//! Reads a game in SGF for `loadsgf`: the main line with its setup.

use games::snorkels_core::Colour;

use super::commands::argument;
use super::game::Game;
use super::line::number;
use super::{Answer, Server};

/// A property: its name and its values.
type Property = (String, Vec<String>);

/// Loads the main line of a file: all turns, or those before the turn with a number.
pub(super) fn load(server: &mut Server, words: &[&str]) -> Answer {
    let path = argument(words, 0, "a file")?;
    let before = words.get(1).map_or(Ok(usize::MAX), |word| number(word))?;
    let failed = |error: String| format!("cannot load file: {error}");
    let text = std::fs::read_to_string(path).map_err(|error| failed(format!("{path}: {error}")))?;
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
            "AB" | "AW" if played > 0 => return Err("setup after the first turn".to_owned()),
            "AB" | "AW" => {
                for value in values {
                    snorkels.push((side, vertex(value, game)?));
                }
            }
            "PL" => to_place = Some(super::line::colour(&values[0])?),
            "B" | "W" => {
                if !snorkels.is_empty() || to_place.is_some() {
                    begin(game, &mut snorkels, to_place.take().or(Some(side)))?;
                }
                // A pass ends a finished game.
                if values[0].is_empty() || values[0] == "tt" {
                    continue;
                }
                played += 1;
                if played >= before {
                    break;
                }
                let vertex = vertex(&values[0], game)?;
                game.play(side, &vertex).map_err(|error| format!("turn {played}: {error}"))?;
            }
            _ => {}
        }
    }
    begin(game, &mut snorkels, to_place)
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
    let unknown = || format!("`{}` is not a point of this board", super::line::shown(point));
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
                    _ => properties.push((std::mem::take(&mut name), vec![value])),
                }
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
        let text = "(;SZ[4:3]AB[aa];W[dc];B[])";
        assert_eq!(load(text, usize::MAX).as_deref(), Ok("P3/4/3G p 1 -"));
    }

    #[test]
    fn mistakes() {
        let message = |text| load(text, usize::MAX).unwrap_err();
        assert!(message("(;SZ[19])").starts_with("unacceptable size"));
        assert_eq!(message("(;SZ[3];B[cd])"), "`cd` is not a point of this board");
        assert!(message("(;SZ[3];B[aa];B[bb])").starts_with("turn 2: illegal move: it is the turn of white"));
        assert_eq!(message("(;SZ[3];B[aa"), "a `]` is missing");
        assert_eq!(message("(;SZ[3]"), "it does not end with `)`");
    }
}
