//! Which symmetries the game has, found with the second implementation, and held against those that the first offers.
//!
//! Of the symmetries of the frame three leave the board as it is: the half turn and the mirrors. The half turn takes
//! each city's areas to its ally's, and the order of the cities to itself. A mirror exchanges two allies and leaves the
//! others where they are, so that it turns the order round: what happens within a turn is mirrored, but not whose turn
//! comes next.

use abstract_game::conformance::{in_parallel, sized};
use abstract_game::random::SplitMix64;
use grid_topology::Symmetry;

use crate::agreement::read;
use crate::naive::{Act, Cell, City, Dir, Naive, START, Zone, everywhere, zone};
use crate::sampling;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Map {
    HalfTurn,
    /// West and east change places.
    Files,
    /// North and south change places.
    Ranks,
}

const ALL: [(Map, Symmetry); 3] = [
    (Map::HalfTurn, Symmetry::Rotate180),
    (Map::Files, Symmetry::MirrorFiles),
    (Map::Ranks, Symmetry::MirrorRanks),
];

impl Map {
    fn cell(self, (file, rank): Cell) -> Cell {
        match self {
            Map::HalfTurn => (22 - file, 16 - rank),
            Map::Files => (22 - file, rank),
            Map::Ranks => (file, 16 - rank),
        }
    }

    fn dir(self, dir: Dir) -> Dir {
        match self {
            Map::HalfTurn => (dir + 2) % 4,
            Map::Files => (4 - dir) % 4,
            Map::Ranks => (6 - dir) % 4,
        }
    }

    fn city(self, city: City) -> City {
        match (self, city % 2) {
            (Map::HalfTurn, _) | (Map::Files, 1) | (Map::Ranks, 0) => (city + 2) % 4,
            _ => city,
        }
    }

    fn position(self, naive: &Naive) -> Naive {
        let piece = |(&cell, &(city, dir)): (&Cell, &(City, Dir))| {
            (self.cell(cell), (self.city(city), self.dir(dir)))
        };
        Naive { board: naive.board.iter().map(piece).collect(), city: self.city(naive.city), ..naive.clone() }
    }

    fn act(self, act: &Act) -> Act {
        let cells = |set: &[Cell]| {
            let mut set: Vec<Cell> = set.iter().map(|&cell| self.cell(cell)).collect();
            set.sort_unstable();
            set
        };
        match act {
            Act::Pass => Act::Pass,
            Act::Rotate(set, dir) => Act::Rotate(cells(set), self.dir(*dir)),
            Act::Move(set, dir) => Act::Move(cells(set), self.dir(*dir)),
            Act::Rally(cell, dir) => Act::Rally(self.cell(*cell), self.dir(*dir)),
        }
    }
}

#[test]
fn the_areas() {
    for (map, _) in ALL {
        for cell in everywhere() {
            let mapped = zone(cell).map(|zone| match zone {
                Zone::Field => Zone::Field,
                Zone::Victory(city) => Zone::Victory(map.city(city)),
                Zone::Rally(city) => Zone::Rally(map.city(city)),
            });
            assert_eq!(zone(map.cell(cell)), mapped, "{map:?} of {cell:?}");
        }
    }
}

/// "Athens↔Messene, Sparta↔Thebes": the set-up turned by 180° is the set-up. It has neither mirror.
#[test]
fn the_set_up() {
    let start = Naive::start();
    assert_eq!(Map::HalfTurn.position(&start).text(), START.replace(" A ", " M "));
    assert_ne!(Map::Files.position(&start).board, start.board);
    assert_ne!(Map::Ranks.position(&start).board, start.board);
}

/// Each action does on the mapped board what it does on the board; but after the turn of a mirrored city the city after
/// next, as it were, is to act.
#[test]
fn what_commutes_with_play() {
    in_parallel(sized(100, 300), |number| {
        let mut random = SplitMix64::new(0x5e77 + u64::from(number));
        let naive = sampling::sample(&mut random);
        for (map, symmetry) in ALL {
            let there = map.position(&naive);
            let mut acts: Vec<Act> = naive.acts().iter().map(|act| map.act(act)).collect();
            let mut found = there.acts();
            acts.sort_unstable();
            found.sort_unstable();
            assert_eq!(acts, found, "{map:?} of {}", naive.text());
            let real = read(&naive.text());
            assert_eq!(real.mapped(symmetry), read(&there.text()));
            for act in naive.acts() {
                let mut expected = map.position(&naive.after(&act));
                let found = there.after(&map.act(&act));
                let action = real.read_action(&act.text()).expect("a legal action");
                assert_eq!(real.map_action(symmetry, action).to_string(), map.act(&act).text());
                if map != Map::HalfTurn && found.at_turn_start() {
                    assert_eq!((expected.city + 2) % 4, found.city);
                    expected.city = found.city;
                }
                assert_eq!(expected, found, "{map:?} of {} on {}", act.text(), naive.text());
            }
        }
    });
}
