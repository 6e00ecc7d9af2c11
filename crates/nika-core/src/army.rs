//! The pieces of the city to act, side by side: what both rotating and moving them ask.

use grid_topology::Cell;

use crate::board::SQUARES;
use crate::{City, Facing, PIECES, Position};

/// The pieces of a city, in the order of texts; a set of them is a mask of their places.
pub(crate) struct Army {
    pub(crate) count: usize,
    pub(crate) cells: [Cell; PIECES],
    pub(crate) facings: [Facing; PIECES],
    /// The neighbours that face the same way.
    pub(crate) next_to: [u8; PIECES],
    /// The one among them that is right ahead.
    pub(crate) ahead: [u8; PIECES],
    /// The one among them that is right behind.
    pub(crate) behind: [u8; PIECES],
}

impl Army {
    #[inline]
    pub(crate) fn of(position: &Position, city: City) -> Army {
        let mut army = Army {
            count: 0,
            cells: [Cell::new(0); PIECES],
            facings: [Facing::North; PIECES],
            next_to: [0; PIECES],
            ahead: [0; PIECES],
            behind: [0; PIECES],
        };
        let mut squares = [0; PIECES];
        for cell in position.pieces(city).into_iter().take(PIECES) {
            let square = SQUARES[cell.index()];
            let mut place = army.count;
            while place > 0 && squares[place - 1] > square {
                squares[place] = squares[place - 1];
                army.cells[place] = army.cells[place - 1];
                place -= 1;
            }
            squares[place] = square;
            army.cells[place] = cell;
            army.count += 1;
        }
        for high in 0..army.count {
            army.facings[high] = position.facing_of(army.cells[high]);
            for low in 0..high {
                let northward = match squares[high] - squares[low] {
                    1 => true,
                    16 => false,
                    _ => continue,
                };
                if army.facings[low] == army.facings[high] {
                    army.join(low, high, northward);
                }
            }
        }
        army
    }

    /// Notes that `high` lies next to `low`, north or east of it, and that both face the same way.
    #[inline]
    fn join(&mut self, low: usize, high: usize, northward: bool) {
        self.next_to[low] |= 1 << high;
        self.next_to[high] |= 1 << low;
        let (front, back) = match (self.facings[low], northward) {
            (Facing::North, true) | (Facing::East, false) => (high, low),
            (Facing::South, true) | (Facing::West, false) => (low, high),
            _ => return,
        };
        self.ahead[back] = 1 << front;
        self.behind[front] = 1 << back;
    }
}
