//! Positions as text.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use abstract_game::{GameError, Player, excerpt, game_error};
use grid_topology::Bitboard64;

use crate::board::Names;
use crate::outcome::without_air;
use crate::{Board, Colour, Content, MAX_SIZE, MIN_SIZE, Pie, Position, Snorkels, rectangle};

/// The occupied cells of the board.
#[derive(Default)]
struct RowCells {
    snorkels: [Bitboard64; 2],
    stones: Bitboard64,
}

/// Reads a position. `pie` tells whether the pie rule is on, because the text of a position before the first placement
/// does not contain it.
pub(crate) fn read_position(text: &str, pie: bool) -> Result<Position, GameError> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [rows, turn, purple, swap] = words[..] else {
        return Err(game_error!(
            "expected four words, `<rows> <turn> <purple> <pie>`, found {}",
            words.len()
        ));
    };
    let (width, height, cells) = read_rows(rows)?;
    let to_place = match turn {
        "p" => Colour::Purple,
        "g" => Colour::Green,
        _ => return Err(wrong("turn", turn, "`p` or `g`, the colour to place")),
    };
    let purple_owner = Player::from_number(purple);
    let purple_owner = purple_owner.ok_or_else(|| wrong("owner of purple", purple, "`1` or `2`"))?;
    let offered = match swap {
        "s" => true,
        "-" => false,
        _ => return Err(wrong("pie rule", swap, "`s` if swap is legal now, otherwise `-`")),
    };
    let position = Position::new(width, height, cells.snorkels, cells.stones, to_place, purple_owner);
    check_air(&position)?;
    if offered {
        return match position.no_swap() {
            None => Ok(position.with_pie(Pie::Offered)),
            Some(why) => Err(game_error!("the pie rule is `s`, but swap cannot be legal here: {why}")),
        };
    }
    let armed = pie && is_before_first_placement(&position);
    Ok(if armed { position.with_pie(Pie::Armed) } else { position })
}

/// The error about one of the words.
fn wrong(what: &str, found: &str, expected: &str) -> GameError {
    game_error!("the {what} is `{}`: expected {expected}", excerpt(found))
}

/// The error about a number of rows or cells.
fn wrong_count(what: fmt::Arguments<'_>, found: usize, expected: fmt::Arguments<'_>) -> GameError {
    let plural = if found == 1 { "" } else { "s" };
    game_error!("{what}{plural}: expected {expected}")
}

/// Reads the width and height of the board and the occupied cells.
fn read_rows(rows: &str) -> Result<(u8, u8, RowCells), GameError> {
    let found = rows.split('/').count();
    let height = match u8::try_from(found) {
        Ok(height @ MIN_SIZE..=MAX_SIZE) => height,
        _ => {
            return Err(wrong_count(
                format_args!("the board has {found} row"),
                found,
                format_args!("{MIN_SIZE} to {MAX_SIZE}"),
            ));
        }
    };
    let mut cells = RowCells::default();
    // The first row decides the width, so it is read on the widest board.
    let mut width = MAX_SIZE;
    for (row, text) in (1_u8..).zip(rows.split('/')) {
        let found = read_row(row, text, rectangle(width, height), &mut cells)?;
        let refuse = |expected| wrong_count(format_args!("row {row} has {found} cell"), found, expected);
        width = match u8::try_from(found) {
            Ok(width @ MIN_SIZE..=MAX_SIZE) if row == 1 => width,
            _ if row == 1 => return Err(refuse(format_args!("{MIN_SIZE} to {MAX_SIZE}"))),
            _ if found != usize::from(width) => return Err(refuse(format_args!("{width}, as in row 1"))),
            _ => width,
        };
    }
    Ok((width, height, cells))
}

/// Reads the occupied cells of a row, and returns its length.
fn read_row(row: u8, text: &str, board: &Board, cells: &mut RowCells) -> Result<usize, GameError> {
    let mut file = 0_usize;
    let mut digit_before = None;
    for (column, found) in (1..).zip(text.chars()) {
        if let (Some(first), '0'..='9') = (digit_before, found) {
            return Err(game_error!(
                "row {row} holds the two digits `{first}{found}` in a row at character {}: expected one digit for each \
                 run of empty cells",
                column - 1
            ));
        }
        digit_before = None;
        let content = match found {
            '1'..='8' => {
                digit_before = Some(found);
                file += usize::from(found as u8 - b'0');
                continue;
            }
            'P' => Content::Snorkel(Colour::Purple),
            'G' => Content::Snorkel(Colour::Green),
            '#' => Content::Stone,
            _ => {
                return Err(game_error!(
                    "row {row} holds `{}` as character {column}: expected `P`, `G`, `#` or a number of empty cells \
                     from 1 to {MAX_SIZE}",
                    found.escape_debug()
                ));
            }
        };
        // Cells beyond the row's end are skipped here: the caller checks the length.
        let cell = u8::try_from(file).ok().and_then(|file| board.at(file, board.height() - row));
        match (cell, content) {
            (Some(cell), Content::Snorkel(colour)) => cells.snorkels[colour.index()].insert(cell),
            (Some(cell), _) => cells.stones.insert(cell),
            (None, _) => {}
        }
        file += 1;
    }
    Ok(file)
}

fn check_air(position: &Position) -> Result<(), GameError> {
    if position.empty.is_empty() {
        return Err(GameError::new("no cell of the board is empty: a position has one at least"));
    }
    let [empty] = position.empty.words();
    for colour in Colour::BOTH {
        let [own] = position.snorkels(colour).words();
        let dead = Bitboard64::from_words([without_air(own, empty)]);
        if let Some(cell) = dead.first() {
            let group = Names(position.group_at(cell));
            return Err(game_error!("the {colour} group on {group} has no air"));
        }
    }
    Ok(())
}

/// Whether the first placement of the game is next.
fn is_before_first_placement(position: &Position) -> bool {
    (position.purple() | position.green()).is_empty()
        && position.to_place == Colour::Purple
        && position.purple_owner == Player::P1
}

/// Reads a position by the default rules: where the text leaves it open, the pie rule is on.
impl FromStr for Position {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Position, GameError> {
        Snorkels::default().read_position(text)
    }
}

/// `{}` is the text, `<rows> <turn> <purple> <pie>`, as in `7/7/7/3P3/7/7/7 g 1 s`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.draw(f);
        }
        for rank in (0..self.height).rev() {
            write_row(self, rank, f)?;
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let turn = match self.to_place {
            Colour::Purple => 'p',
            Colour::Green => 'g',
        };
        let swap = if self.can_swap() { 's' } else { '-' };
        write!(f, " {turn} {} {swap}", self.purple_owner.index() + 1)
    }
}

fn write_row(position: &Position, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut run = 0;
    for file in 0..position.width {
        let content = position.topology().at(file, rank).and_then(|cell| position.content(cell));
        match content {
            None | Some(Content::Empty) => run += 1,
            Some(content) => {
                write_run(run, f)?;
                run = 0;
                write!(f, "{}", content.letter())?;
            }
        }
    }
    write_run(run, f)
}

fn write_run(run: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if run == 0 { Ok(()) } else { write!(f, "{run}") }
}
