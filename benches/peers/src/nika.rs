//! A simple evaluation of Nika: that of agon at commit `af39bb5`.

use std::sync::LazyLock;

use abstract_game::Player;
use games::nika_core::{BOARD, CellSet, City, Facing, Position};
use grid_topology::{Cell, Direction};

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

/// Greater than every real distance.
const UNREACHABLE: u8 = 60;

/// Steps to the victory area over cells open to the city, ignoring pieces; by city and cell.
static DISTANCES: LazyLock<[[u8; 144]; 4]> = LazyLock::new(|| City::ALL.map(distances));

fn distances(city: City) -> [u8; 144] {
    let mut distances = [UNREACHABLE; 144];
    let mut front = city.victory_area();
    let mut left = city.open_cells();
    for steps in 0..UNREACHABLE {
        for cell in front {
            distances[cell.index()] = steps;
        }
        left -= front;
        front = BOARD.expand(front) & left;
    }
    distances
}

fn to_victory(city: City, cell: Cell) -> i32 {
    i32::from(DISTANCES[city.index()][cell.index()])
}

/// The evaluation in centipawns, for the team to act.
pub fn evaluate(position: &Position) -> i32 {
    let own = position.player_to_act();
    team(position, own) - team(position, own.opponent()) + ACTION * i32::from(position.actions_left())
}

fn team(position: &Position, player: Player) -> i32 {
    let cities: i32 = City::of(player).into_iter().map(|city| city_value(position, city)).sum();
    cities - EXPOSED * exposed(position, player)
}

fn city_value(position: &Position, city: City) -> i32 {
    let pieces = position.pieces(city);
    let steps = || pieces.into_iter().map(|cell| to_victory(city, cell));
    let runner = steps().min().and_then(|steps| RUNNER.get(steps as usize)).copied().unwrap_or(0);
    let advance: i32 = steps().map(|steps| -STEP * steps.min(24)).sum();
    runner + advance + STANDING * pieces.len() as i32 + PHALANX * phalanxes(position, city)
}

/// The number of pieces of a team adjacent to an opponent that they do not face.
fn exposed(position: &Position, player: Player) -> i32 {
    let (own, enemy) = (position.team(player), position.team(player.opponent()));
    let exposed = |facing: Facing| {
        // A piece is safe only from the direction that it faces.
        let directions = Direction::ORTHOGONAL.into_iter().filter(|&d| d != facing.direction());
        let adjacent = directions.fold(CellSet::EMPTY, |all, d| all | BOARD.shift(enemy, d.opposite()));
        (own & position.facing(facing) & adjacent).len() as i32
    };
    Facing::ALL.into_iter().map(exposed).sum()
}

/// The number of pairs of adjacent pieces of a city with the same facing.
fn phalanxes(position: &Position, city: City) -> i32 {
    let pairs = |facing| {
        let own = position.pieces_facing(city, facing);
        let beside = |direction| (BOARD.shift(own, direction) & own).len() as i32;
        beside(Direction::North) + beside(Direction::East)
    };
    Facing::ALL.into_iter().map(pairs).sum()
}
