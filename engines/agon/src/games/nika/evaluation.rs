//! The static worth of a position.

use abstract_game::{Player, Position as _};
use grid_topology::Direction;
use nika_core::{BOARD, CellSet, City, Facing, Position};

use super::distance::to_victory;
use crate::game_engine::Term;

/// For a city's foremost piece: the nearer to the victory area the more, quickly rising at the end.
const RUNNER: [i32; 12] = [0, 420, 300, 230, 180, 145, 118, 95, 75, 58, 42, 28];
/// For each step that a piece is nearer.
const STEP: i32 = 3;
/// For each piece on the board rather than routed.
const STANDING: i32 = 130;
/// For each piece beside an enemy that it does not face: it can be routed.
const EXPOSED: i32 = 34;
/// For each own neighbour that looks the same way.
const PHALANX: i32 = 5;
/// An action of the turn.
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
        Term { name: "phalanxes", centipawns: PHALANX * sum(neighbours) },
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

/// Pieces of a team beside an enemy that they do not face.
fn exposed(position: &Position, player: Player) -> i32 {
    let (own, enemy) = (position.team(player), position.team(player.opponent()));
    Facing::ALL
        .into_iter()
        .map(|facing| {
            // Looking that way, a piece is safe from there alone.
            let looking = own & position.facing(facing);
            let elsewhere = Direction::ORTHOGONAL.into_iter().filter(|&d| d != facing.direction());
            let beside = elsewhere.fold(CellSet::EMPTY, |all, d| all | BOARD.shift(enemy, d.opposite()));
            (looking & beside).len() as i32
        })
        .sum()
}

/// Pairs of neighbours of a city that look the same way.
fn neighbours(position: &Position, city: City) -> i32 {
    let pairs = |facing| {
        let own = position.pieces_facing(city, facing);
        let north = BOARD.shift(own, Direction::North) & own;
        let east = BOARD.shift(own, Direction::East) & own;
        (north.len() + east.len()) as i32
    };
    Facing::ALL.into_iter().map(pairs).sum()
}
