//! The pieces of one city as arrays and masks, for generating and checking actions.

use grid_topology::Cell;

use crate::board::SQUARES;
use crate::{Ahead, BOARD, CellSet, City, Facing, PIECES, Pieces, Position};

/// The pieces of a city on the board, in the order of texts. A set of pieces is a mask of their indices.
pub(crate) struct Army {
    pub(crate) count: usize,
    pub(crate) cells: [Cell; PIECES],
    pub(crate) facings: [Facing; PIECES],
    /// For each piece, its neighbours with the same facing.
    pub(crate) next_to: [u8; PIECES],
    /// For each piece, the one of these directly ahead of it.
    ahead: [u8; PIECES],
    /// For each piece, the one of these directly behind it.
    behind: [u8; PIECES],
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
            let mut index = army.count;
            while index > 0 && squares[index - 1] > square {
                squares[index] = squares[index - 1];
                army.cells[index] = army.cells[index - 1];
                index -= 1;
            }
            squares[index] = square;
            army.cells[index] = cell;
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

    /// Records that `high` is next to `low`, north or east of it, and that both have the same facing.
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

    /// The mask of all pieces.
    #[inline]
    pub(crate) fn all(&self) -> u8 {
        (1 << self.count) - 1
    }

    /// The mask of chosen pieces; `None` if one of the cells holds no piece of this city.
    #[inline]
    pub(crate) fn mask(&self, pieces: Pieces) -> Option<u8> {
        // Both are in the order of texts.
        let (mut mask, mut index) = (0, 0);
        for cell in pieces.cells() {
            while *self.cells[..self.count].get(index)? != cell {
                index += 1;
            }
            mask |= 1 << index;
            index += 1;
        }
        Some(mask)
    }

    /// Whether pieces may act together: a single piece or a phalanx, that is connected pieces with the same facing.
    #[inline]
    pub(crate) fn is_selection(&self, mask: u8) -> bool {
        self.connected(mask) == mask
    }

    /// The pieces of a mask that are connected with its first one.
    #[inline]
    pub(crate) fn connected(&self, mask: u8) -> u8 {
        let mut reached = mask & mask.wrapping_neg();
        let mut new = reached;
        while new != 0 {
            let next_to = self.next_to[new.trailing_zeros() as usize % PIECES] & mask & !reached;
            reached |= next_to;
            new = new & (new - 1) | next_to;
        }
        reached
    }

    /// The pieces in a line from `front` backwards, as far as they belong to `phalanx`.
    #[inline]
    fn line(&self, front: usize, phalanx: u8) -> u8 {
        let mut line = 0;
        let mut piece = 1 << front;
        while piece & phalanx != 0 {
            line |= piece;
            piece = self.behind[piece.trailing_zeros() as usize % PIECES];
        }
        line
    }
}

/// Whether a single piece may step from a cell in a direction, given [`Position::open_ahead`] of its city.
#[inline]
pub(crate) fn is_open(open_ahead: &[CellSet; 4], from: Cell, direction: Facing) -> bool {
    let to = BOARD.step(from, direction.direction());
    to.is_some_and(|to| open_ahead[direction.index()].contains(to))
}

/// Those of some pieces of an army that do not have an open cell ahead.
pub(crate) struct Obstructed {
    pieces: u8,
    /// For pieces that have to push, the weight of the enemies ahead; 0 for the others.
    weights: [u8; PIECES],
}

/// Why a phalanx cannot move.
pub(crate) struct Obstacle {
    /// The index of the piece that is stopped.
    pub(crate) front: usize,
    /// If enemies stop it, its line in the phalanx, which is too light.
    pub(crate) line: Option<u8>,
}

impl Obstructed {
    #[inline]
    pub(crate) fn of(
        position: &Position,
        army: &Army,
        city: City,
        pieces: u8,
        open_ahead: &[CellSet; 4],
    ) -> Obstructed {
        let mut obstructed = Obstructed { pieces: 0, weights: [0; PIECES] };
        let mut left = pieces;
        while left != 0 {
            let index = left.trailing_zeros() as usize % PIECES;
            left &= left - 1;
            let facing = army.facings[index];
            let from = army.cells[index];
            if is_open(open_ahead, from, facing) {
                continue;
            }
            obstructed.pieces |= 1 << index;
            if let Ahead::Facing(front) = position.ahead(city, from, facing) {
                obstructed.weights[index] = position.weight(city.enemies()[0], front, facing);
            }
        }
        obstructed
    }

    /// What stops a phalanx from moving the way it faces, if anything. Each piece without a member of the phalanx ahead
    /// needs an open cell there, or enemies that are fewer than the pieces in its line.
    #[inline]
    pub(crate) fn obstacle(&self, army: &Army, phalanx: u8) -> Option<Obstacle> {
        let mut fronts = phalanx & self.pieces;
        while fronts != 0 {
            let front = fronts.trailing_zeros() as usize % PIECES;
            if army.ahead[front] & phalanx == 0 {
                let weight = self.weights[front];
                if weight == 0 {
                    return Some(Obstacle { front, line: None });
                }
                let line = army.line(front, phalanx);
                if line.count_ones() <= u32::from(weight) {
                    return Some(Obstacle { front, line: Some(line) });
                }
            }
            fronts &= fronts - 1;
        }
        None
    }

    /// The weight of the enemies that a piece has to push.
    pub(crate) fn weight(&self, front: usize) -> u8 {
        self.weights[front]
    }
}
