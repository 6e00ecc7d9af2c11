//! Where the pieces of a cell can go, transport by transport.

use abstract_game::Player;
use grid_topology::{Bitboard64, Cell, Direction};

use crate::board::{around, ring};
use crate::{BOARD, Kind, LAND, Position, Stack, Terrain, WATER};

/// What the pieces of one cell can reach. By [`Kind::MOBILE`]'s order: `L W A F`.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// Where a move may end, captures included; empty for a kind that is not among the pieces.
    pub(crate) to: [Bitboard64; 4],
    /// From where `L` may take enemies on the water after one step.
    pub(crate) land_rests: Bitboard64,
    /// From where `W` may take enemies on the land after one or two steps, and which: one in each direction.
    pub(crate) water_attacks: [(Cell, Cell); 8],
    pub(crate) water_attack_count: u8,
    /// What can be taken from standstill.
    pub(crate) standstill: Bitboard64,
}

impl Reach {
    /// From where and onto what `W` attacks the land.
    pub(crate) fn water_attacks(&self) -> &[(Cell, Cell)] {
        &self.water_attacks[..usize::from(self.water_attack_count)]
    }

    /// Whether there is anything to do at all.
    pub(crate) fn is_empty(&self) -> bool {
        let moves = self.to.iter().fold(self.standstill, |all, &to| all | to);
        moves.is_empty() && self.land_rests.is_empty() && self.water_attack_count == 0
    }
}

/// Who stands where, as one player sees it.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    pub(crate) own: Bitboard64,
    pub(crate) enemy: Bitboard64,
}

impl Position {
    #[inline]
    pub(crate) fn sides(&self, player: Player) -> Sides {
        Sides { own: self.pieces(player), enemy: self.pieces(player.opponent()) }
    }

    /// What `pieces` on `from`, of that player, can reach.
    #[inline]
    pub(crate) fn reach(&self, player: Player, from: Cell, pieces: Stack) -> Reach {
        let Sides { own, enemy } = self.sides(player);
        let mut reach = Reach {
            to: [Bitboard64::EMPTY; 4],
            land_rests: Bitboard64::EMPTY,
            water_attacks: [(Cell::new(0), Cell::new(0)); 8],
            water_attack_count: 0,
            standstill: Bitboard64::EMPTY,
        };
        let near = BOARD.king_steps(from);
        // In the simple game nobody may end on a friend.
        let closed = if self.options.is_simple() { own } else { from.into() };
        if pieces.has(Kind::Land) {
            let steps = near & (LAND - enemy);
            let ports = self.supporters(player, Terrain::Water);
            reach.to[0] = ((near | around(steps)) & ((LAND | ports) - closed)).without(from);
            let prey = WATER & enemy;
            reach.land_rests = steps & (around(prey) - closed);
            if LAND.contains(from) {
                reach.standstill |= near & prey;
            }
        }
        if pieces.has(Kind::Water) {
            self.sail(player, from, closed, &mut reach);
            if WATER.contains(from) {
                reach.standstill |= near & LAND & enemy;
            }
        }
        if pieces.has(Kind::Air) {
            reach.to[2] = (near | flights(from, near - enemy)) - closed;
        }
        if pieces.has(Kind::Fire) {
            reach.to[3] = near - closed;
        }
        reach
    }

    /// The moves and attacks of `W`, direction by direction.
    fn sail(&self, player: Player, from: Cell, closed: Bitboard64, reach: &mut Reach) {
        let enemy = self.pieces(player.opponent());
        let harbours = WATER | self.supporters(player, Terrain::Land);
        for direction in Direction::ALL {
            let mut at = from;
            let mut rest = None;
            for step in 1..=3 {
                let Some(next) = BOARD.step(at, direction) else { break };
                let prey = LAND.contains(next) && enemy.contains(next);
                if let Some(rest) = rest.filter(|_| prey) {
                    reach.water_attacks[usize::from(reach.water_attack_count)] = (rest, next);
                    reach.water_attack_count += 1;
                }
                if harbours.contains(next) && !closed.contains(next) {
                    reach.to[1].insert(next);
                }
                if step == 3 || !WATER.contains(next) || enemy.contains(next) {
                    break;
                }
                rest = (!closed.contains(next)).then_some(next);
                at = next;
            }
        }
    }
}

/// The cells two straight steps away whose cell between is among `between`, which are all around `from`.
#[inline]
fn flights(from: Cell, between: Bitboard64) -> Bitboard64 {
    let mut all = Bitboard64::EMPTY;
    for cell in between {
        // The second step repeats the first.
        let (file, rank) = (
            2 * BOARD.file(cell) as i8 - BOARD.file(from) as i8,
            2 * BOARD.rank(cell) as i8 - BOARD.rank(from) as i8,
        );
        if (0..7).contains(&file) && (0..7).contains(&rank) {
            all.insert(Cell::new((7 * rank + file) as u8));
        }
    }
    all
}

/// The enemies on water that an `L` on that cell of the land can take.
#[inline]
pub(crate) fn land_targets(rest: Cell, enemy: Bitboard64) -> Bitboard64 {
    ring(rest) & WATER & enemy
}
