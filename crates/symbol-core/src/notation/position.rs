//! Reading and writing positions.

use core::fmt;
use core::str::FromStr;

use abstract_game::Player;
use grid_topology::Cell;

use super::stack::{read_stack, write_stack};
use crate::board::Name;
use crate::draw::Drawing;
use crate::turn::{Status, TurnState};
use crate::{
    BOARD, Kind, MAX_PIECES, Part, Position, PositionError, Stack, StackError, Symbol, Terrain, TurnProblem,
};
use abstract_game::excerpt;

impl Symbol {
    /// Reads a position. Its text contains the options, so those of these rules have no effect.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        text.parse()
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        read_position(text)
    }
}

fn read_position(text: &str) -> Result<Position, PositionError> {
    let mut words = text.split_whitespace();
    let (Some(cells), Some(player), Some(reserves), Some(turn), Some(rules), None) =
        (words.next(), words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err(PositionError::Words(text.split_whitespace().count()));
    };
    let options = rules.parse::<Symbol>()?.position_options();
    let player = match player {
        "1" => Player::P1,
        "2" => Player::P2,
        _ => return Err(PositionError::Player(excerpt(player))),
    };
    let mut position = Position::new(options, read_reserves(reserves)?, player);
    read_cells(cells, &mut position)?;
    check_board(&position)?;
    position.status = position.computed_status();
    if turn != "-" {
        let state = read_turn(turn, &position)
            .map_err(|problem| PositionError::Turn { text: excerpt(turn), problem })?;
        position.set_turn(state);
        if !position.can_act(player, &state) {
            return Err(PositionError::Turn { text: excerpt(turn), problem: TurnProblem::NothingLeft });
        }
        // The ends by resources and by mutual blocking are tested at the start of a turn only.
        position.status = Status::Playing;
    }
    Ok(position)
}

fn read_reserves(text: &str) -> Result<[Stack; 2], PositionError> {
    let (first, second) = text.split_once('/').ok_or_else(|| PositionError::Reserves(excerpt(text)))?;
    let read = |text, player| {
        let stack = if text == "-" { Ok(Stack::EMPTY) } else { read_stack(text, player) };
        stack.map_err(|error| PositionError::Stack { part: Part::Reserve(player), error })
    };
    Ok([read(first, Player::P1)?, read(second, Player::P2)?])
}

fn read_cells(text: &str, position: &mut Position) -> Result<(), PositionError> {
    let found = text.split('/').count();
    if found != 7 {
        return Err(PositionError::Ranks(found));
    }
    for (rank, text) in (0..7).rev().zip(text.split('/')) {
        read_rank(rank, text, position)?;
    }
    Ok(())
}

fn read_rank(rank: u8, text: &str, position: &mut Position) -> Result<(), PositionError> {
    let mut file = 0_u8;
    for word in text.split(',') {
        // The count saturates, because a long text may hold any number of cells; it is checked below.
        if let Some(run) = word.strip_prefix('x') {
            file = file.saturating_add(match run.as_bytes() {
                b"" => 1,
                &[digit @ b'2'..=b'7'] => digit - b'0',
                _ => return Err(PositionError::Run { rank: rank + 1, found: excerpt(word) }),
            });
            continue;
        }
        let player = if word.starts_with(|c: char| c.is_ascii_lowercase()) { Player::P2 } else { Player::P1 };
        let part = BOARD.at(file, rank).map_or(Part::BeyondRank(rank + 1), Part::Cell);
        let stack = read_stack(word, player).map_err(|error| PositionError::Stack { part, error })?;
        if let Some(cell) = BOARD.at(file, rank) {
            position.set_stack(player, cell, stack);
        }
        file = file.saturating_add(1);
    }
    if file == 7 { Ok(()) } else { Err(PositionError::RankLength { rank: rank + 1, found: file }) }
}

/// Checks the rules that hold in every state of a turn.
fn check_board(position: &Position) -> Result<(), PositionError> {
    let mut army = 0;
    for player in Player::BOTH {
        let reserve = position.reserve(player);
        army += reserve.without_king().len();
        let mut kings = u32::from(reserve.count(Kind::King));
        for cell in position.pieces(player) {
            let stack = position.stack(cell);
            if position.options.is_simple() && stack.len() > 1 {
                return Err(PositionError::SimpleStack { cell, stack });
            }
            if !stack.is_supported_on(Terrain::of(cell)) {
                return Err(PositionError::Unsupported { cell, stack });
            }
            if reserve.has(Kind::King) {
                return Err(PositionError::KingInReserve { player, cell });
            }
            kings += u32::from(stack.count(Kind::King));
            army += stack.without_king().len();
        }
        if kings > 1 {
            return Err(PositionError::Kings(player));
        }
    }
    if army > u32::from(MAX_PIECES) { Err(PositionError::TooMany(army)) } else { Ok(()) }
}

