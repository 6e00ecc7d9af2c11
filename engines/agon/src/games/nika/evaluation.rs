//! Static evaluation.

use abstract_game::{Player, Position as _};
use games::nika_core::{BOARD, CellSet, City, Position};

use super::analysis::{Analysis, CityAnalysis};
use super::settings::{ACTION, EXPOSED, PHALANX, RUNNER, STANDING, STEP};
use crate::game_engine::Term;

/// The terms of the evaluation, for the team to act.
pub(super) fn terms(position: &Position, analysis: &Analysis) -> [Term; 6] {
    let own = position.player_to_act();
    let difference = |of: fn(&CityAnalysis) -> i32| {
        let sum =
            |player| City::of(player).into_iter().map(|city| of(&analysis.cities[city.index()])).sum::<i32>();
        sum(own) - sum(own.opponent())
    };
    [
        Term { name: "runners", centipawns: difference(runner) },
        Term { name: "advance", centipawns: -STEP.get() * difference(|city| city.steps) },
        Term { name: "standing", centipawns: STANDING.get() * difference(|city| city.pieces) },
        Term { name: "exposed", centipawns: -EXPOSED.get() * exposed_difference(position, own) },
        Term { name: "phalanxes", centipawns: PHALANX.get() * difference(|city| city.pairs) },
        Term { name: "actions left", centipawns: ACTION.get() * i32::from(position.actions_left()) },
    ]
}

fn runner(city: &CityAnalysis) -> i32 {
    RUNNER.get(city.nearest.wrapping_sub(1) as usize).map_or(0, |value| value.get())
}

/// The number of exposed pieces of `own` less those of the opponent. A piece is exposed if it is adjacent to an
/// opponent that it does not face.
fn exposed_difference(position: &Position, own: Player) -> i32 {
    let enemies = position.team(own.opponent());
    let faces = |from, to| {
        position.facing_at(from).is_some_and(|facing| BOARD.step(from, facing.direction()) == Some(to))
    };
    let mut exposed = 0;
    let mut exposed_enemies = CellSet::EMPTY;
    position.team(own).into_iter().for_each(|cell| {
        let adjacent = BOARD.neighbours(cell) & enemies;
        if !adjacent.is_empty() {
            exposed += i32::from(adjacent.into_iter().any(|enemy| !faces(cell, enemy)));
            exposed_enemies.extend(adjacent.into_iter().filter(|&enemy| !faces(enemy, cell)));
        }
    });
    if exposed_enemies.is_empty() { exposed } else { exposed - exposed_enemies.len() as i32 }
}
