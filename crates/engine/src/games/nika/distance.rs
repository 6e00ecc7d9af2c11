//! Distances to the victory areas.

use games::nika_core::{BOARD, City};
use grid_topology::Cell;

/// Steps over cells open to the city, ignoring pieces; by city and cell.
static DISTANCES: [[u8; 256]; 4] = {
    let mut distances = [[UNREACHABLE; 256]; 4];
    let mut city = 0;
    while city < 4 {
        distances[city] = distances_of(City::ALL[city]);
        city += 1;
    }
    distances
};

/// Greater than every real distance.
const UNREACHABLE: u8 = 60;

/// The number of steps from `cell` to the victory area of `city`.
#[inline]
pub(super) fn to_victory(city: City, cell: Cell) -> i32 {
    i32::from(DISTANCES[city.index()][cell.index()])
}

const fn distances_of(city: City) -> [u8; 256] {
    let mut distances = [UNREACHABLE; 256];
    let mut front = city.victory_area();
    let mut left = city.open_cells();
    let mut steps = 0;
    while !front.is_empty() {
        left = left.difference(front);
        let next = BOARD.expand(front).intersection(left);
        while let Some(cell) = front.pop_first() {
            distances[cell.index()] = steps;
        }
        front = next;
        steps += 1;
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
