//! Static evaluation.

use games::snorkels_core::{Colour, Position};
use grid_topology::{Bitboard64, Direction};

use super::Analysis;
use crate::game_engine::Term;

// Values in centipawns.

/// Per empty cell that a colour reaches first.
const REACH: i32 = 9;
/// Per empty cell next to a colour.
const AIR: i32 = 5;
/// Per empty cell that the opponent cannot fill without capturing himself.
const SHELTER: i32 = 24;
/// For opposing groups with one air left: the player to place captures now.
const CAN_CAPTURE: i32 = 900;
/// Per own group with one air left beyond the first: only one can be saved.
const FORK: i32 = 450;
/// The right to place next: about half the gain of one placement.
const TEMPO: i32 = 40;

/// The terms of the evaluation, for the colour to place.
pub(super) fn terms(position: &Position, analysis: &Analysis) -> [Term; 5] {
    let own = position.to_place();
    let [own_reach, enemy_reach] = reach(position, own);
    let difference = |of: &dyn Fn(Colour) -> i32| of(own) - of(own.opponent());
    let count = |set: Bitboard64| set.len() as i32;
    [
        Term { name: "reach", centipawns: REACH * (count(own_reach) - count(enemy_reach)) },
        Term {
            name: "air",
            centipawns: AIR * difference(&|colour| count(position.air_of(position.snorkels(colour)))),
        },
        Term {
            name: "shelter",
            centipawns: SHELTER * difference(&|colour| count(shelter(position, colour))),
        },
        Term { name: "last air", centipawns: last_air(analysis) },
        Term { name: "tempo", centipawns: TEMPO },
    ]
}

/// The empty cells that each colour reaches in fewer steps over empty cells than the other: `own` first, then
/// its opponent. Cells at equal distance belong to neither.
fn reach(position: &Position, own: Colour) -> [Bitboard64; 2] {
    let board = position.topology();
    let empty = position.empty();
    let mut own_front = position.snorkels(own);
    let mut enemy_front = position.snorkels(own.opponent());
    let (mut own_cells, mut enemy_cells, mut shared) =
        (Bitboard64::EMPTY, Bitboard64::EMPTY, Bitboard64::EMPTY);
    loop {
        let free = empty - own_cells - enemy_cells - shared;
        let own_next = board.expand(own_front) & free;
        let enemy_next = board.expand(enemy_front) & free;
        let both = own_next & enemy_next;
        shared |= both;
        own_front = own_next - both;
        enemy_front = enemy_next - both;
        if own_front.is_empty() && enemy_front.is_empty() {
            return [own_cells, enemy_cells];
        }
        own_cells |= own_front;
        enemy_cells |= enemy_front;
    }
}

/// The empty cells with only snorkels of `colour`, stones and the edge around them: the other colour would have
/// no air there.
fn shelter(position: &Position, colour: Colour) -> Bitboard64 {
    let board = position.topology();
    let open = position.empty() | position.snorkels(colour.opponent());
    let adjacent =
        Direction::ORTHOGONAL.iter().fold(Bitboard64::EMPTY, |all, &step| all | board.shift(open, step));
    (position.empty() & board.expand(position.snorkels(colour))) - adjacent
}

fn last_air(analysis: &Analysis) -> i32 {
    let (capturable, threatened) = (analysis.captures.len() as i32, analysis.rescues.len() as i32);
    CAN_CAPTURE * capturable.min(1) - FORK * (threatened - 1).max(0)
}
