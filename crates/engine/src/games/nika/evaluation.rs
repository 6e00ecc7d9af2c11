//! Static evaluation.

use games::nika_core::{BOARD, CellSet, City, Facing, Position};

use grid_topology::Cell;

use super::analysis::{Analysis, CityAnalysis};
use super::distance::to_victory;
use super::exposed::exposed;
use super::network;
use super::parameters::NikaKnowledge;
use crate::game_engine::Term;

/// The terms of the evaluation, for the team to act.
pub(super) fn terms(knowledge: &NikaKnowledge, position: &Position, analysis: &Analysis) -> [Term; 7] {
    let own = position.player_to_act();
    let to_act = position.city_to_act().index();
    let sign = |city: City| if city.player() == own { 1 } else { -1 };
    let difference = |of: fn(&CityAnalysis) -> i32| {
        City::ALL.into_iter().map(|city| sign(city) * of(&analysis.cities[city.index()])).sum::<i32>()
    };
    let exposed = exposed(position);
    let (mut arrival, mut routs) = (0, 0);
    for city in City::ALL {
        let order = (city.index() + 4 - to_act) % 4;
        let nearest = analysis.cities[city.index()].nearest;
        if nearest <= 12 {
            let steps =
                distance(position, city, nearest) + i32::from(order == 0 && position.actions_left() == 1);
            let turns = (steps - 1) / 2;
            if let Some(value) = knowledge.arrival.get(order + 4 * turns as usize) {
                arrival += sign(city) * value;
            }
        }
        let [at_once, _] = exposed[city.index()];
        routs += sign(city) * knowledge.rout[order] * at_once.len() as i32;
    }
    [
        Term { name: "runners", centipawns: arrival },
        Term { name: "advance", centipawns: -knowledge.step * difference(|city| city.steps) },
        Term { name: "standing", centipawns: knowledge.standing * difference(|city| city.pieces) },
        Term { name: "exposed", centipawns: routs },
        Term { name: "phalanxes", centipawns: knowledge.phalanx * difference(|city| city.pairs) },
        Term { name: "actions left", centipawns: knowledge.action * i32::from(position.actions_left()) },
        Term { name: "network", centipawns: network::output(knowledge.network(), position, &exposed) },
    ]
}

/// By [`Facing::index`]: the cells that a piece of a city may enter by a step in that direction.
fn open_ahead(position: &Position, city: City) -> [CellSet; 4] {
    let open = city.open_cells() - position.team(city.player());
    let enemies = position.team(city.player().opponent());
    Facing::ALL.map(|direction| open - (enemies & position.facing(direction.opposite())))
}

/// The number of steps that a city's most advanced piece needs to the victory area, past the pieces in its way; at least
/// `nearest`, the number without them. Long ways are not searched.
fn distance(position: &Position, city: City, nearest: i32) -> i32 {
    const SEARCHED: i32 = 8;
    if nearest >= SEARCHED {
        return nearest;
    }
    let open = open_ahead(position, city);
    let pieces = position.pieces(city);
    if pieces.into_iter().any(|cell| to_victory(city, cell) == nearest && has_direct_way(&open, city, cell)) {
        return nearest;
    }
    let mut reached = city.victory_area();
    let mut front = reached;
    for steps in 1..=SEARCHED {
        let mut next = CellSet::EMPTY;
        for direction in Facing::ALL {
            let entered = front & open[direction.index()];
            next |= BOARD.shift(entered, direction.opposite().direction());
        }
        front = next - reached;
        if front.intersects(pieces) {
            return steps;
        }
        if front.is_empty() {
            break;
        }
        reached |= front;
    }
    SEARCHED + 1
}

/// Whether a piece reaches the victory area without a detour. It always takes the first step that brings it nearer, so
/// some ways are missed.
fn has_direct_way(open: &[CellSet; 4], city: City, mut cell: Cell) -> bool {
    for steps in (0..to_victory(city, cell)).rev() {
        let next = Facing::ALL.into_iter().find_map(|direction| {
            let to = BOARD.step(cell, direction.direction())?;
            (to_victory(city, to) == steps && open[direction.index()].contains(to)).then_some(to)
        });
        let Some(next) = next else { return false };
        cell = next;
    }
    true
}

#[cfg(test)]
mod tests {
    use games::nika_core::{City, Nika, Position};

    use super::distance;

    #[test]
    fn the_distance_goes_past_pieces_that_cannot_be_routed() {
        let position = |text: &str| -> Position { Nika.read_position(text).unwrap() };
        let steps = |text| distance(&position(text), City::Athens, 2);
        assert_eq!(steps("j11n/-/-/- A 2 0"), 2);
        // j12 faces j11: past it on file k. Otherwise it is routed.
        assert_eq!(steps("j11n/j12s/-/- A 2 0"), 3);
        assert_eq!(steps("j11n/j12e/-/- A 2 0"), 2);
        // An ally cannot be routed.
        assert_eq!(steps("j11n/-/j12e/- A 2 0"), 3);
    }
}
