//! The rules as a value: the first position.

use alloc::string::String;

use abstract_game::{GameError, OptionError, OptionSpec, Rules, Seat};

use crate::{BOARD, City, Facing, Position};

/// The rules of Nika. They have no options.
///
/// ```
/// use nika_core::{Nika, prelude::*};
/// let start = "j4wj5wj6wk4nk5nl4e/d7sd8ed9ne8ee9nf9n/j12wk11sk12sl10el11el12e/p7sq7sq8wr7sr8wr9n A 2 0";
/// assert_eq!(Nika.start().to_string(), start);
/// assert_eq!(Nika.read_position(start), Ok(Nika.start()));
/// assert!(Nika::SEATS.iter().map(|seat| seat.name).eq(["athens", "sparta", "messene", "thebes"]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Nika;

/// File and rank, both from 1, and facing of each piece of a city in the first position.
const fn set_up(city: City) -> [(u8, u8, Facing); 6] {
    use Facing::{East as E, North as N, South as S, West as W};
    match city {
        City::Athens => [(10, 4, W), (10, 5, W), (10, 6, W), (11, 4, N), (11, 5, N), (12, 4, E)],
        City::Sparta => [(4, 7, S), (4, 8, E), (4, 9, N), (5, 8, E), (5, 9, N), (6, 9, N)],
        City::Messene => [(10, 12, W), (11, 11, S), (11, 12, S), (12, 10, E), (12, 11, E), (12, 12, E)],
        City::Thebes => [(16, 7, S), (17, 7, S), (17, 8, W), (18, 7, S), (18, 8, W), (18, 9, N)],
    }
}

impl Rules for Nika {
    type Position = Position;

    const NAME: &'static str = "nika";
    const TITLE: &'static str = "Nika";
    const SEATS: &'static [Seat] = City::SEATS;

    fn options() -> &'static [OptionSpec] {
        &[]
    }

    fn option(&self, _: &str) -> Option<String> {
        None
    }

    fn set_option(&mut self, name: &str, _: &str) -> Result<(), OptionError> {
        OptionSpec::find(Self::options(), name).map(drop)
    }

    fn start(&self) -> Position {
        let mut position = Position::empty(City::Athens);
        for city in City::ALL {
            for (file, rank, facing) in set_up(city) {
                if let Some(cell) = BOARD.at(file - 1, rank - 1) {
                    position.place(city, facing, cell);
                }
            }
        }
        position
    }

    /// Reads a position, finished or not.
    fn read_position(&self, text: &str) -> Result<Position, GameError> {
        text.parse()
    }
}

abstract_game::inherent_rules!(Nika, Position);
