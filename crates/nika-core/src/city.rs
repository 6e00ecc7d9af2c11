//! The four cities and their teams.

use core::fmt;

use abstract_game::{Player, Seat};
use derive_more::Display;

use grid_topology::Cell;

use crate::CellSet;
use crate::board::{FIELD, area};

/// A city, in the order in which they act. Athens and Messene are P1's team, Sparta and Thebes P2's.
///
/// ```
/// use abstract_game::Player;
/// use nika_core::City;
/// assert_eq!(City::Athens.next(), City::Sparta);
/// assert_eq!(City::Athens.ally(), City::Messene);
/// assert_eq!(City::Thebes.player(), Player::P2);
/// assert_eq!((City::Athens.home().len(), City::Athens.open_cells().len()), (9, 108 + 6 + 3 + 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
#[display("{}", self.name())]
pub enum City {
    /// White, from the south.
    Athens,
    /// Red, from the west.
    Sparta,
    /// Blue, from the north.
    Messene,
    /// Black, from the east.
    Thebes,
}

impl City {
    /// All four, in the order in which they act.
    pub const ALL: [City; 4] = [City::Athens, City::Sparta, City::Messene, City::Thebes];

    /// The seats: one for each city.
    pub(crate) const SEATS: &'static [Seat] = &[
        Seat::new("athens", Player::P1),
        Seat::new("sparta", Player::P2),
        Seat::new("messene", Player::P1),
        Seat::new("thebes", Player::P2),
    ];

    /// The index in [`ALL`](Self::ALL), and of the city's seat in the seats of the rules.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its team.
    #[inline]
    #[must_use]
    pub const fn player(self) -> Player {
        if self.index().is_multiple_of(2) { Player::P1 } else { Player::P2 }
    }

    /// The cities of a team, in the order in which they act.
    #[inline]
    #[must_use]
    pub const fn of(player: Player) -> [City; 2] {
        match player {
            Player::P1 => [City::Athens, City::Messene],
            Player::P2 => [City::Sparta, City::Thebes],
        }
    }

    /// The other city of its team.
    #[inline]
    #[must_use]
    pub const fn ally(self) -> City {
        City::ALL[(self.index() + 2) % 4]
    }

    /// The city that acts after it.
    #[inline]
    #[must_use]
    pub const fn next(self) -> City {
        City::ALL[(self.index() + 1) % 4]
    }

    /// The cities of the other team.
    #[inline]
    #[must_use]
    pub const fn enemies(self) -> [City; 2] {
        City::of(self.player().opponent())
    }

    /// Its victory area: its team wins as soon as one of its pieces is there.
    #[inline]
    #[must_use]
    pub const fn victory_area(self) -> CellSet {
        const AREAS: [CellSet; 4] = [area(b'A'), area(b'S'), area(b'M'), area(b'T')];
        AREAS[self.index()]
    }

    /// Its rally area, where its routed pieces return. Closed to all other cities.
    #[inline]
    #[must_use]
    pub const fn rally_area(self) -> CellSet {
        const AREAS: [CellSet; 4] = [area(b'a'), area(b's'), area(b'm'), area(b't')];
        AREAS[self.index()]
    }

    /// Its rally area and the victory area of its ally in front of it. Enemies cannot attack its pieces there.
    #[inline]
    #[must_use]
    pub const fn home(self) -> CellSet {
        self.rally_area().union(self.ally().victory_area())
    }

    /// The cells that its pieces may occupy: the field, its home, and its victory area.
    #[inline]
    #[must_use]
    pub const fn open_cells(self) -> CellSet {
        const OPEN: [CellSet; 4] = {
            let mut open = [FIELD; 4];
            let mut i = 0;
            while i < 4 {
                open[i] = FIELD.union(City::ALL[i].home()).union(City::ALL[i].victory_area());
                i += 1;
            }
            open
        };
        OPEN[self.index()]
    }

    /// Its letter in texts: `A`, `S`, `M` or `T`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['A', 'S', 'M', 'T'][self.index()]
    }

    /// The city with that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<City> {
        City::ALL.into_iter().find(|city| city.letter() == letter)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Athens", "Sparta", "Messene", "Thebes"][self.index()]
    }
}

/// The possessive of a city's name: `Athens'`, `Sparta's`.
#[derive(Display)]
#[display("{_0}{}", if _0.name().ends_with('s') { "'" } else { "'s" })]
pub(crate) struct Possessive(pub(crate) City);

/// The area that a cell lies in.
pub(crate) struct Area(pub(crate) Cell);

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for city in City::ALL {
            if city.victory_area().contains(self.0) {
                return write!(f, "{} victory area", Possessive(city));
            }
            if city.rally_area().contains(self.0) {
                return write!(f, "{} rally area", Possessive(city));
            }
        }
        f.write_str("the field")
    }
}
