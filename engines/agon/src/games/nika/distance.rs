//! Distances to the victory areas.

use std::sync::LazyLock;

use games::nika_core::{BOARD, City};
use grid_topology::Cell;

/// Steps over cells open to the city, ignoring pieces; by city and cell.
static DISTANCES: LazyLock<[[u8; 144]; 4]> = LazyLock::new(|| City::ALL.map(distances));

/// Greater than every real distance.
pub(super) const UNREACHABLE: u8 = 60;

/// The number of steps from `cell` to the victory area of `city`.
pub(super) fn to_victory(city: City, cell: Cell) -> i32 {
    i32::from(DISTANCES[city.index()][cell.index()])
}

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

#[cfg(test)]
mod tests {
    use games::nika_core::{BOARD, City};

    use super::to_victory;

    #[test]
    fn athens_goes_round_the_mural() {
        let steps = |name| to_victory(City::Athens, BOARD.parse_cell(name).unwrap());
        assert_eq!(steps("j13"), 0);
        assert_eq!(steps("j12"), 1);
        // From k4: west or east to file f or p, up past the mural, and back.
        assert_eq!(steps("f9"), 8);
        assert!(steps("k4") > steps("f6"));
    }
}
