//! The text of a position.

use core::fmt;

use abstract_game::Player;
use grid_topology::Cell;

use crate::board::Name;
use crate::position::Turn;
use crate::{BOARD, Position, Stack};

/// `<cells> <player> <reserves> <turn state> <rules>`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// The pieces in the player's case; `-` for none.
pub(crate) fn write_stack(player: Player, stack: Stack, f: &mut dyn fmt::Write) -> fmt::Result {
    match player {
        _ if stack.is_empty() => f.write_str("-"),
        Player::P1 => write!(f, "{stack}"),
        Player::P2 => stack.write_lower(f),
    }
}

fn write_turn(turn: &Turn, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
