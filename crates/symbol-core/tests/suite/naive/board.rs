//! Cells, terrain, pieces, and what supports a stack.

/// File and rank, from 1.
pub(crate) type Cell = (i8, i8);

/// An index into [`LETTERS`].
pub(crate) type Kind = usize;

/// How many of each kind.
pub(crate) type Pieces = [u8; 6];

/// "in the order `KLWAFD`".
pub(crate) const LETTERS: [char; 6] = ['K', 'L', 'W', 'A', 'F', 'D'];
pub(crate) const K: Kind = 0;
pub(crate) const L: Kind = 1;
pub(crate) const W: Kind = 2;
pub(crate) const A: Kind = 3;
pub(crate) const F: Kind = 4;
pub(crate) const D: Kind = 5;

/// "Any number of own pieces may share a cell".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    pub(crate) owner: usize,
    pub(crate) pieces: Pieces,
}

pub(crate) const DIRECTIONS: [(i8, i8); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// "Ranks 1–2: P1's land. Ranks 3–5: water. Ranks 6–7: P2's land."
pub(crate) fn is_water((_, rank): Cell) -> bool {
    (3..=5).contains(&rank)
}

/// "place the king on any of the 14 cells of the own land area".
pub(crate) fn is_land_of(player: usize, (_, rank): Cell) -> bool {
    if player == 0 { rank <= 2 } else { rank >= 6 }
}

pub(crate) fn everywhere() -> impl Iterator<Item = Cell> {
    (1..=7).flat_map(|rank| (1..=7).map(move |file| (file, rank)))
}

/// The cell beside another in a direction, if there is one on the "7×7" board.
pub(crate) fn step((file, rank): Cell, (right, up): (i8, i8)) -> Option<Cell> {
    let cell = (file + right, rank + up);
    ((1..=7).contains(&cell.0) && (1..=7).contains(&cell.1)).then_some(cell)
}

/// "'Adjacent' and 'surrounding' always include diagonals."
pub(crate) fn around(cell: Cell) -> impl Iterator<Item = Cell> {
    DIRECTIONS.into_iter().filter_map(move |direction| step(cell, direction))
}

pub(crate) fn name((file, rank): Cell) -> String {
    format!("{}{rank}", char::from(b'a' - 1 + file.unsigned_abs()))
}

/// "`L` land, `W` water, `A`/`F` any"; the others do not move.
pub(crate) fn suits(kind: Kind, cell: Cell) -> bool {
    match kind {
        L => !is_water(cell),
        W => is_water(cell),
        A | F => true,
        _ => false,
    }
}

/// "On land, `L`, `A`, `F` support a stack; on water, `W`, `A`, `F`."
pub(crate) fn has_supporter(pieces: &Pieces, cell: Cell) -> bool {
    [L, W, A, F].iter().any(|&kind| pieces[kind] > 0 && suits(kind, cell))
}

/// "A stack that contains `L` or `W` must contain a supporter of its terrain."
pub(crate) fn is_supported(pieces: &Pieces, cell: Cell) -> bool {
    (pieces[L] == 0 && pieces[W] == 0) || has_supporter(pieces, cell)
}

/// Whether it holds an `L`, `W`, `A` or `F`.
pub(crate) fn is_mobile(pieces: &Pieces) -> bool {
    [L, W, A, F].iter().any(|&kind| pieces[kind] > 0)
}

pub(crate) fn is_none(pieces: &Pieces) -> bool {
    pieces.iter().all(|&count| count == 0)
}

/// What stays when a part goes.
pub(crate) fn without(pieces: &Pieces, part: &Pieces) -> Pieces {
    std::array::from_fn(|kind| pieces[kind] - part[kind])
}

/// Every non-empty subset, as kinds are all that tells pieces apart.
pub(crate) fn subsets(pieces: &Pieces) -> Vec<Pieces> {
    let mut subsets = vec![[0; 6]];
    for kind in 0..6 {
        let mut more = Vec::new();
        for subset in &subsets {
            for count in 0..=pieces[kind] {
                let mut with = *subset;
                with[kind] = count;
                more.push(with);
            }
        }
        subsets = more;
    }
    subsets.retain(|subset| !is_none(subset));
    subsets
}
