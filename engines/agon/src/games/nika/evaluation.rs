//! Static evaluation.

use abstract_game::{Player, Position as _};
use games::nika_core::{BOARD, CellSet, City, Facing, Position};
use grid_topology::Direction;

use super::distance::to_victory;
use crate::game_engine::Term;

// Values in centipawns.

/// For a city's most advanced piece, by its distance to the victory area in steps.
const RUNNER: [i32; 12] = [0, 420, 300, 230, 180, 145, 118, 95, 75, 58, 42, 28];
/// Per step of a piece towards the victory area.
const STEP: i32 = 3;
/// Per piece on the board (not routed).
const STANDING: i32 = 130;
/// Per piece adjacent to an opponent that it does not face: it can be routed.
const EXPOSED: i32 = 34;
/// Per pair of adjacent pieces of a city with the same facing.
const PHALANX: i32 = 5;
/// Per action left in the turn.
const ACTION: i32 = 14;

/// The terms of the evaluation, for the team to act.
pub(super) fn terms(position: &Position) -> [Term; 6] {
    let own = position.player_to_act();
    let difference = |of: &dyn Fn(Player) -> i32| of(own) - of(own.opponent());
    let sum = |of: fn(&Position, City) -> i32| {
        difference(&|player| City::of(player).into_iter().map(|city| of(position, city)).sum())
    };
    [
        Term { name: "runners", centipawns: sum(runner) },
        Term { name: "advance", centipawns: sum(advance) },
        Term { name: "standing", centipawns: sum(|p, city| STANDING * p.pieces(city).len() as i32) },
        Term { name: "exposed", centipawns: -EXPOSED * difference(&|player| exposed(position, player)) },
        Term { name: "phalanxes", centipawns: PHALANX * sum(phalanxes) },
        Term { name: "actions left", centipawns: ACTION * i32::from(position.actions_left()) },
    ]
}

fn runner(position: &Position, city: City) -> i32 {
    let nearest = position.pieces(city).into_iter().map(|cell| to_victory(city, cell)).min();
    nearest.and_then(|steps| RUNNER.get(steps as usize)).copied().unwrap_or(0)
}

fn advance(position: &Position, city: City) -> i32 {
    position.pieces(city).into_iter().map(|cell| -STEP * to_victory(city, cell).min(24)).sum()
}

/// The number of pieces of a team adjacent to an opponent that they do not face.
fn exposed(position: &Position, player: Player) -> i32 {
    let (own, enemy) = (position.team(player), position.team(player.opponent()));
    Facing::ALL
        .into_iter()
        .map(|facing| {
            // A piece is safe only from the direction that it faces.
            let facing_pieces = own & position.facing(facing);
            let directions = Direction::ORTHOGONAL.into_iter().filter(|&d| d != facing.direction());
            let adjacent = directions.fold(CellSet::EMPTY, |all, d| all | BOARD.shift(enemy, d.opposite()));
            (facing_pieces & adjacent).len() as i32
        })
        .sum()
}

/// The number of pairs of adjacent pieces of a city with the same facing.
fn phalanxes(position: &Position, city: City) -> i32 {
    let pairs = |facing| {
        let own = position.pieces_facing(city, facing);
        let north = BOARD.shift(own, Direction::North) & own;
        let east = BOARD.shift(own, Direction::East) & own;
        (north.len() + east.len()) as i32
    };
    Facing::ALL.into_iter().map(pairs).sum()
}
