//! Reading a position's text, whatever it holds.

use abstract_game::Player;
use grid_topology::Bitboard64;

use crate::{Board, Colour, Content, MAX_SIZE, MIN_SIZE, NoSwap, Pie, Position, PositionError, air, board};

/// What lies on the board.
#[derive(Default)]
struct Cells {
    snorkels: [Bitboard64; 2],
    stones: Bitboard64,
}

/// Reads a position. `pie` is the rule, which the text of a position before the first placement does not tell.
pub(crate) fn position(text: &str, pie: bool) -> Result<Position, PositionError> {
    let mut words = text.split_whitespace();
    let (Some(rows), Some(turn), Some(purple), Some(swap), None) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err(PositionError::Words { found: text.split_whitespace().count() });
    };
    let (size, cells) = read_rows(rows)?;
    let to_place = match turn {
        "p" => Colour::Purple,
        "g" => Colour::Green,
        _ => return Err(PositionError::Turn { found: abstract_game::excerpt(turn) }),
    };
    let purple_owner = match purple {
        "1" => Player::P1,
        "2" => Player::P2,
        _ => return Err(PositionError::Owner { found: abstract_game::excerpt(purple) }),
    };
    let offered = match swap {
        "s" => true,
        "-" => false,
        _ => return Err(PositionError::Pie { found: abstract_game::excerpt(swap) }),
    };
    let position = Position::new(size, cells.snorkels, cells.stones, to_place, purple_owner, Pie::Off);
    check_air(&position)?;
    if offered {
        return match position.no_swap_whatever_the_rule() {
            None => Ok(position.with_pie(Pie::Offered)),
            Some(why) => Err(PositionError::Swap { why }),
        };
    }
    let armed = pie && position.awaits_first_placement();
    Ok(if armed { position.with_pie(Pie::Armed) } else { position })
}

/// The size of the board and what lies on it.
fn read_rows(rows: &str) -> Result<(u8, Cells), PositionError> {
    let found = rows.split('/').count();
    let size = match u8::try_from(found) {
        Ok(size @ MIN_SIZE..=MAX_SIZE) => size,
        _ => return Err(PositionError::Rows { found }),
    };
    let mut cells = Cells::default();
    for (row, text) in (1..).zip(rows.split('/')) {
        read_row(row, text, board(size), &mut cells)?;
    }
    Ok((size, cells))
}

fn read_row(row: u8, text: &str, board: &Board, cells: &mut Cells) -> Result<(), PositionError> {
    let size = board.height();
    let mut file = 0_usize;
    let mut digit_before = None;
    for (column, found) in (1..).zip(text.chars()) {
        if let (Some(first), '0'..='9') = (digit_before, found) {
            return Err(PositionError::TwoDigits { row, column: column - 1, first, second: found });
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
            _ => return Err(PositionError::Character { row, column, found }),
        };
        // A row that is too long is refused below, by its whole length.
        let cell = u8::try_from(file).ok().and_then(|file| board.at(file, size - row));
        match (cell, content) {
            (Some(cell), Content::Snorkel(colour)) => cells.snorkels[colour.index()].insert(cell),
            (Some(cell), _) => cells.stones.insert(cell),
            (None, _) => {}
        }
        file += 1;
    }
    if file == usize::from(size) { Ok(()) } else { Err(PositionError::RowLength { row, found: file, size }) }
}

fn check_air(position: &Position) -> Result<(), PositionError> {
    if position.empty.is_empty() {
        return Err(PositionError::Full);
    }
    let [empty] = position.empty.words();
    for colour in Colour::BOTH {
        let [own] = position.snorkels(colour).words();
        let dead = Bitboard64::from_words([air::smothered(own, empty)]);
        if let Some(cell) = dead.first() {
            return Err(PositionError::NoAir { colour, group: position.group_at(cell) });
        }
    }
    Ok(())
}

impl Position {
    /// Whether the first placement of the game is due.
    pub(crate) fn awaits_first_placement(&self) -> bool {
        (self.purple() | self.green()).is_empty()
            && self.to_place == Colour::Purple
            && self.purple_owner == Player::P1
    }

    /// Why `swap` is not legal; `None` if it is. The game is not over.
    pub(crate) fn no_swap(&self) -> Option<NoSwap> {
        (!self.can_swap()).then(|| self.no_swap_whatever_the_rule().unwrap_or(NoSwap::NotOffered))
    }

    /// Why `swap` could not be legal even with the pie rule.
    fn no_swap_whatever_the_rule(&self) -> Option<NoSwap> {
        let (purple, green) = (self.purple().len(), self.green().len());
        if green > 0 {
            Some(NoSwap::Green { count: green })
        } else if purple != 1 {
            Some(NoSwap::Purple { count: purple })
        } else if self.to_place != Colour::Green {
            Some(NoSwap::Turn)
        } else if self.purple_owner != Player::P1 {
            Some(NoSwap::Owner)
        } else {
            None
        }
    }
}
