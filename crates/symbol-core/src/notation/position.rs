//! Reading and writing positions.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use abstract_game::{GameError, Player, excerpt, game_error};
use grid_topology::Cell;

use super::stack::{read_stack, write_stack};
use crate::board::Ground;
use crate::turn::{Status, TurnState};
use crate::{BOARD, Kind, MAX_PIECES, Position, Stack, Symbol, Terrain};

impl FromStr for Position {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Position, GameError> {
        let words: Vec<_> = text.split_whitespace().collect();
        let [cells, player, reserves, turn, rules] = words[..] else {
            return Err(game_error!(
                "expected five words, `<cells> <player> <reserves> <turn state> <rules>`, found {}",
                words.len()
            ));
        };
        let rules = rules.parse::<Symbol>();
        let rules = rules.map_err(|error| game_error!("the rules: {error}"))?;
        let player = Player::from_number(player)
            .ok_or_else(|| game_error!("the player to move is `{}`: expected `1` or `2`", excerpt(player)))?;
        let mut position = Position::new(rules.position_options(), read_reserves(reserves)?, player);
        read_cells(cells, &mut position)?;
        check_board(&position)?;
        position.status = position.computed_status();
        if turn != "-" {
            let state = read_turn(turn, &position)
                .map_err(|problem| game_error!("the turn state `{}`: {problem}", excerpt(turn)))?;
            position.set_turn(state);
            // The ends by resources and by mutual blocking are tested at the start of a turn only.
            position.status = Status::Playing;
        }
        Ok(position)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn read_reserves(text: &str) -> Result<[Stack; 2], GameError> {
    let (first, second) = text
        .split_once('/')
        .ok_or_else(|| game_error!("the reserves are `{}`: expected two, joined by `/`", excerpt(text)))?;
    let read = |text, player| {
        let stack = if text == "-" { Ok(Stack::EMPTY) } else { read_stack(text, player) };
        stack.map_err(|error| game_error!("{player}'s reserve: {error}"))
    };
    Ok([read(first, Player::P1)?, read(second, Player::P2)?])
}

fn read_cells(text: &str, position: &mut Position) -> Result<(), GameError> {
    let found = text.split('/').count();
    if found != 7 {
        let plural = plural(found);
        return Err(game_error!("the board has {found} rank{plural}: expected 7"));
    }
    for (rank, text) in (0..7).rev().zip(text.split('/')) {
        read_rank(rank, text, position)?;
    }
    Ok(())
}

fn read_rank(rank: u8, text: &str, position: &mut Position) -> Result<(), GameError> {
    let mut file = 0_u8;
    for word in text.split(',') {
        // The count saturates, because a long text may hold any number of cells; it is checked below.
        if let Some(run) = word.strip_prefix('x') {
            file = file.saturating_add(match run.as_bytes() {
                b"" => 1,
                &[digit @ b'2'..=b'7'] => digit - b'0',
                _ => {
                    return Err(game_error!(
                        "rank {} holds `{}`: expected `x`, or `x2` to `x7`, for empty cells",
                        rank + 1,
                        excerpt(word)
                    ));
                }
            });
            continue;
        }
        let player = if word.starts_with(|c: char| c.is_ascii_lowercase()) { Player::P2 } else { Player::P1 };
        let stack = read_stack(word, player).map_err(|error| {
            GameError::new(match BOARD.at(file, rank) {
                Some(cell) => format!("{}: {error}", BOARD.name(cell)),
                None => format!("beyond the end of rank {}: {error}", rank + 1),
            })
        })?;
        if let Some(cell) = BOARD.at(file, rank) {
            position.set_stack(player, cell, stack);
        }
        file = file.saturating_add(1);
    }
    if file != 7 {
        let (rank, plural) = (rank + 1, plural(file.into()));
        return Err(game_error!("rank {rank} has {file} cell{plural}: expected 7"));
    }
    Ok(())
}

/// Checks the rules that hold in every state of a turn.
fn check_board(position: &Position) -> Result<(), GameError> {
    let mut army = 0;
    for player in Player::BOTH {
        let reserve = position.reserve(player);
        army += reserve.without_king().len();
        let mut kings = u32::from(reserve.count(Kind::King));
        for cell in position.pieces(player) {
            let stack = position.stack(cell);
            if position.options.is_simple() && stack.len() > 1 {
                return Err(game_error!(
                    "{stack} stands on {}: in the simple game each cell holds one piece",
                    BOARD.name(cell)
                ));
            }
            if !stack.is_supported_on(Terrain::of(cell)) {
                return Err(game_error!(
                    "{stack} may not stand on {}: nothing in it supports it there",
                    Ground(cell)
                ));
            }
            if reserve.has(Kind::King) {
                return Err(game_error!(
                    "{player} has pieces on {}, but the king is still in reserve",
                    BOARD.name(cell)
                ));
            }
            kings += u32::from(stack.count(Kind::King));
            army += stack.without_king().len();
        }
        if kings > 1 {
            return Err(game_error!("{player} has more than one king"));
        }
    }
    if army > u32::from(MAX_PIECES) {
        return Err(game_error!("there are {army} pieces beside the kings: expected {MAX_PIECES} at most"));
    }
    Ok(())
}

/// Reads `<cell>:<left>:<fresh>:<moved>`.
fn read_turn(text: &str, position: &Position) -> Result<TurnState, GameError> {
    let words: Vec<_> = text.split(':').collect();
    let [cell, left, fresh, moved] = words[..] else {
        return Err(GameError::new("expected `-`, or `<cell>:<left>:<fresh>:<moved>`"));
    };
    let player = position.player;
    if position.options.is_simple() {
        return Err(GameError::new("expected `-`, as every turn of the simple game is one action"));
    }
    let no_king = |player| game_error!("expected `-`, as {player}'s king is not on the board");
    let Some(king) = position.king(player) else { return Err(no_king(player)) };
    if position.king(player.opponent()).is_none() && !position.reserve(player.opponent()).has(Kind::King) {
        return Err(no_king(player.opponent()));
    }
    let active = BOARD.parse_cell(cell).map_err(GameError::new)?;
    let left = match left.as_bytes() {
        &[digit @ b'0'..=b'4'] => digit - b'0',
        _ => return Err(GameError::new("expected 0 to 4 reinforcements left")),
    };
    let fresh = read_part(fresh, "-")?.unwrap_or_default();
    let (done, movers) = match moved {
        "-" => (false, Stack::EMPTY),
        _ => (true, read_part(moved, "*")?.unwrap_or_default()),
    };
    let stack = if position.pieces(player).contains(active) { position.stack(active) } else { Stack::EMPTY };
    check_parts(position, active, stack, fresh, movers)?;
    if done && !fresh.is_empty() {
        return Err(GameError::new("expected no fresh pieces, `-`, after the move"));
    }
    if !done && active != king {
        return Err(game_error!(
            "nothing can have been done with {}: before the move only the king's cell acts",
            BOARD.name(active)
        ));
    }
    let state = TurnState { active: Some(active), left, moved: done, fresh, movers };
    if !position.can_act(player, &state) {
        return Err(GameError::new("nothing is left to do, so the turn would be over"));
    }
    Ok(state)
}

/// Checks that the fresh pieces and the movers are on the active cell.
fn check_parts(
    position: &Position,
    active: Cell,
    stack: Stack,
    fresh: Stack,
    movers: Stack,
) -> Result<(), GameError> {
    if position.pieces(position.player.opponent()).contains(active) {
        return Err(game_error!("the active cell {} is the opponent's", BOARD.name(active)));
    }
    if let Some(&pieces) = [fresh, movers].iter().find(|&&part| !stack.contains(part)) {
        let active = BOARD.name(active);
        return Err(game_error!("{pieces} is not on the active cell {active}"));
    }
    if fresh.has(Kind::King) {
        return Err(GameError::new("the king is not placed in such a turn"));
    }
    if !movers.is_empty() && !movers.is_mobile() {
        return Err(game_error!("{movers} cannot have moved: only L, W, A and F move and carry others"));
    }
    Ok(())
}

/// Reads pieces of the player to move, in upper case; `None` for the text `none`.
fn read_part(text: &str, none: &str) -> Result<Option<Stack>, GameError> {
    if text == none { Ok(None) } else { read_stack(text, Player::P1).map(Some) }
}

/// `{}` writes `<cells> <player> <reserves> <turn state> <rules>`; `{:#}` draws the board.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.draw(f);
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
    write!(f, "{}:{}:", BOARD.name(active), turn.left)?;
    write_stack(Player::P1, turn.fresh, f)?;
    f.write_str(":")?;
    match (turn.moved, turn.movers.is_empty()) {
        (false, _) => f.write_str("-"),
        (true, true) => f.write_str("*"),
        (true, false) => write!(f, "{}", turn.movers),
    }
}
