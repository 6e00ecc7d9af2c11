//! What the evaluation needs to know of each city. An action changes one city, rarely more, so a position takes over
//! the rest from the position before.

use games::nika_core::{BOARD, City, Facing, Position};
use grid_topology::Direction;

use super::distance::to_victory;

/// The properties of the four cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// By [`City::index`].
    pub(super) cities: [CityAnalysis; 4],
}

/// The properties of one city that depend on its own pieces only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CityAnalysis {
    pub(super) pieces: i32,
    /// The steps from the most advanced piece to the victory area; `i32::MAX` without pieces.
    pub(super) nearest: i32,
    /// The sum of the steps from all pieces.
    pub(super) steps: i32,
    /// The number of pairs of adjacent pieces with the same facing.
    pub(super) pairs: i32,
}

impl Analysis {
    pub(super) fn of(position: &Position) -> Analysis {
        Analysis { cities: City::ALL.map(|city| CityAnalysis::of(position, city)) }
    }

    /// The analysis of `position`, one action after `before`.
    pub(super) fn after(&self, before: &Position, position: &Position) -> Analysis {
        let mut analysis = *self;
        for city in City::ALL {
            // Only the city that acts rotates pieces; a push moves pieces without rotating them.
            if city == before.city_to_act() || position.pieces(city) != before.pieces(city) {
                analysis.cities[city.index()] = CityAnalysis::of(position, city);
            }
        }
        analysis
    }
}

impl CityAnalysis {
    fn of(position: &Position, city: City) -> CityAnalysis {
        let mut all = CityAnalysis { pieces: 0, nearest: i32::MAX, steps: 0, pairs: 0 };
        let alike = Facing::ALL.map(|facing| position.pieces_facing(city, facing));
        position.for_each_piece(city, |cell, facing| {
            let has_next = |direction| {
                let next = BOARD.step(cell, direction);
                i32::from(next.is_some_and(|next| alike[facing.index()].contains(next)))
            };
            let steps = to_victory(city, cell);
            all.pieces += 1;
            all.nearest = all.nearest.min(steps);
            all.steps += steps;
            all.pairs += has_next(Direction::North) + has_next(Direction::East);
        });
        all
    }
}
