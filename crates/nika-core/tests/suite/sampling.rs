//! Random positions and choices, so that contact, victory areas and the late phases of games come up as often as the
//! opening.

use abstract_game::random::SplitMix64;

use crate::naive::{Act, Cell, City, Dir, Naive, Zone, everywhere, is_open, next, opposite, zone};

type Board = std::collections::BTreeMap<Cell, (City, Dir)>;

/// Puts a piece down where it may stand without the game being over.
fn put(board: &mut Board, cell: Cell, city: City, facing: Dir) -> bool {
    let fits = is_open(cell, city)
        && zone(cell) != Some(Zone::Victory(city))
        && !board.contains_key(&cell)
        && board.values().filter(|piece| piece.0 == city).count() < 6;
    if fits {
        board.insert(cell, (city, facing));
    }
    fits
}

/// A cell of the field: before a victory area, beside the mural or anywhere.
fn focus(random: &mut SplitMix64) -> Cell {
    let mouths: [Vec<Cell>; 4] = [
        (10..=12).flat_map(|file| (10..=12).map(move |rank| (file, rank))).collect(),
        (16..=18).flat_map(|file| (7..=9).map(move |rank| (file, rank))).collect(),
        (10..=12).flat_map(|file| (4..=6).map(move |rank| (file, rank))).collect(),
        (4..=6).flat_map(|file| (7..=9).map(move |rank| (file, rank))).collect(),
    ];
    let field: Vec<Cell> = everywhere().filter(|&cell| zone(cell) == Some(Zone::Field)).collect();
    let edges = || field.iter().filter(|&&cell| (0..4).any(|dir| zone(next(cell, dir)).is_none()));
    let edges: Vec<Cell> = edges().copied().collect();
    let list = match random.below(8) {
        0..4 => &mouths[random.below(4)],
        4 | 5 => &edges,
        _ => &field,
    };
    *random.choose(list).expect("cells")
}

/// A position that a person might have made up: a phalanx of up to six pieces with enemies of both cities before it,
/// whose last may stand before an edge, the mural, a victory area or a piece of the phalanx' team; others near by, some
/// of them in their homes; the rest is routed. Any city may act, within a turn or at its start.
pub(crate) fn contact(random: &mut SplitMix64) -> Naive {
    loop {
        let mut board = Board::new();
        let around = focus(random);
        let attacker = random.below(4);
        let facing = random.below(4);
        let size = [2, 3, 4, 5, 5, 6, 6][random.below(7)];
        let mut phalanx: Vec<Cell> = Vec::new();
        for _ in 0..60 {
            let cell = match random.choose(&phalanx) {
                None => around,
                // Rather long than broad.
                Some(&cell) => {
                    let along = random.below(2) == 0;
                    next(cell, if along { opposite(facing) } else { random.below(4) })
                }
            };
            if phalanx.len() < size && put(&mut board, cell, attacker, facing) {
                phalanx.push(cell);
            }
        }
        let enemy = |random: &mut SplitMix64| (attacker + 1 + 2 * random.below(2)) % 4;
        for &cell in &phalanx {
            let mut at = next(cell, facing);
            if random.below(3) == 0 {
                continue;
            }
            let chain = [1, 1, 1, 2, 2, 3, 4][random.below(7)];
            for link in 0..chain {
                let faces = link == 0 && random.below(5) > 0;
                let its_facing = if faces { opposite(facing) } else { random.below(4) };
                if !put(&mut board, at, enemy(random), its_facing) {
                    break;
                }
                at = next(at, facing);
            }
            if random.below(3) == 0 {
                put(&mut board, at, (attacker + 2 * random.below(2)) % 4, random.below(4));
            }
        }
        let crowd = [0, 3, 6, 12][random.below(4)];
        let common = random.below(4);
        for _ in 0..crowd {
            let mut shift = || i8::try_from(random.below(7)).expect("small") - 3;
            let cell = (around.0 + shift(), around.1 + shift());
            let facing = if random.below(3) == 0 { random.below(4) } else { common };
            put(&mut board, cell, random.below(4), facing);
        }
        if random.below(3) == 0 {
            for cell in everywhere() {
                let home = match zone(cell) {
                    Some(Zone::Rally(city)) => Some(city),
                    Some(Zone::Victory(city)) => Some((city + 2) % 4),
                    _ => None,
                };
                if let Some(city) = home.filter(|_| random.below(6) == 0) {
                    put(&mut board, cell, city, random.below(4));
                }
            }
        }
        let city = if random.below(3) > 0 { attacker } else { random.below(4) };
        let mut naive = Naive { board, city, ..Naive::start() };
        match random.below(4) {
            0 => naive.left = 1,
            1 => (naive.left, naive.first_passed) = (1, true),
            _ => {}
        }
        if naive.left == 2 || naive.first_passed {
            naive.passed = [0, 0, 1, 2, 3][random.below(5)];
        }
        if naive.end().is_none() {
            return Naive::parse(&naive.text()).expect("a position");
        }
    }
}

