//! A linear model of the best action, learned from searches: the policy.
//!
//! The logarithm of the odds that an action is the best one is a sum of weights: one of its kind and number of pieces, and those of
//! the rows that describe what each of its pieces does. The policy sees the position from the city to act, as the network does.

use games::nika_core::{Action, BOARD, CellSet, City, Facing, PIECES, Pieces, Position};
use grid_topology::Cell;
use resources::included;

use super::distance::to_victory;
use super::exposed::{after_a_step, sides};
use super::network::{TURNED, VIEWS, view};

const CELLS: usize = BOARD.len();
/// What is ahead of a step: nothing, a piece of the next or of the last city that is routed or pushed, a piece of the own phalanx.
const AHEAD: usize = 6;
/// Steps to a victory area, from 0 to this number and more.
const FAR: usize = 11;
/// Which of two cities rout a piece by one or two steps.
const DANGERS: usize = 16;
/// The steps of an enemy's most advanced piece to its victory area, and the distance to it, from 0 to this number and more.
const NEAR: usize = 7;

// The first row of each description; those of pieces are there twice, for single pieces and for those of a phalanx.
const STEP: usize = 0;
const PROGRESS: usize = STEP + VIEWS * 4 * CELLS;
const MEETING: usize = PROGRESS + (FAR + 1) * 3 * 2 * 2;
const STEP_DANGER: usize = MEETING + AHEAD * (FAR + 1) * 2;
const STEP_ATTACKS: usize = STEP_DANGER + DANGERS * DANGERS;
const STEP_FRIENDS: usize = STEP_ATTACKS + 3 * 3 * 2;
const STEP_RUNNERS: usize = STEP_FRIENDS + 4 * 4;
const ROTATION: usize = STEP_RUNNERS + 2 * (NEAR + 1) * (NEAR + 1);
const ROTATION_DANGER: usize = ROTATION + VIEWS * 4 * CELLS;
const ROTATION_MEETING: usize = ROTATION_DANGER + DANGERS * DANGERS;
const ROTATION_FRIENDS: usize = ROTATION_MEETING + 3 * 3 * 2;
/// The number of rows of pieces.
const OF_PIECES: usize = ROTATION_FRIENDS + 4 * 4;
const TURN: usize = 2 * OF_PIECES;
const RALLY: usize = TURN + 3 * PIECES * 2;
/// The number of rows.
pub(super) const ROWS: usize = RALLY + VIEWS * 4 * CELLS * 2;

/// The weights by row in thousandths, as `trainer policy` writes them, 16 bits each, little-endian.
static WEIGHTS: [i16; ROWS] = included::numbers(include_bytes!("policy.bin"));

/// By two cells: the number of files and ranks between them, at most [`NEAR`].
static DISTANCES: [[u8; CELLS]; CELLS] = {
    let mut distances = [[0; CELLS]; CELLS];
    let mut at = 0;
    while at < CELLS * CELLS {
        let (a, b) = (Cell::new((at / CELLS) as u8), Cell::new((at % CELLS) as u8));
        let distance = BOARD.file(a).abs_diff(BOARD.file(b)) + BOARD.rank(a).abs_diff(BOARD.rank(b));
        distances[at / CELLS][at % CELLS] = if distance < NEAR as u8 { distance } else { NEAR as u8 };
        at += 1;
    }
    distances
};

/// The policy of a position.
pub(super) struct Policy<'p> {
    position: &'p Position,
    city: City,
    view: usize,
    is_turned: bool,
    /// Whether this is the last action of the turn: 1, else 0.
    last: usize,
    enemies: CellSet,
    next: CellSet,
    own: CellSet,
    /// The steps from the own most advanced piece to the victory area.
    nearest: i32,
    /// By facing: the own pieces with it.
    alike: [CellSet; 4],
    /// Of the next and the last city: the cells from which it attacks, at once and after a step.
    attackers: [[CellSet; 2]; 2],
    /// Of the next and the last city: the most advanced piece and its steps.
    runners: [(Cell, usize); 2],
}

