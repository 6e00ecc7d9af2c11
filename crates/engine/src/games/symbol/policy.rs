//! A linear model of the best action, learned from searches: the policy.
//!
//! Actions that capture something are ordered by what they capture; the policy orders the others. The logarithm of the odds that
//! an action is the best one is a sum of weights of its class: a weight for each row that describes the cell on which the action
//! ends, the cell from which pieces move, and the turn. The policy sees the position from the side of the player to act, and
//! mirrored files are equal.

use abstract_game::Player;
use arrayvec::ArrayVec;
use games::symbol_core::{Action, BOARD, Kind, Position, around};
use grid_topology::bytes::{number_of, numbers, spread};
use grid_topology::{Bitboard64, Cell};
use resources::included;
use wide::i16x8;

use super::analysis::{Analysis, for_each_direction, stage, threatening_cells};

/// The classes of actions: moves by the first of `F A W L` among the pieces, by whether a `D` and whether the king is among
/// them; reinforcements and placements of the king by kind; detonations; others.
pub(super) const CLASSES: usize = 24;
const EIGHTS: usize = CLASSES / 8;

/// The offsets of two cells: up to 6 files apart, up to 6 ranks behind or ahead.
const OFFSETS: usize = 7 * 13;
/// The cells of the board with mirrored files.
const ZONES: usize = 4 * 7;
/// Own neighbours, opposing neighbours, whether a `D` is among either.
const NEIGHBOURS: usize = 4 * 4 * 2 * 2;

// The first row of each description.
const TO_ENEMY_KING: usize = 0;
const TO_OWN_KING: usize = TO_ENEMY_KING + OFFSETS;
const TO_ZONE: usize = TO_OWN_KING + 2 * OFFSETS;
const TO_NEIGHBOURS: usize = TO_ZONE + ZONES;
const TO_KINDS: usize = TO_NEIGHBOURS + NEIGHBOURS;
const TO_STATE: usize = TO_KINDS + 256;
const FROM_ENEMY_KING: usize = TO_STATE + 256;
const FROM_OWN_KING: usize = FROM_ENEMY_KING + OFFSETS;
const FROM_NEIGHBOURS: usize = FROM_OWN_KING + OFFSETS;
const FROM_STATE: usize = FROM_NEIGHBOURS + NEIGHBOURS;
const TURN: usize = FROM_STATE + 8;
/// For the offset from a king that is not on the board.
const NO_KING: usize = TURN + 48;
/// The number of rows.
pub(super) const ROWS: usize = NO_KING + 1;

/// By row: the weights of the classes in thousandths, as `trainer policy train` writes them, 16 bits each, little-endian.
static WEIGHTS: [[i16; CLASSES]; ROWS] = {
    let numbers: [i16; CLASSES * ROWS] = included::numbers(include_bytes!("policy.bin"));
    *numbers.as_chunks().0.first_chunk().expect("a number for each class of each row")
};

/// By two cells: the offset of the second from the first.
static OFFSET: [[u8; 49]; 49] = {
    let mut offsets = [[0; 49]; 49];
    let mut at = 0;
    while at < 49 * 49 {
        let (a, b) = (Cell::new((at / 49) as u8), Cell::new((at % 49) as u8));
        let files = BOARD.file(a).abs_diff(BOARD.file(b));
        offsets[a.index()][b.index()] = files * 13 + BOARD.rank(b) + 6 - BOARD.rank(a);
        at += 1;
    }
    offsets
};

/// The class of an action.
#[inline]
pub(super) fn class(action: Action) -> usize {
    match action {
        Action::Move { pieces, .. } | Action::MoveAndTake { pieces, .. } => {
            let first = if pieces.has(Kind::Fire) {
                0
            } else if pieces.has(Kind::Air) {
                1
            } else {
                3 - usize::from(pieces.has(Kind::Water))
            };
            4 * first + 2 * usize::from(pieces.has(Kind::Destruction)) + usize::from(pieces.has(Kind::King))
        }
        Action::Reinforce { kind, .. } => 16 + kind.index(),
        Action::PlaceKing { .. } => 16 + Kind::King.index(),
        Action::Detonate { .. } => 22,
        Action::Take { .. } | Action::EndTurn | Action::Pass => 23,
    }
}

/// The place of a cell that was not asked for.
const UNKNOWN: u8 = u8::MAX;