/// Reads `<cell>:<left>:<fresh>:<moved>`.
fn read_turn(text: &str, position: &Position) -> Result<TurnState, TurnProblem> {
    let mut words = text.split(':');
    let (Some(cell), Some(left), Some(fresh), Some(moved), None) =
        (words.next(), words.next(), words.next(), words.next(), words.next())
    else {
        return Err(TurnProblem::Form);
    };
    let player = position.player;
    if position.options.is_simple() {
        return Err(TurnProblem::Simple);
    }
    let Some(king) = position.king(player) else { return Err(TurnProblem::NoKing(player)) };
    if position.king(player.opponent()).is_none() && !position.reserve(player.opponent()).has(Kind::King) {
        return Err(TurnProblem::NoKing(player.opponent()));
    }
    let active = BOARD.parse_cell(cell)?;
    let left = match left.as_bytes() {
        &[digit @ b'0'..=b'4'] => digit - b'0',
        _ => return Err(TurnProblem::Left),
    };
    let fresh = read_part(fresh, "-")?.unwrap_or_default();
    let (done, movers) = match moved {
        "-" => (false, Stack::EMPTY),
        _ => (true, read_part(moved, "*")?.unwrap_or_default()),
    };
    let stack = if position.pieces(player).contains(active) { position.stack(active) } else { Stack::EMPTY };
    check_parts(position, active, stack, fresh, movers)?;
    if done && !fresh.is_empty() {
        return Err(TurnProblem::FreshAfterMove);
    }
    if !done && active != king {
        return Err(TurnProblem::NothingDone(active));
    }
    Ok(TurnState { active: Some(active), left, moved: done, fresh, movers })
}

/// Checks that the fresh pieces and the movers are on the active cell.
fn check_parts(
    position: &Position,
    active: Cell,
    stack: Stack,
    fresh: Stack,
    movers: Stack,
) -> Result<(), TurnProblem> {
    if position.pieces(position.player.opponent()).contains(active) {
        return Err(TurnProblem::Enemies(active));
    }
    if let Some(&pieces) = [fresh, movers].iter().find(|&&part| !stack.contains(part)) {
        return Err(TurnProblem::NotThere { pieces, active });
    }
    if fresh.has(Kind::King) {
        return Err(TurnProblem::FreshKing);
    }
    if !movers.is_empty() && !movers.is_mobile() {
        return Err(TurnProblem::NoTransport(movers));
    }
    Ok(())
}

/// Reads pieces of the player to move, in upper case; `None` for the text `none`.
fn read_part(text: &str, none: &str) -> Result<Option<Stack>, StackError> {
    if text == none { Ok(None) } else { read_stack(text, Player::P1).map(Some) }
}

/// `{}` writes `<cells> <player> <reserves> <turn state> <rules>`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{}", Drawing(self));
        }
        for rank in (0..7).rev() {
            write_rank(self, rank, f)?;
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        write!(f, " {} ", self.player.index() + 1)?;
        write_stack(Player::P1, self.reserve(Player::P1), f)?;
        f.write_str("/")?;
        write_stack(Player::P2, self.reserve(Player::P2), f)?;
        f.write_str(" ")?;
        write_turn(&self.turn, f)?;
        write!(f, " {}", self.options)
    }
}

fn write_rank(position: &Position, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut run = 0;
    let mut separator = "";
    for file in 0..=7 {
        let stack = BOARD.at(file, rank).and_then(|cell| Some((position.owner(cell)?, position.stack(cell))));
        if stack.is_none() && file < 7 {
            run += 1;
            continue;
        }
        match run {
            0 => {}
            1 => write!(f, "{separator}x")?,
            _ => write!(f, "{separator}x{run}")?,
        }
        separator = if run > 0 { "," } else { separator };
        run = 0;
        if let Some((player, stack)) = stack {
            f.write_str(separator)?;
            write_stack(player, stack, f)?;
            separator = ",";
        }
    }
    Ok(())
}

fn write_turn(turn: &TurnState, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(active) = turn.active else { return f.write_str("-") };
    let name: fn(Cell) -> Name = Name;
    write!(f, "{}:{}:", name(active), turn.left)?;
    write_stack(Player::P1, turn.fresh, f)?;
    f.write_str(":")?;
    match (turn.moved, turn.movers.is_empty()) {
        (false, _) => f.write_str("-"),
        (true, true) => f.write_str("*"),
        (true, false) => write!(f, "{}", turn.movers),
    }
}