/// What the policy sees of an own piece, where it stands.
struct Piece {
    cell: Cell,
    facing: Facing,
    /// By facing: [`Policy::danger`].
    dangers: [usize; 4],
    /// By facing: [`Policy::friends`].
    friends: [usize; 4],
    /// By facing, what is ahead: nothing, a piece of the next or of the last city.
    meets: [usize; 4],
    /// [`Policy::attacks`].
    attacks: usize,
}

impl Policy<'_> {
    /// The policy of an unfinished position.
    pub(super) fn of(position: &Position) -> Policy<'_> {
        let city = position.city_to_act();
        let next = city.next();
        let cities = [next, next.ally()];
        let enemies = position.team(city.player().opponent());
        Policy {
            position,
            city,
            view: view(position),
            is_turned: city.index() >= VIEWS,
            last: usize::from(position.actions_left() == 1),
            enemies,
            next: position.pieces(next),
            own: position.pieces(city),
            nearest: position.pieces(city).into_iter().map(|cell| to_victory(city, cell)).min().unwrap_or(0),
            alike: Facing::ALL.map(|facing| position.pieces_facing(city, facing)),
            attackers: cities.map(|enemy| [position.pieces(enemy), after_a_step(position, enemy)]),
            runners: cities.map(|enemy| runner(position, enemy, usize::from(city.index() >= VIEWS))),
        }
    }

    /// Appends the logarithms of the odds of actions, in thousandths. Most are of several pieces, so what each piece can do is
    /// scored once.
    pub(super) fn extend(&self, actions: &[Action], scores: &mut Vec<i32>) {
        let (mut numbers, mut of_pieces) = ([0; CELLS], [[0; 16]; PIECES]);
        for (number, cell) in self.own.into_iter().enumerate() {
            numbers[cell.index() % CELLS] = number as u8;
            of_pieces[number % PIECES] = self.of_piece(&self.piece(cell));
        }
        let score = |&action: &Action| {
            let deed = deed(action) % 16;
            let of_cell = |cell: Cell| of_pieces[usize::from(numbers[cell.index() % CELLS]) % PIECES][deed];
            let cells = action.pieces().into_iter().flat_map(Pieces::cells);
            cells.map(of_cell).sum::<i32>() + weight(self.row(action))
        };
        scores.extend(actions.iter().map(score));
    }

    /// The parts of a piece in the scores of its actions, by [`deed`].
    fn of_piece(&self, piece: &Piece) -> [i32; 16] {
        let mut scores = [0; 16];
        let open = self.city.open_cells();
        // Else the piece has no actions of several pieces.
        let is_in_phalanx = piece.friends[piece.facing.index()] > 0;
        for facing in Facing::ALL {
            let number = facing.index();
            if let Some(to) = BOARD.step(piece.cell, facing.direction())
                && open.contains(to)
                && (is_in_phalanx || !self.own.contains(to))
            {
                let rows = self.step_rows(piece, to, facing);
                scores[number] = sum(0, rows);
                if is_in_phalanx {
                    scores[4 + number] = sum(OF_PIECES, rows);
                }
            }
            if facing != piece.facing {
                let rows = self.rotation_rows(piece, facing);
                scores[8 + number] = sum(0, rows);
                if is_in_phalanx {
                    scores[12 + number] = sum(OF_PIECES, rows);
                }
            }
        }
        scores
    }

    /// What the policy sees of the own piece on a cell.
    fn piece(&self, cell: Cell) -> Piece {
        let meets = |facing: Facing| match BOARD.step(cell, facing.direction()) {
            Some(to) if self.next.contains(to) => 1,
            Some(to) if self.enemies.contains(to) => 2,
            _ => 0,
        };
        Piece {
            cell,
            facing: self.position.facing_of(cell),
            dangers: Facing::ALL.map(|facing| self.danger(cell, facing)),
            friends: Facing::ALL.map(|facing| self.friends(cell, cell, facing)),
            meets: Facing::ALL.map(meets),
            attacks: self.attacks(cell),
        }
    }

    /// The rows that describe an action.
    pub(super) fn rows(&self, action: Action) -> Vec<usize> {
        let mut rows = vec![self.row(action)];
        let first = first_row(action);
        for cell in action.pieces().into_iter().flat_map(Pieces::cells) {
            let piece = self.piece(cell);
            match action {
                Action::Move { direction, .. } => {
                    let to = BOARD.step(cell, direction.direction()).expect("a step ends on the board");
                    rows.extend(self.step_rows(&piece, to, direction).map(|row| first + row));
                }
                Action::Rotate { facing, .. } => {
                    rows.extend(self.rotation_rows(&piece, facing).map(|row| first + row));
                }
                Action::Pass | Action::Rally { .. } => (),
            }
        }
        rows
    }

    /// The row of a whole action: its kind and number of pieces, or where a piece returns.
    fn row(&self, action: Action) -> usize {
        let of_kind = |kind: usize, pieces: usize| TURN + (kind * PIECES + pieces - 1) * 2 + self.last;
        match action {
            Action::Pass => of_kind(0, 1),
            Action::Rotate { pieces, .. } => of_kind(1, pieces.len()),
            Action::Move { pieces, .. } => of_kind(2, pieces.len()),
            Action::Rally { cell, facing } => RALLY + self.seen(cell, facing) * 2 + self.last,
        }
    }

    /// The place of a cell and a facing among those of this view.
    fn seen(&self, cell: Cell, facing: Facing) -> usize {
        let cell = usize::from(TURNED[usize::from(self.is_turned)][cell.index() % CELLS]);
        let facing = if self.is_turned { facing.opposite() } else { facing };
        (self.view * 4 + facing.index()) * CELLS + cell
    }

    #[inline]
    fn step_rows(&self, piece: &Piece, to: Cell, direction: Facing) -> [usize; 7 + 1] {
        let &Piece { cell: from, facing, dangers, friends, attacks, .. } = piece;
        let (before, after) = (to_victory(self.city, from), to_victory(self.city, to));
        let gain = (before - after + 1).clamp(0, 2) as usize;
        let far = |steps: i32| (steps.max(0) as usize).min(FAR);
        let is_best = before == self.nearest;
        let ahead = if self.own.contains(to) {
            5
        } else if !self.enemies.contains(to) {
            0
        } else {
            let faces = self.position.facing_of(to) == direction.opposite();
            1 + 2 * usize::from(faces) + usize::from(!self.next.contains(to))
        };
        let met = match ahead {
            0 | 5 => FAR,
            _ => {
                let next = self.city.next();
                far(to_victory(if self.next.contains(to) { next } else { next.ally() }, to))
            }
        };
        let [first, second] = self.runner_rows(to);
        [
            STEP + self.seen(from, direction),
            PROGRESS + ((far(before) * 3 + gain) * 2 + usize::from(is_best)) * 2 + self.last,
            MEETING + (ahead * (FAR + 1) + met) * 2 + self.last,
            STEP_DANGER + dangers[facing.index()] * DANGERS + self.danger(to, direction),
            STEP_ATTACKS + (attacks * 3 + self.attacks(to)) * 2 + self.last,
            STEP_FRIENDS + friends[facing.index()] * 4 + self.friends(to, from, direction),
            STEP_RUNNERS + first,
            STEP_RUNNERS + second,
        ]
    }

    #[inline]
    fn rotation_rows(&self, piece: &Piece, facing: Facing) -> [usize; 4] {
        let (before, after) = (piece.facing.index(), facing.index());
        [
            ROTATION + self.seen(piece.cell, facing),
            ROTATION_DANGER + piece.dangers[before] * DANGERS + piece.dangers[after],
            ROTATION_MEETING + (piece.meets[before] * 3 + piece.meets[after]) * 2 + self.last,
            ROTATION_FRIENDS + piece.friends[before] * 4 + piece.friends[after],
        ]
    }

    /// Which cities can rout a piece on this cell with this facing: the next one by a step and by two steps, and the last one.
    #[inline]
    fn danger(&self, cell: Cell, facing: Facing) -> usize {
        let sides = sides(cell, facing);
        let is_open = self.city.enemies()[0].open_cells().contains(cell);
        let [[a, b], [c, d]] = self.attackers;
        [a, b, c, d]
            .into_iter()
            .fold(0, |bits, cells| 2 * bits + usize::from(is_open && cells.intersects(sides)))
    }

    /// The number of enemies that a step from this cell routs, at most two.
    #[inline]
    fn attacks(&self, cell: Cell) -> usize {
        if !BOARD.neighbours(cell).intersects(self.enemies) {
            return 0;
        }
        let routs = |side: &Facing| {
            let to = BOARD.step(cell, side.direction());
            to.is_some_and(|to| self.enemies.contains(to) && self.position.facing_of(to) != side.opposite())
        };
        Facing::ALL.iter().filter(|side| routs(side)).count().min(2)
    }

    /// The number of own pieces with this facing beside a cell without one of them, at most three.
    #[inline]
    fn friends(&self, cell: Cell, without: Cell, facing: Facing) -> usize {
        (BOARD.neighbours(cell).without(without) & self.alike[facing.index()]).len().min(3) as usize
    }

    /// By the most advanced piece of the next and of the last city: its steps, and the distance of a cell to it.
    fn runner_rows(&self, to: Cell) -> [usize; 2] {
        std::array::from_fn(|index| {
            let (cell, steps) = self.runners[index];
            let distance = DISTANCES[cell.index() % CELLS][to.index() % CELLS];
            (index * (NEAR + 1) + steps) * (NEAR + 1) + usize::from(distance)
        })
    }
}