/// The policy of a position.
#[derive(Clone, Debug)]
pub(super) struct Policy<'p> {
    position: &'p Position,
    /// Whether the player to act is `P2`.
    is_turned: bool,
    enemy_king: Option<Cell>,
    own_king: Option<Cell>,
    /// Whether the opponent threatens the own king.
    in_danger: bool,
    /// By cell, a byte for each: 16 times the number of own stacks around it, at most three, 4 times that of opposing ones, and
    /// whether own and opposing `D`s are beside it.
    neighbours: [u64; 8],
    /// By cell, a bit each: whether own and opposing `L W A F` are beside it.
    kinds: [u64; 8],
    /// By cell, a bit each: whether `L W A F D` threaten the opposing king from there, whether it is in reach of the opponent and
    /// of the player to act, and whether an own stack is there.
    states: [u64; 8],
    /// The row of the turn for actions of whole stacks.
    turn: usize,
    /// The sums of the rows for actions that end on a cell, for the cells that were asked for. Without those of the other
    /// cells nothing needs to be cleared for a position.
    to: ArrayVec<[i16; CLASSES], 49>,
    /// By cell: the place in `to`, or [`UNKNOWN`].
    places: [u8; 49],
    /// The sums of the rows for moves from the cell that was asked for last.
    from: [i16; CLASSES],
    from_cell: Option<Cell>,
}

impl Policy<'_> {
    /// The policy of an unfinished position.
    pub(super) fn of<'p>(position: &'p Position, analysis: &Analysis) -> Policy<'p> {
        let player = position.player_to_act();
        let enemy = player.opponent();
        let (own, enemies) = (position.pieces(player), position.pieces(enemy));
        let bombs = position.plane(Kind::Destruction);
        let beside = |player, kind| around(position.pieces_of(player, kind));
        let [land, water, air, fire] = Kind::MOBILE.map(|kind| beside(player, kind));
        let [enemy_land, enemy_water, enemy_air, enemy_fire] = Kind::MOBILE.map(|kind| beside(enemy, kind));
        let &Analysis { in_danger, reach: [own_reach, enemy_reach], .. } = analysis;
        let left = usize::from(position.reinforcements_left().min(3));
        let [l, w, a, f, d] = threatening_cells(position, player);
        Policy {
            position,
            is_turned: player == Player::P2,
            enemy_king: position.king(enemy),
            own_king: position.king(player),
            in_danger,
            neighbours: neighbours([own, enemies], bombs),
            kinds: numbers([land, water, air, fire, enemy_land, enemy_water, enemy_air, enemy_fire]),
            states: numbers([l, w, a, f, d, enemy_reach, own_reach, own]),
            turn: TURN + ((stage(position) * 4 + left) * 2 + usize::from(in_danger)) * 2,
            to: ArrayVec::new(),
            places: [UNKNOWN; 49],
            from: [0; CLASSES],
            from_cell: None,
        }
    }

    /// The logarithm of the odds of an action, in thousandths.
    #[inline]
    pub(super) fn score(&mut self, action: Action) -> i32 {
        let class = class(action);
        let (from, to) = cells(action);
        let mut score = i32::from(WEIGHTS[self.turn_row(action)][class]);
        if let Some(cell) = from {
            if self.from_cell != from {
                self.from_cell = from;
                self.from = sum(self.origin_rows(cell));
            }
            score += i32::from(self.from[class]);
        }
        if let Some(cell) = to {
            if self.places[cell.index()] == UNKNOWN {
                self.places[cell.index()] = self.to.len() as u8;
                self.to.push(sum(self.destination_rows(cell)));
            }
            score += i32::from(self.to[usize::from(self.places[cell.index()])][class]);
        }
        score
    }

    /// The rows that describe an action.
    pub(super) fn rows(&self, action: Action) -> impl Iterator<Item = usize> {
        let (from, to) = cells(action);
        let from = from.into_iter().flat_map(|cell| self.origin_rows(cell));
        let to = to.into_iter().flat_map(|cell| self.destination_rows(cell));
        std::iter::once(self.turn_row(action)).chain(from).chain(to)
    }

    #[inline]
    fn turn_row(&self, action: Action) -> usize {
        self.turn
            + match action {
                Action::Move { from, pieces, .. } | Action::MoveAndTake { from, pieces, .. } => {
                    usize::from(self.position.stack(from) != pieces)
                }
                _ => 0,
            }
    }

    // Also called where nothing is hot: by itself the compiler would not inline it in `score`.
    #[inline(always)]
    fn destination_rows(&self, cell: Cell) -> [usize; 6] {
        let of_own_king = TO_OWN_KING + if self.in_danger { OFFSETS } else { 0 };
        let (file, rank) = (BOARD.file(cell), BOARD.rank(cell));
        let zone = usize::from(if self.is_turned { 6 - rank } else { rank } * 4 + file.min(6 - file));
        [
            self.offset_row(TO_ENEMY_KING, self.enemy_king, cell),
            self.offset_row(of_own_king, self.own_king, cell),
            TO_ZONE + zone,
            TO_NEIGHBOURS + number_of(&self.neighbours, cell),
            TO_KINDS + number_of(&self.kinds, cell),
            TO_STATE + number_of(&self.states, cell),
        ]
    }

    #[inline]
    fn origin_rows(&self, cell: Cell) -> [usize; 4] {
        let has_king = if self.own_king == Some(cell) { 4 } else { 0 };
        [
            self.offset_row(FROM_ENEMY_KING, self.enemy_king, cell),
            self.offset_row(FROM_OWN_KING, self.own_king, cell),
            FROM_NEIGHBOURS + number_of(&self.neighbours, cell),
            // In reach of the opponent and of the player to act.
            FROM_STATE + has_king + number_of(&self.states, cell) / 2 % 4,
        ]
    }

    /// The row of a cell's offset from a king.
    #[inline]
    fn offset_row(&self, first: usize, king: Option<Cell>, cell: Cell) -> usize {
        let Some(king) = king else { return NO_KING };
        let (from, to) = if self.is_turned { (cell, king) } else { (king, cell) };
        first + usize::from(OFFSET[from.index()][to.index()])
    }
}

