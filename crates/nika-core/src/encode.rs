//! Nika: 529 actions, 28 planes of 15 x 21.

use alloc::vec::Vec;

use abstract_game::Player;
use abstract_game::encode::{Encode, Planes};

use crate::{Action, BOARD, CellSet, City, Facing, Pieces, Position};

/// The sets of a city's six pieces that are not empty.
const SETS: usize = 63;
/// The facings.
const FACINGS: usize = 4;
/// The index of the first rotation, the first move and the first rally. A pass is 0.
const ROTATE: usize = 1;
const MOVE: usize = ROTATE + SETS * FACINGS;
const RALLY: usize = MOVE + SETS * FACINGS;
/// The cells of a rally area.
const RALLY_CELLS: usize = 6;

impl Encode for Position {
    /// The pieces of the city on the board are numbered in the order of their cells, by rank and then by file; a set of them is
    /// the sum of the powers of two of their numbers.
    const ACTIONS: usize = RALLY + RALLY_CELLS * FACINGS;
    const OVERFLOW: usize = 0;
    const SIZE: (usize, usize) = (15, 21);
    const PLANES: &'static [(&'static str, &'static str)] = &[
        ("north", "pieces of the player's first city that face north; then east, south, west"),
        ("east", ""),
        ("south", ""),
        ("west", ""),
        ("next north", "the same for the city that acts after it"),
        ("next east", ""),
        ("next south", ""),
        ("next west", ""),
        ("ally north", "the same for its ally"),
        ("ally east", ""),
        ("ally south", ""),
        ("ally west", ""),
        ("last north", "the same for the city that acts before it"),
        ("last east", ""),
        ("last south", ""),
        ("last west", ""),
        (
            "routed",
            "routed pieces of the first city everywhere, divided by 6; then of the others in the same order",
        ),
        ("next routed", ""),
        ("ally routed", ""),
        ("last routed", ""),
        ("board", "the cells of the board"),
        ("to act", "1 everywhere if the player's first city is to act; then the others in the same order"),
        ("next to act", ""),
        ("ally to act", ""),
        ("last to act", ""),
        ("actions left", "actions left in the turn, divided by 2"),
        ("first passed", "1 everywhere if the first action of the turn was a pass"),
        ("passed", "turns in a row that were passed, divided by 4"),
    ];

    fn index(&self, action: Action) -> Option<usize> {
        Numbers::of(self).index(action)
    }

    // The pieces are numbered once for all actions.
    fn indexed_actions(&self) -> Vec<(usize, Action)> {
        let numbers = Numbers::of(self);
        let actions = self.actions();
        let mut indexed = Vec::with_capacity(actions.len());
        indexed.extend(actions.into_iter().filter_map(|action| Some((numbers.index(action)?, action))));
        indexed
    }

    /// The player's first city is the one to act, or the next one to act if the opponent acts.
    fn observe(&self, player: Player, planes: &mut Planes<'_>) {
        let first = match self.city_to_act() {
            city if city.player() == player => city,
            city => city.next(),
        };
        let cities: [City; 4] = [first, first.next(), first.ally(), first.ally().next()];
        for city in cities {
            for facing in Facing::ALL {
                planes.cells(marked(self.pieces_facing(city, facing)));
            }
        }
        for city in cities {
            planes.constant(self.routed(city) as f32 / 6.0);
        }
        planes.fixed_cells(marked(BOARD.cells()));
        for city in cities {
            planes.flag(self.city_to_act() == city);
        }
        planes.constant(f32::from(self.actions_left()) / 2.0);
        planes.flag(self.first_passed());
        planes.constant(f32::from(self.passed_turns()) / 4.0);
        debug_assert!(self.player_to_act() == self.city_to_act().player());
    }
}

/// The numbers of what actions of a city name.
struct Numbers {
    rally_area: CellSet,
    /// For each cell with a piece of the city, the power of two of the piece's number; otherwise 0.
    pieces: [u8; 256],
}

impl Numbers {
    fn of(position: &Position) -> Numbers {
        let city = position.city_to_act();
        let mut pieces = [0; 256];
        for (number, cell) in position.pieces(city).into_iter().enumerate() {
            pieces[cell.index()] = 1 << number;
        }
        Numbers { rally_area: city.rally_area(), pieces }
    }

    fn index(&self, action: Action) -> Option<usize> {
        let set = |pieces: Pieces| {
            let powers = pieces.cells().map(|cell| usize::from(self.pieces[cell.index()]));
            powers.sum::<usize>() - 1
        };
        Some(match action {
            Action::Pass => 0,
            Action::Rotate { pieces, facing } => ROTATE + FACINGS * set(pieces) + facing.index(),
            Action::Move { pieces, direction } => MOVE + FACINGS * set(pieces) + direction.index(),
            Action::Rally { cell, facing } => {
                let place = self.rally_area.into_iter().position(|other| other == cell)?;
                RALLY + FACINGS * place + facing.index()
            }
        })
    }
}

fn marked(cells: CellSet) -> impl Iterator<Item = (usize, usize, f32)> {
    cells.into_iter().map(|cell| {
        let (file, rank) = (BOARD.file(cell), BOARD.rank(cell));
        (usize::from(rank), usize::from(file), 1.0)
    })
}
