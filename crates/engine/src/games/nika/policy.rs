//! A linear model of the best action, learned from searches: the policy.
//!
//! The logarithm of the odds that an action is the best one is a sum of weights: one of its kind and number of pieces, and those of
//! the rows that describe what each of its pieces does. The policy sees the position from the city to act, as the network does.

use games::nika_core::{Action, BOARD, CellSet, City, Facing, PIECES, Pieces, Position};
use grid_topology::Cell;
use resources::included;

use super::around::{Around, Cells};
use super::distance::to_victory;
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
/// The kinds of actions in the rows from [`TURN`] on.
const PASS: usize = 0;
const ROTATE: usize = 1;
const MOVE: usize = 2;
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
    /// By cell: its image in the view.
    images: &'static [u8; CELLS],
    /// Whether this is the last action of the turn: 1, else 0.
    last: usize,
    own: CellSet,
    /// The steps from the own most advanced piece to the victory area.
    nearest: i32,
    cells: Cells,
    /// Of the next and the last city: by cell the distance to the most advanced piece, and the first row of that piece's steps.
    runners: [(&'static [u8; CELLS], usize); 2],
}

/// What the policy sees of an own piece, where it stands.
struct Piece {
    cell: Cell,
    facing: Facing,
    around: Around,
    /// By facing: [`Policy::danger`].
    dangers: [usize; 4],
    /// By facing: the number of own pieces with it around this one, at most three.
    friends: [usize; 4],
    /// [`Around::attacks`].
    attacks: usize,
}

impl Policy<'_> {
    /// The policy of an unfinished position.
    pub(super) fn of(position: &Position) -> Policy<'_> {
        let city = position.city_to_act();
        let next = city.next();
        let is_turned = city.index() >= VIEWS;
        let images = &TURNED[usize::from(is_turned)];
        let own = position.pieces(city);
        let runner_rows = |number: usize, enemy: City| {
            let (cell, steps) = runner(position, enemy, images);
            (&DISTANCES[cell.index()], STEP_RUNNERS + (number * (NEAR + 1) + steps) * (NEAR + 1))
        };
        Policy {
            position,
            city,
            view: view(position),
            is_turned,
            images,
            last: usize::from(position.actions_left() == 1),
            own,
            nearest: own.into_iter().map(|cell| to_victory(city, cell)).min().unwrap_or(0),
            cells: Cells::of(position),
            runners: [runner_rows(0, next), runner_rows(1, next.ally())],
        }
    }

    /// Appends the logarithms of the odds of actions, in thousandths. Most are of several pieces, so what each piece can do is
    /// scored once.
    pub(super) fn extend(&self, actions: &[Action], scores: &mut Vec<i32>) {
        let mut of_pieces = [[0; 16]; PIECES.next_power_of_two()];
        for (scores, cell) in of_pieces.iter_mut().zip(self.own) {
            *scores = self.of_piece(&self.piece(cell));
        }
        let of_cell = |cell: Cell, deed: usize| of_pieces[self.cells.number(cell)][deed % 16];
        let [rotations, moves] = [ROTATE, MOVE].map(|kind| {
            std::array::from_fn::<_, PIECES, _>(|others| weight(self.row_of_kind(kind, others + 1)))
        });
        let of_phalanx = |pieces: Pieces, deed: usize, of_number: &[i32; PIECES]| match pieces.single() {
            Some(cell) => of_cell(cell, deed) + of_number[0],
            None => {
                let sum: i32 = pieces.cells().map(|cell| of_cell(cell, deed + 4)).sum();
                sum + of_number[pieces.len() - 1]
            }
        };
        scores.extend(actions.iter().map(|&action| match action {
            Action::Rotate { pieces, facing } => of_phalanx(pieces, 8 + facing.index(), &rotations),
            Action::Move { pieces, direction } => of_phalanx(pieces, direction.index(), &moves),
            Action::Pass | Action::Rally { .. } => weight(self.row(action)),
        }));
    }

    /// The parts of a piece in the scores of its actions: by direction those of a step alone and with a phalanx, then by facing those
    /// of a rotation.
    fn of_piece(&self, piece: &Piece) -> [i32; 16] {
        let mut scores = [0; 16];
        let open = self.city.open_cells();
        // Else the piece has no actions of several pieces.
        let is_in_phalanx = piece.friends[piece.facing.index()] > 0;
        for facing in Facing::ALL {
            let number = facing.index();
            if let Some(to) = BOARD.step(piece.cell, facing.direction())
                && open.contains(to)
                && (is_in_phalanx || !piece.around.has_own(facing))
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
        let around = self.cells.around(cell);
        Piece {
            cell,
            facing: self.position.facing_of(cell),
            dangers: Facing::ALL.map(|facing| self.danger(cell, &around, facing)),
            friends: Facing::ALL.map(|facing| around.alike(facing).min(3)),
            attacks: around.attacks(),
            around,
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
        match action {
            Action::Pass => self.row_of_kind(PASS, 1),
            Action::Rotate { pieces, .. } => self.row_of_kind(ROTATE, pieces.len()),
            Action::Move { pieces, .. } => self.row_of_kind(MOVE, pieces.len()),
            Action::Rally { cell, facing } => RALLY + self.seen(cell, facing) * 2 + self.last,
        }
    }

    fn row_of_kind(&self, kind: usize, pieces: usize) -> usize {
        TURN + (kind * PIECES + pieces - 1) * 2 + self.last
    }

    /// The place of a cell and a facing among those of this view.
    fn seen(&self, cell: Cell, facing: Facing) -> usize {
        let cell = usize::from(self.images[cell.index()]);
        let facing = if self.is_turned { facing.opposite() } else { facing };
        (self.view * 4 + facing.index()) * CELLS + cell
    }

    // The rows are added up at once and need no memory.
    #[inline(always)]
    fn step_rows(&self, piece: &Piece, to: Cell, direction: Facing) -> [usize; 7 + 1] {
        let (before, after) = (to_victory(self.city, piece.cell), to_victory(self.city, to));
        let gain = (before - after + 1).clamp(0, 2) as usize;
        let far = |steps: i32| (steps.max(0) as usize).min(FAR);
        let is_best = before == self.nearest;
        let (ahead, met) = match piece.around.enemy(direction) {
            (0, _) => (if piece.around.has_own(direction) { 5 } else { 0 }, FAR),
            (enemy, faces) => {
                let next = self.city.next();
                let steps = to_victory(if enemy == 1 { next } else { next.ally() }, to);
                (enemy + 2 * usize::from(faces), far(steps))
            }
        };
        let around = self.cells.around(to);
        // The piece leaves a cell beside the one that it enters.
        let friends = around.alike(direction) - usize::from(piece.facing == direction);
        let [first, second] = self.runners.map(|(distances, row)| row + usize::from(distances[to.index()]));
        let facing = piece.facing.index();
        [
            STEP + self.seen(piece.cell, direction),
            PROGRESS + ((far(before) * 3 + gain) * 2 + usize::from(is_best)) * 2 + self.last,
            MEETING + (ahead * (FAR + 1) + met) * 2 + self.last,
            STEP_DANGER + piece.dangers[facing] * DANGERS + self.danger(to, &around, direction),
            STEP_ATTACKS + (piece.attacks * 3 + around.attacks()) * 2 + self.last,
            STEP_FRIENDS + piece.friends[facing] * 4 + friends.min(3),
            first,
            second,
        ]
    }

    #[inline]
    fn rotation_rows(&self, piece: &Piece, facing: Facing) -> [usize; 4] {
        let (before, after) = (piece.facing.index(), facing.index());
        let [met_before, met_after] = [piece.facing, facing].map(|facing| piece.around.enemy(facing).0);
        [
            ROTATION + self.seen(piece.cell, facing),
            ROTATION_DANGER + piece.dangers[before] * DANGERS + piece.dangers[after],
            ROTATION_MEETING + (met_before * 3 + met_after) * 2 + self.last,
            ROTATION_FRIENDS + piece.friends[before] * 4 + piece.friends[after],
        ]
    }

    /// [`Around::attackers`], if the cell is open to them.
    #[inline]
    fn danger(&self, cell: Cell, around: &Around, facing: Facing) -> usize {
        let is_open = self.city.enemies()[0].open_cells().contains(cell);
        if is_open { around.attackers(facing) } else { 0 }
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

/// The most advanced piece of a city and its steps to the victory area; of several the first one of the view.
fn runner(position: &Position, city: City, images: &[u8; CELLS]) -> (Cell, usize) {
    let rank = |cell: Cell| (to_victory(city, cell), images[cell.index()]);
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