fn weight(row: usize) -> i32 {
    i32::from(WEIGHTS[row])
}

#[inline]
fn sum<const N: usize>(first: usize, rows: [usize; N]) -> i32 {
    rows.into_iter().map(|row| weight(first + row)).sum()
}

/// The first row of an action's pieces: those of a phalanx have rows of their own.
fn first_row(action: Action) -> usize {
    let is_single = action.pieces().is_none_or(|pieces| pieces.single().is_some());
    if is_single { 0 } else { OF_PIECES }
}

/// The number of what an action does with each of its pieces.
fn deed(action: Action) -> usize {
    let is_phalanx = usize::from(first_row(action) > 0);
    match action {
        Action::Move { direction, .. } => 4 * is_phalanx + direction.index(),
        Action::Rotate { facing, .. } => 4 * (2 + is_phalanx) + facing.index(),
        Action::Pass | Action::Rally { .. } => 0,
    }
}

/// The most advanced piece of a city and its steps to the victory area; of several the first one of the view.
fn runner(position: &Position, city: City, turned: usize) -> (Cell, usize) {
    let rank = |cell: Cell| (to_victory(city, cell), TURNED[turned][cell.index() % CELLS]);
    let runner = position.pieces(city).into_iter().min_by_key(|&cell| rank(cell));
    runner.map_or((Cell::new(0), NEAR), |cell| (cell, (to_victory(city, cell) as usize).min(NEAR)))
}

