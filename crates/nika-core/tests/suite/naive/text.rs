//! Texts of actions and positions, read and written.

use super::board::{CITIES, Cell, DIRS, Dir, Zone, is_open, letter, name, team, zone};
use super::{Act, Naive};

/// "Cells are read greedily: letter, then one or two digits"; a cell is what is written like one.
fn read_cell(text: &str) -> Result<(Cell, &str), String> {
    let error = || format!("no cell at `{text}`");
    let digits = text.chars().skip(1).take(2).take_while(char::is_ascii_digit).count();
    let letter = text.chars().next().filter(char::is_ascii_lowercase).ok_or_else(error)?;
    let rank = text[1..=digits].parse().map_err(|_| error())?;
    let cell = (letter as i8 - b'a' as i8 + 1, rank);
    let is_cell = zone(cell).is_some() && name(cell) == text[..=digits];
    if is_cell { Ok((cell, &text[1 + digits..])) } else { Err(error()) }
}

fn read_dir(letter: &str) -> Result<Dir, String> {
    let dir = if letter.len() == 1 { DIRS.find(letter) } else { None };
    dir.ok_or_else(|| format!("no facing: `{letter}`"))
}

/// One or more cells: "cells out of order are an error".
fn read_cells(mut text: &str) -> Result<Vec<Cell>, String> {
    let mut cells: Vec<Cell> = Vec::new();
    while !text.is_empty() || cells.is_empty() {
        let (cell, rest) = read_cell(text)?;
        if cells.last().is_some_and(|&last| last >= cell) {
            return Err(format!("{} out of order", name(cell)));
        }
        cells.push(cell);
        text = rest;
    }
    Ok(cells)
}

impl Act {
    pub(crate) fn parse(text: &str) -> Result<Act, String> {
        if text == "-" {
            return Ok(Act::Pass);
        }
        if let Some(placed) = text.strip_prefix('+') {
            let (cell, dir) = read_cell(placed)?;
            return Ok(Act::Rally(cell, read_dir(dir)?));
        }
        if let Some((cells, dir)) = text.split_once('@') {
            return Ok(Act::Rotate(read_cells(cells)?, read_dir(dir)?));
        }
        let (cells, dir) = text.split_once('>').ok_or_else(|| format!("`{text}` is no action"))?;
        Ok(Act::Move(read_cells(cells)?, read_dir(dir)?))
    }

    pub(crate) fn text(&self) -> String {
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| name(cell)).collect::<String>();
        match self {
            Act::Pass => "-".to_owned(),
            Act::Rotate(set, dir) => format!("{}@{}", cells(set), letter(DIRS, *dir)),
            Act::Move(set, dir) => format!("{}>{}", cells(set), letter(DIRS, *dir)),
            Act::Rally(cell, dir) => format!("+{}{}", name(*cell), letter(DIRS, *dir)),
        }
    }
}

impl Naive {
    /// "`<pieces> <city> <actions left> <passed turns>`: pieces by city in turn order with `/` between, each cell +
    /// facing in ascending order, or `-` if none on the board".
    pub(crate) fn text(&self) -> String {
        let cities = (0..4).map(|city| {
            let own = self.pieces(city);
            if own.is_empty() {
                return "-".to_owned();
            }
            own.into_iter()
                .map(|cell| format!("{}{}", name(cell), letter(DIRS, self.board[&cell].1)))
                .collect()
        });
        let pieces = cities.collect::<Vec<String>>().join("/");
        let left = match (self.left, self.first_passed) {
            (1, true) => "1p",
            (1, false) => "1",
            _ => "2",
        };
        format!("{pieces} {} {left} {}", letter(CITIES, self.city), self.passed)
    }

    pub(crate) fn parse(text: &str) -> Result<Naive, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [pieces, city, left, passed] = words[..] else { return Err("not four words".to_owned()) };
        let mut read = Naive::empty();
        let cities: Vec<&str> = pieces.split('/').collect();
        if cities.len() != 4 {
            return Err("not four cities".to_owned());
        }
        for (city, mut own) in (0..).zip(cities) {
            if own == "-" {
                continue;
            }
            let mut last = None;
            let mut count = 0;
            while !own.is_empty() || last.is_none() {
                let (cell, rest) = read_cell(own)?;
                let facing = read_dir(rest.get(..1).unwrap_or(""))?;
                own = &rest[1..];
                if last.is_some_and(|last| last >= cell) {
                    return Err(format!("unsorted: {}", name(cell)));
                }
                if !is_open(cell, city) {
                    return Err(format!("not open: {}", name(cell)));
                }
                if read.board.insert(cell, (city, facing)).is_some() {
                    return Err(format!("two pieces on {}", name(cell)));
                }
                last = Some(cell);
                count += 1;
            }
            if count > 6 {
                return Err("more than 6 pieces".to_owned());
            }
        }
        read.city = CITIES.find(city).filter(|_| city.len() == 1).ok_or("no city")?;
        (read.left, read.first_passed) = match left {
            "2" => (2, false),
            "1" => (1, false),
            "1p" => (1, true),
            _ => return Err("actions left".to_owned()),
        };
        // "(0 to 4; 4 is the game drawn by passes, with 2 actions left)"
        read.passed =
            ["0", "1", "2", "3", "4"].iter().position(|&word| word == passed).ok_or("passed turns")?;
        if read.passed == 4 && read.left != 2 {
            return Err("drawn by passes within a turn".to_owned());
        }
        // "Any other action sets it to 0 at once, so `1` without `p` always goes with 0."
        if read.left == 1 && !read.first_passed && read.passed != 0 {
            return Err("1 without p goes with 0".to_owned());
        }
        let arrived = |of: usize| {
            let mut pieces = read.board.iter();
            pieces.any(|(&cell, &(city, _))| team(city) == of && zone(cell) == Some(Zone::Victory(city)))
        };
        match (arrived(0), arrived(1)) {
            (true, true) => return Err("both teams in their own victory areas".to_owned()),
            // "When an action ends the game its turn ends: the text has the next city, 2 actions, 0."
            (true, false) | (false, true) if read.left != 2 || read.passed != 0 => {
                return Err("a finished game has 2 actions left and 0 passed turns".to_owned());
            }
            _ => {}
        }
        Ok(read)
    }
}
