//! Positions and actions as text.

use std::collections::BTreeMap;

use super::board::{Cell, K, LETTERS, Pieces, Stack, everywhere, is_mobile, is_none, is_supported, name};
use super::{Act, Moved, Naive, Options, TurnState};

/// "in the order `KLWAFD` with a count when above one".
pub(crate) fn write_pieces(pieces: &Pieces) -> String {
    let mut text = String::new();
    for (letter, &count) in LETTERS.iter().zip(pieces) {
        if count > 0 {
            text.push(*letter);
        }
        if count > 1 {
            text.push_str(&count.to_string());
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn write_owned(pieces: &Pieces, player: usize) -> String {
    let text = write_pieces(pieces);
    if player == 0 { text } else { text.to_ascii_lowercase() }
}

/// The pieces of a text as [`write_pieces`] writes it, in upper or in lower case; `None` for whatever is not one.
pub(crate) fn parse_pieces(text: &str, lower: bool) -> Option<Pieces> {
    let mut pieces = [0; 6];
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let kind = LETTERS
            .iter()
            .position(|upper| letter == if lower { upper.to_ascii_lowercase() } else { *upper })?;
        rest = &rest[1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        pieces[kind] = if digits == 0 { 1 } else { rest[..digits].parse().ok()? };
        rest = &rest[digits..];
    }
    let written = write_pieces(&pieces);
    let written = if lower { written.to_ascii_lowercase() } else { written };
    (written == text).then_some(pieces)
}

fn parse_pieces_or_none(text: &str, lower: bool) -> Option<Pieces> {
    if text == "-" { Some([0; 6]) } else { parse_pieces(text, lower) }
}

fn parse_cell(text: &str) -> Option<Cell> {
    everywhere().find(|&cell| name(cell) == text)
}

impl Act {
    pub(crate) fn text(&self) -> String {
        match *self {
            Act::PlaceKing(cell) => format!("K@{}", name(cell)),
            Act::Reinforce(kind, cell) => format!("+{}{}", LETTERS[kind], name(cell)),
            Act::Move { from, subset, rest, takes } => {
                let takes = takes.map_or(String::new(), |cell| format!("*{}", name(cell)));
                format!("{}:{}>{}{takes}", name(from), write_pieces(&subset), name(rest))
            }
            Act::Standstill { from, takes } => format!("{}*{}", name(from), name(takes)),
            Act::Detonate(cell) => format!("!{}", name(cell)),
            Act::End => "end".to_owned(),
            Act::Pass => "-".to_owned(),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Act> {
        if text == "end" {
            return Some(Act::End);
        }
        if text == "-" {
            return Some(Act::Pass);
        }
        if let Some(cell) = text.strip_prefix("K@") {
            return Some(Act::PlaceKing(parse_cell(cell)?));
        }
        if let Some(cell) = text.strip_prefix('!') {
            return Some(Act::Detonate(parse_cell(cell)?));
        }
        if let Some(placed) = text.strip_prefix('+') {
            let (kind, cell) = placed.split_at_checked(1)?;
            let kind = LETTERS.iter().position(|letter| kind.starts_with(*letter))?;
            return Some(Act::Reinforce(kind, parse_cell(cell)?));
        }
        let (way, takes) = match text.split_once('*') {
            Some((way, takes)) => (way, Some(parse_cell(takes)?)),
            None => (text, None),
        };
        match (way.split_once(':'), takes) {
            (Some((from, way)), takes) => {
                let (subset, rest) = way.split_once('>')?;
                let subset = parse_pieces(subset, false)?;
                Some(Act::Move { from: parse_cell(from)?, subset, rest: parse_cell(rest)?, takes })
            }
            (None, Some(takes)) => Some(Act::Standstill { from: parse_cell(way)?, takes }),
            (None, None) => None,
        }
    }
}

impl Naive {
    /// "`<cells> <player> <reserves> <turn state> <rules>`".
    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = (1..=7).rev().map(|rank| self.row(rank)).collect();
        let reserves = [0, 1].map(|player| write_owned(&self.reserve[player], player)).join("/");
        let turn = self.turn.map_or("-".to_owned(), |state| {
            let moved = match state.moved {
                Moved::NotYet => "-".to_owned(),
                Moved::Nothing => "*".to_owned(),
                Moved::Subset(subset) => write_pieces(&subset),
            };
            format!("{}:{}:{}:{moved}", name(state.active), state.left, write_pieces(&state.fresh))
        });
        format!("{} {} {reserves} {turn} {}", rows.join("/"), self.player + 1, self.options.text())
    }

    fn row(&self, rank: i8) -> String {
        let mut cells: Vec<String> = Vec::new();
        let mut empty = 0;
        for file in 1..=8 {
            let stack = self.board.get(&(file, rank));
            if stack.is_none() && file <= 7 {
                empty += 1;
                continue;
            }
            match empty {
                0 => {}
                1 => cells.push("x".to_owned()),
                _ => cells.push(format!("x{empty}")),
            }
            empty = 0;
            cells.extend(stack.map(|stack| write_owned(&stack.pieces, stack.owner)));
        }
        cells.join(",")
    }

    /// Reads a position, or says why it is none. Only what is written by [`text`](Self::text) is taken, but for the
    /// white space and the order of the rules.
    pub(crate) fn parse(text: &str) -> Result<Naive, &'static str> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[cells, player, reserves, turn, rules] = words.as_slice() else { return Err("five words") };
        let (first, second) = reserves.split_once('/').ok_or("two reserves")?;
        let mut naive = Naive {
            options: Options::parse(rules).ok_or("rules")?,
            board: parse_cells(cells).ok_or("cells")?,
            player: ["1", "2"].iter().position(|&number| number == player).ok_or("player")?,
            reserve: [
                parse_pieces_or_none(first, false).ok_or("reserve")?,
                parse_pieces_or_none(second, true).ok_or("reserve")?,
            ],
            turn: if turn == "-" { None } else { Some(parse_turn(turn).ok_or("turn state")?) },
            passes: false,
            end: None,
            log: None,
        };
        naive.sound()?;
        if naive.turn.is_none() {
            naive.begin_turn();
        } else if !naive.can_act() {
            return Err("the turn has ended");
        }
        Ok(naive)
    }

    /// "A parser refuses".
    fn sound(&self) -> Result<(), &'static str> {
        for (&cell, stack) in &self.board {
            if !is_supported(&stack.pieces, cell) {
                return Err("unsupported stack");
            }
            if self.options.simple && stack.pieces.iter().sum::<u8>() > 1 {
                return Err("stack in the simple game");
            }
        }
        for player in 0..2 {
            let own = || self.board.values().filter(|stack| stack.owner == player);
            let in_reserve = self.reserve[player][K];
            if own().map(|stack| stack.pieces[K]).sum::<u8>() + in_reserve > 1 {
                return Err("more than one king");
            }
            if in_reserve > 0 && own().count() > 0 {
                return Err("pieces on the board before the king");
            }
        }
        // Not a rule of the game, but no play leads there.
        let count = |pieces: &Pieces| pieces[1..].iter().map(|&count| u32::from(count)).sum::<u32>();
        let on_board: u32 = self.board.values().map(|stack| count(&stack.pieces)).sum();
        if on_board + self.reserve.iter().map(count).sum::<u32>() > 30 {
            return Err("more pieces than two armies have");
        }
        if self.turn.is_some()
            && (0..2).any(|player| self.reserve[player][K] == 0 && self.king(player).is_none())
        {
            return Err("a finished position is written as if the turn had ended");
        }
        if self.options.simple && self.turn.is_some() {
            return Err("every turn of the simple game is one action");
        }
        if let Some(state) = self.turn {
            let there = self.board.get(&state.active).filter(|stack| stack.owner == self.player);
            let there = there.map_or([0; 6], |stack| stack.pieces);
            let within = |part: &Pieces| part.iter().zip(there).all(|(&part, all)| part <= all);
            if state.fresh[K] > 0 {
                return Err("the king is not placed in such a turn");
            }
            if !within(&state.fresh) {
                return Err("fresh pieces not on the active cell");
            }
            match state.moved {
                Moved::NotYet if there[K] == 0 => return Err("before a move the king's cell is active"),
                Moved::Subset(subset) if !within(&subset) => return Err("movers not on the active cell"),
                Moved::Subset(subset) if !is_mobile(&subset) => return Err("nothing among the movers moves"),
                Moved::Subset(_) | Moved::Nothing if !is_none(&state.fresh) => {
                    return Err("fresh pieces after a move");
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn parse_cells(text: &str) -> Option<BTreeMap<Cell, Stack>> {
    let mut board = BTreeMap::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 7 {
        return None;
    }
    for (row, rank) in rows.into_iter().zip((1..=7).rev()) {
        let mut file = 1;
        for cell in row.split(',') {
            match cell.strip_prefix('x') {
                Some("") => file += 1,
                Some(run) => file += ["2", "3", "4", "5", "6", "7"].iter().position(|&n| n == run)? as i8 + 2,
                None => {
                    let owner = usize::from(cell.starts_with(|letter: char| letter.is_ascii_lowercase()));
                    let pieces = parse_pieces(cell, owner == 1)?;
                    board.insert((file, rank), Stack { owner, pieces });
                    file += 1;
                }
            }
            if file > 8 {
                return None;
            }
        }
        if file != 8 {
            return None;
        }
    }
    Some(board)
}

fn parse_turn(text: &str) -> Option<TurnState> {
    let parts: Vec<&str> = text.split(':').collect();
    let &[active, left, fresh, moved] = parts.as_slice() else { return None };
    Some(TurnState {
        active: parse_cell(active)?,
        // Nine regions are four pieces.
        left: ["0", "1", "2", "3", "4"].iter().position(|&digit| digit == left)?.try_into().ok()?,
        fresh: parse_pieces_or_none(fresh, false)?,
        moved: match moved {
            "-" => Moved::NotYet,
            "*" => Moved::Nothing,
            subset => Moved::Subset(parse_pieces(subset, false)?),
        },
    })
}