#[cfg(test)]
mod tests {
    use games::nika_core::Nika;
    use grid_topology::Symmetry;

    use super::{Policy, ROWS, WEIGHTS};
    use crate::games::network::tests::{checksum, random_positions};

    #[test]
    fn the_weights_are_those_that_won_the_matches() {
        assert_eq!(checksum(include_bytes!("policy.bin")), 0x4a3772112eff122a);
    }

    #[test]
    fn the_score_of_an_action_is_the_sum_of_its_weights() {
        let mut used = vec![false; ROWS];
        for position in random_positions(&Nika) {
            let policy = Policy::of(&position);
            let actions = position.actions();
            let mut scores = Vec::new();
            policy.extend(&actions, &mut scores);
            for (action, score) in actions.into_iter().zip(scores) {
                let rows = policy.rows(action);
                let sum: i32 = rows.iter().map(|&row| i32::from(WEIGHTS[row])).sum();
                assert_eq!(score, sum, "{position}: {action}");
                rows.into_iter().for_each(|row| used[row] = true);
            }
        }
        let used = used.into_iter().filter(|&used| used).count();
        assert!(used > 1_000, "{used} of {ROWS} rows");
    }

    #[test]
    fn turned_positions_have_the_same_scores() {
        for position in random_positions(&Nika) {
            let turned = position.mapped(Symmetry::Rotate180);
            let actions = position.actions();
            let images: Vec<_> =
                actions.iter().map(|&action| position.map_action(Symmetry::Rotate180, action)).collect();
            let [mut own, mut other] = [Vec::new(), Vec::new()];
            Policy::of(&position).extend(&actions, &mut own);
            Policy::of(&turned).extend(&images, &mut other);
            assert_eq!(own, other, "{position}");
        }
    }
}
