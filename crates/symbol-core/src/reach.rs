//! Where the pieces of one cell can move, and what they can attack across the shore.

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell, Direction};

use crate::board::{around, ring};
use crate::{BOARD, Kind, Position, Stack, Terrain};

/// The destinations and attacks of some pieces that start on the same cell.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// By the order of [`Kind::MOBILE`]: where a move of that kind may end, with or without a capture. Empty for a kind
    /// that is not among the pieces.
    to: [Bitboard64; 4],
    /// The cells from which an `L` attacks enemies on water after one step.
    land_rests: Bitboard64,
    /// From where and what a `W` attacks on land after one or two steps; at most one attack per direction.
    water_attacks: [(Cell, Cell); 8],
    water_attack_count: u8,
    /// The targets of an attack without a step.
    pub(crate) standstill: Bitboard64,
    enemy: Bitboard64,
}

impl Reach {
    /// Where these pieces may end a move: where one of them can carry the others.
    #[inline]
    pub(crate) fn destinations(&self, pieces: Stack) -> Bitboard64 {
        let mut all = Bitboard64::EMPTY;
        for (to, kind) in self.to.into_iter().zip(Kind::MOBILE) {
            if pieces.has(kind) {
                all |= to;
            }
        }
        all
    }

    /// The attacks of these pieces after a step or more: where they rest, and the cell that they attack.
    #[inline]
    pub(crate) fn attacks(&self, pieces: Stack) -> impl Iterator<Item = (Cell, Cell)> {
        let land = if pieces.has(Kind::Land) { self.land_rests } else { Bitboard64::EMPTY };
        let water = if pieces.has(Kind::Water) { usize::from(self.water_attack_count) } else { 0 };
        let enemy = self.enemy;
        let land = land.into_iter().flat_map(move |rest| {
            (ring(rest) & Terrain::Water.cells() & enemy).into_iter().map(move |target| (rest, target))
        });
        land.chain(self.water_attacks[..water].iter().copied())
    }

    /// The part that ends on, or attacks, one of these cells.
    #[inline]
    pub(crate) fn only(mut self, targets: Bitboard64) -> Reach {
        self.to.iter_mut().for_each(|to| *to &= targets);
        self.land_rests &= around(targets);
        self.standstill &= targets;
        self.enemy &= targets;
        let count = usize::from(core::mem::take(&mut self.water_attack_count));
        for attack in
            self.water_attacks.into_iter().take(count).filter(|&(_, attacked)| targets.contains(attacked))
        {
            self.water_attacks[usize::from(self.water_attack_count)] = attack;
            self.water_attack_count += 1;
        }
        self
    }

    /// Whether there is neither a destination nor an attack.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        let all = self.to.iter().fold(self.standstill | self.land_rests, |all, &to| all | to);
        all.is_empty() && self.water_attack_count == 0
    }
}

impl Position {
    /// The cells over which a piece of this kind may step.
    #[inline]
    pub(crate) fn passable_cells(&self, player: Player, kind: Kind) -> Bitboard64 {
        kind.terrain().map_or(BOARD.cells(), Terrain::cells) - self.pieces(player.opponent())
    }

    /// The cells on which a move from `from` may not end: the origin, and in the simple game all own pieces.
    #[inline]
    pub(crate) fn closed_to_moves(&self, player: Player, from: Cell) -> Bitboard64 {
        if self.options.is_simple() { self.pieces(player) } else { from.into() }
    }

    /// What a player's pieces on `from` can reach.
    #[inline]
    pub(crate) fn reach(&self, player: Player, from: Cell, pieces: Stack) -> Reach {
        let enemy = self.pieces(player.opponent());
        let mut reach = Reach {
            to: [Bitboard64::EMPTY; 4],
            land_rests: Bitboard64::EMPTY,
            water_attacks: [(Cell::new(0), Cell::new(0)); 8],
            water_attack_count: 0,
            standstill: Bitboard64::EMPTY,
            enemy,
        };
        let near = BOARD.king_steps(from);
        let closed = self.closed_to_moves(player, from);
        let terrain = Terrain::of(from);
        if pieces.has(Kind::native_to(terrain)) {
            reach.standstill = near & (enemy - terrain.cells());
        }
        if pieces.has(Kind::Land) {
            let steps = near & self.passable_cells(player, Kind::Land);
            let ends = self.supported_cells(player, Kind::Land) - closed;
            reach.to[0] = ((near | around(steps)) & ends).without(from);
            reach.land_rests = (steps & around(enemy & Terrain::Water.cells())) - closed;
        }
        if pieces.has(Kind::Water) {
            self.sail(player, from, closed, &mut reach);
        }
        if pieces.has(Kind::Air) {
            let steps = near & self.passable_cells(player, Kind::Air);
            reach.to[2] = (near | second_steps(from, steps)) - closed;
        }
        if pieces.has(Kind::Fire) {
            reach.to[3] = near - closed;
        }
        reach
    }

    /// Adds the destinations and attacks of a `W`.
    fn sail(&self, player: Player, from: Cell, closed: Bitboard64, reach: &mut Reach) {
        let prey = self.pieces(player.opponent()) & Terrain::Land.cells();
        let passable = self.passable_cells(player, Kind::Water);
        let mut all = Bitboard64::EMPTY;
        for &[one, two, three] in &STEPS[from.index()] {
            let two = next_step(one, passable, two);
            let three = next_step(two, passable, three);
            all |= one | two | three;
            if (two | three).intersects(prey) {
                let (rest, target) = if two.intersects(prey) { (one, two) } else { (two, three) };
                if let (Some(rest), Some(target)) = ((rest - closed).first(), target.first()) {
                    reach.water_attacks[usize::from(reach.water_attack_count)] = (rest, target);
                    reach.water_attack_count += 1;
                }
            }
        }
        reach.to[1] = all & (self.supported_cells(player, Kind::Water) - closed);
    }
}

/// For each cell and direction, the next three cells in that direction, each as a set, which is empty beyond the edge.
static STEPS: [[[Bitboard64; 3]; 8]; 49] = {
    let mut all = [[[Bitboard64::EMPTY; 3]; 8]; 49];
    let mut cell = 0;
    while cell < 49 {
        let mut direction = 0;
        while direction < 8 {
            let mut at = Cell::new(cell as u8);
            let mut step = 0;
            while step < 3
                && let Some(next) = BOARD.step(at, Direction::ALL[direction])
            {
                all[cell][direction][step] = Bitboard64::EMPTY.with(next);
                at = next;
                step += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    all
};

/// The cell `next` if the cell before it can be passed; both are sets of at most one cell.
#[inline]
fn next_step(before: Bitboard64, passable: Bitboard64, next: Bitboard64) -> Bitboard64 {
    if passable.intersects(before) { next } else { Bitboard64::EMPTY }
}

/// The cells two straight steps away whose cell between is among `between`.
#[inline]
fn second_steps(from: Cell, between: Bitboard64) -> Bitboard64 {
    STEPS[from.index()]
        .iter()
        .fold(Bitboard64::EMPTY, |all, &[one, two, _]| all | next_step(one, between, two))
}