/// The cell from which an action moves pieces, and the one on which it ends.
#[inline]
fn cells(action: Action) -> (Option<Cell>, Option<Cell>) {
    match action {
        Action::Move { from, to, .. } | Action::MoveAndTake { from, to, .. } => (Some(from), Some(to)),
        Action::Reinforce { cell, .. } | Action::PlaceKing { cell } | Action::Detonate { cell } => {
            (None, Some(cell))
        }
        Action::Take { .. } | Action::EndTurn | Action::Pass => (None, None),
    }
}

/// What [`Policy::neighbours`] has of the own and the opposing stacks and of all `D`s.
#[inline]
fn neighbours(stacks: [Bitboard64; 2], bombs: Bitboard64) -> [u64; 8] {
    let mut neighbours = numbers(stacks.map(|stacks| around(bombs & stacks)));
    for (stacks, factor) in stacks.into_iter().zip([16, 4]) {
        for cells in crowded(stacks) {
            for (sum, bits) in neighbours.iter_mut().zip(spread(cells)) {
                *sum += factor * bits;
            }
        }
    }
    neighbours
}

/// The cells with at least one, two and three of these cells around them.
#[inline]
fn crowded(cells: Bitboard64) -> [Bitboard64; 3] {
    let [mut one, mut two, mut three] = [Bitboard64::EMPTY; 3];
    for_each_direction!(|towards| {
        let next = BOARD.shift(cells, towards);
        three |= two & next;
        two |= one & next;
        one |= next;
    });
    [one, two, three]
}

/// The sums of the weights of rows, by class.
#[inline]
fn sum<const N: usize>(rows: [usize; N]) -> [i16; CLASSES] {
    let mut sums = [i16x8::default(); EIGHTS];
    for row in rows {
        for (sum, weights) in sums.iter_mut().zip(WEIGHTS[row].as_chunks::<8>().0) {
            *sum += i16x8::new(*weights);
        }
    }
    let mut by_class = [0; CLASSES];
    for (eight, sum) in by_class.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
        *eight = sum.to_array();
    }
    by_class
}

#[cfg(test)]
mod tests {
    use games::symbol_core::{Symbol, Symmetry};

    use super::{Analysis, CLASSES, Policy, ROWS, WEIGHTS, class};
    use crate::games::network::tests::{checksum, random_positions};

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(include_bytes!("policy.bin")), 0x63782fdb4f1ae620);
    }

    #[test]
    fn the_score_of_an_action_is_the_sum_of_its_weights() {
        let mut used = vec![false; ROWS];
        for position in random_positions(&Symbol::default()) {
            let analysis = Analysis::of(&position);
            let mut policy = Policy::of(&position, &analysis);
            for action in position.actions() {
                let rows: Vec<usize> = policy.rows(action).collect();
                let class = class(action);
                assert!(class < CLASSES);
                let weight = |&row: &usize| i32::from(WEIGHTS[row][class]);
                assert_eq!(
                    policy.score(action),
                    rows.iter().map(weight).sum::<i32>(),
                    "{position}: {action}"
                );
                rows.into_iter().for_each(|row| used[row] = true);
            }
        }
        let used = used.into_iter().filter(|&used| used).count();
        assert!(used > ROWS / 2, "{used} of {ROWS} rows");
    }

    #[test]
    fn turned_and_reflected_positions_have_the_same_scores() {
        for position in random_positions(&Symbol::default()) {
            let symmetries = [Symmetry::Identity, Symmetry::Rotate180, Symmetry::MirrorFiles];
            let images = symmetries.map(|symmetry| position.mapped(symmetry));
            let mut policies =
                [0, 1, 2].map(|index| Policy::of(&images[index], &Analysis::of(&images[index])));
            for action in position.actions() {
                let [own, turned, reflected] = std::array::from_fn(|index| {
                    policies[index].score(position.map_action(symmetries[index], action))
                });
                assert_eq!((own, own), (turned, reflected), "{position}: {action}");
            }
        }
    }
}