/// How a player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taste {
    /// Any action.
    Uniform,
    /// Moves, and such that push and rout above all.
    Violent,
    /// Moves of phalanxes and rallies above all.
    Builder,
    /// Passes and little else.
    Quiet,
    /// Turns its first piece to and fro.
    Circling,
}

impl Taste {
    pub(crate) fn of(game: u32) -> Taste {
        match game % 16 {
            0..7 => Taste::Violent,
            7..11 => Taste::Builder,
            11 => Taste::Quiet,
            12 => Taste::Circling,
            _ => Taste::Uniform,
        }
    }
}

pub(crate) fn choose(random: &mut SplitMix64, naive: &Naive, acts: &[Act], taste: Taste) -> Act {
    let routs = |act: &&Act, size: usize| match act {
        Act::Move(set, dir) if set.len() >= size => {
            let effects = naive.effects(set, *dir).expect("a legal move");
            !effects.routed.is_empty() || !effects.pushed.is_empty()
        }
        _ => false,
    };
    let first = naive.pieces(naive.city).first().copied();
    let only = |act: Act| acts.iter().filter(|&other| *other == act).collect();
    let liked: Vec<&Act> = match (taste, random.below(8)) {
        (Taste::Violent, 0..2) => acts.iter().filter(|act| routs(act, 1)).collect(),
        (Taste::Violent, 2..4) => acts.iter().filter(|act| routs(act, 4)).collect(),
        (Taste::Violent, 4..7) => acts.iter().filter(|act| matches!(act, Act::Move(..))).collect(),
        (Taste::Builder, 0..4) => {
            acts.iter().filter(|act| matches!(act, Act::Move(set, _) if set.len() > 1)).collect()
        }
        (Taste::Builder, 4) => acts.iter().filter(|act| matches!(act, Act::Rally(..))).collect(),
        (Taste::Quiet, 0..7) => only(Act::Pass),
        // North, and east where it looks north.
        (Taste::Circling, _) if random.below(64) > 0 => match first {
            Some(first) => only(Act::Rotate(vec![first], usize::from(naive.board[&first].1 == 0))),
            None => only(Act::Pass),
        },
        _ => Vec::new(),
    };
    match random.choose(&liked) {
        Some(&act) => act.clone(),
        None => random.choose(acts).expect("a game that goes on").clone(),
    }
}

/// Positions of contact, and such out of the middle of games.
pub(crate) fn sample(random: &mut SplitMix64) -> Naive {
    loop {
        let mut naive = if random.below(4) == 0 { Naive::start() } else { contact(random) };
        let taste = [Taste::Uniform, Taste::Violent, Taste::Builder][random.below(3)];
        for _ in 0..[0, 3, 30][random.below(3)] {
            let acts = naive.acts();
            if acts.is_empty() {
                break;
            }
            let act = choose(random, &naive, &acts, taste);
            naive.act(&act);
        }
        if naive.end().is_none() {
            return naive;
        }
    }
}

/// The number of pieces in the largest phalanx of the city to act.
pub(crate) fn largest_phalanx(naive: &Naive) -> usize {
    naive.selectable().iter().map(Vec::len).max().unwrap_or(0)
}
