//! The board: "108 field cells ..., 4 × 3 victory cells, 4 × 6 rally cells".

/// File and rank, from 1; ordered as "by file, then rank".
pub(crate) type Cell = (i8, i8);
/// Athens 0, Sparta 1, Messene 2, Thebes 3: "act in this clockwise order, Athens first".
pub(crate) type City = usize;
/// 0 to 3: n, e, s, w.
pub(crate) type Dir = usize;

pub(crate) const A: City = 0;
pub(crate) const S: City = 1;
pub(crate) const M: City = 2;
pub(crate) const T: City = 3;

pub(crate) const CITIES: &str = "ASMT";
pub(crate) const DIRS: &str = "nesw";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Zone {
    Field,
    Victory(City),
    Rally(City),
}

/// What a cell is, or nothing where there is none.
pub(crate) fn zone((file, rank): Cell) -> Option<Zone> {
    match (file, rank) {
        // "the mural: off the board (g..o 7..9)"
        (7..=15, 7..=9) => None,
        // "files d..r, ranks 4..12"
        (4..=18, 4..=12) => Some(Zone::Field),
        // "Messene's rally area j..l 14,15"
        (10..=12, 14..=15) => Some(Zone::Rally(M)),
        // "Athens' victory area j..l 13"
        (10..=12, 13) => Some(Zone::Victory(A)),
        // "Messene's victory area j..l 3"
        (10..=12, 3) => Some(Zone::Victory(M)),
        // "Athens' rally area j..l 1,2"
        (10..=12, 1..=2) => Some(Zone::Rally(A)),
        // "Thebes' victory area c 7..9"
        (3, 7..=9) => Some(Zone::Victory(T)),
        // "Sparta's rally a,b 7..9"
        (1..=2, 7..=9) => Some(Zone::Rally(S)),
        // "Sparta's victory area s 7..9"
        (19, 7..=9) => Some(Zone::Victory(S)),
        // "Thebes' rally t,u 7..9"
        (20..=21, 7..=9) => Some(Zone::Rally(T)),
        _ => None,
    }
}

/// All cells, ascending.
pub(crate) fn everywhere() -> impl Iterator<Item = Cell> {
    (1..=21).flat_map(|file| (1..=15).map(move |rank| (file, rank))).filter(|&cell| zone(cell).is_some())
}

/// "Athens + Messene (team 1) play against Sparta + Thebes (team 2)": 0 and 1.
pub(crate) fn team(city: City) -> usize {
    usize::from(city == S || city == T)
}

pub(crate) fn is_enemy(city: City, other: City) -> bool {
    team(city) != team(other)
}

/// "Field cells are open to all. A victory area is open to the city that owns it ... and to its ally ...; never to the
/// enemy team. A rally area is open to its own city only."
pub(crate) fn is_open(cell: Cell, city: City) -> bool {
    match zone(cell) {
        None => false,
        Some(Zone::Field) => true,
        Some(Zone::Victory(owner)) => team(owner) == team(city),
        Some(Zone::Rally(owner)) => owner == city,
    }
}

/// The cell next to it that way, on the board or not.
pub(crate) fn next((file, rank): Cell, dir: Dir) -> Cell {
    match dir {
        0 => (file, rank + 1),
        1 => (file + 1, rank),
        2 => (file, rank - 1),
        _ => (file - 1, rank),
    }
}

pub(crate) fn opposite(dir: Dir) -> Dir {
    (dir + 2) % 4
}

pub(crate) fn name((file, rank): Cell) -> String {
    let letter = "abcdefghijklmnopqrstu".chars().nth(file as usize - 1).expect("a file");
    format!("{letter}{rank}")
}

pub(crate) fn letter(of: &str, index: usize) -> char {
    of.chars().nth(index).expect("one of four")
}
