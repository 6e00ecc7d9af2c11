//! Move ordering and priors.

use games::nika_core::{Action, BOARD, CellSet, City, Facing, PIECES, Position};
use grid_topology::Cell;
use search::{MoveOrdering, URGENT};

use super::analysis::Analysis;
use super::distance::to_victory;
use super::parameters::NikaKnowledge;

/// The priority of a move into the victory area.
const WIN: i32 = 2 * URGENT;

impl MoveOrdering<Position> for NikaKnowledge {
    fn priorities(&self, position: &Position, _: &Analysis, actions: &[Action], priorities: &mut Vec<i32>) {
        Priorities::of(self, position).extend(actions, priorities);
    }

    /// The priorities as natural logarithms of odds.
    fn priors(&self, position: &Position, _: &Analysis, actions: &[Action], priors: &mut Vec<f32>) {
        let ordering = Priorities::of(self, position);
        let prior = |&action| ordering.priority(action) as f32 / self.prior_unit as f32;
        priors.extend(actions.iter().map(prior));
    }

    fn is_transposed(&self, before: &Position, first: Action, second: Action) -> bool {
        is_transposed(self, before, first, second) || is_undone(before, first, second)
    }
}

/// Computes the priorities of the actions of one position: winning steps first, then contact and advance, passing last.
pub(super) struct Priorities<'p> {
    knowledge: &'p NikaKnowledge,
    position: &'p Position,
    city: City,
    enemies: CellSet,
}

impl<'p> Priorities<'p> {
    pub(super) fn of(knowledge: &'p NikaKnowledge, position: &'p Position) -> Priorities<'p> {
        let city = position.city_to_act();
        Priorities { knowledge, position, city, enemies: position.team(city.player().opponent()) }
    }

    pub(super) fn priority(&self, action: Action) -> i32 {
        self.priority_with(action, |from, direction| self.step(from, direction))
    }

    /// Appends the priorities of actions. Most are of several pieces, so each step is looked at once.
    pub(super) fn extend(&self, actions: &[Action], priorities: &mut Vec<i32>) {
        let (mut numbers, mut steps) = ([0; 256], [[Step::default(); 4]; PIECES]);
        for (number, cell) in self.position.pieces(self.city).into_iter().enumerate() {
            numbers[cell.index()] = number as u8;
            steps[number % PIECES] = Facing::ALL.map(|direction| self.step(cell, direction));
        }
        let step = |from: Cell, direction: Facing| {
            steps[usize::from(numbers[from.index()]) % PIECES][direction.index()]
        };
        priorities.extend(actions.iter().map(|&action| self.priority_with(action, step)));
    }

    #[inline]
    fn priority_with(&self, action: Action, step: impl Fn(Cell, Facing) -> Step) -> i32 {
        match action {
            Action::Pass => self.knowledge.pass,
            Action::Rally { .. } => self.knowledge.rally,
            Action::Rotate { pieces, facing } => {
                let NikaKnowledge { turn_to_enemy, rotation, .. } = *self.knowledge;
                let faces_enemy = pieces.cells().any(|cell| step(cell, facing).meets_enemy);
                if faces_enemy { turn_to_enemy } else { rotation }
            }
            Action::Move { pieces, direction } => {
                pieces.cells().map(|from| step(from, direction).gain).sum::<i32>().min(WIN)
            }
        }
    }

    fn step(&self, from: Cell, direction: Facing) -> Step {
        let Some(to) = BOARD.step(from, direction.direction()) else { return Step::default() };
        let meets_enemy = self.enemies.contains(to);
        let (before, after) = (to_victory(self.city, from), to_victory(self.city, to));
        if after == 0 {
            // More than the others can lose.
            return Step { gain: 2 * WIN, meets_enemy };
        }
        let NikaKnowledge { advance, near, near_steps, contact, .. } = *self.knowledge;
        let near = if after < near_steps { near * (near_steps - after) / near_steps } else { 0 };
        let gain = (before - after) * (advance + near) + contact * i32::from(meets_enemy);
        Step { gain, meets_enemy }
    }
}

/// One step of a piece.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Its part in the priority of a move.
    gain: i32,
    /// Whether an opposing piece is ahead.
    meets_enemy: bool,
}

/// Whether two actions of a turn have the same result in the opposite order, which comes first: the action with the higher
/// priority, among equals the lower one.
fn is_transposed(knowledge: &NikaKnowledge, before: &Position, first: Action, second: Action) -> bool {
    match (first, second) {
        (_, Action::Pass) => false,
        (Action::Pass, _) => true,
        _ => {
            let ordering = Priorities::of(knowledge, before);
            let rank = |action| (ordering.priority(action), std::cmp::Reverse(action));
            rank(second) > rank(first) && commute(before, first, second)
        }
    }
}

/// Whether `second`, legal after `first`, is legal before it with the same result. Some pairs that do commute are missed.
fn commute(before: &Position, first: Action, second: Action) -> bool {
    let enemies = before.team(before.city_to_act().player().opponent());
    let footprint = |action| match action {
        Action::Pass => Some(CellSet::EMPTY),
        Action::Rotate { pieces, .. } => Some(pieces.set()),
        Action::Rally { cell, .. } => Some(CellSet::from_iter([cell])),
        Action::Move { pieces, direction } => {
            let mut cells = CellSet::EMPTY;
            let mut meets_enemy = false;
            for from in pieces.cells() {
                cells.insert(from);
                if let Some(to) = BOARD.step(from, direction.direction()) {
                    cells.insert(to);
                    meets_enemy |= enemies.contains(to);
                }
            }
            // A push changes more cells.
            (!meets_enemy || pieces.single().is_some()).then_some(cells)
        }
    };
    match (footprint(first), footprint(second)) {
        (Some(first), Some(second)) => !first.intersects(second),
        _ => false,
    }
}

/// Whether `second` undoes `first`, so that the turn only waits. Two passes wait, too, and lead to the same game: this one is
/// drawn by passes only if all players go on to pass. After two turns of passes the next player could end the game.
fn is_undone(before: &Position, first: Action, second: Action) -> bool {
    let can_undo = match (first, second) {
        (Action::Rotate { pieces, .. }, Action::Rotate { pieces: again, .. }) => pieces.set() == again.set(),
        (Action::Move { direction, .. }, Action::Move { pieces, direction: back }) => {
            back == direction.opposite() && pieces.single().is_some()
        }
        _ => false,
    };
    can_undo
        && before.passed_turns() <= 1
        && before.after_unchecked(first).after_unchecked(second).has_board_of(before)
}

#[cfg(test)]
mod tests {
    use games::nika_core::{Action, Nika};
    use search::{MoveOrdering as _, Playouts as _, Random};

    use super::{is_transposed, is_undone};
    use crate::games::nika::NikaKnowledge;
    use crate::games::tests::assert_transposed;

    /// Of two transposed actions the opposite order is legal, has the same result and is not transposed.
    #[test]
    fn transposed_actions_are_searched_in_the_other_order() {
        let knowledge = NikaKnowledge::default();
        let mut random = Random::new(1);
        let mut buffer = Vec::new();
        let mut pairs = 0;
        for _ in 0..4 {
            let mut position = Nika.start();
            for number in 0..120 {
                if position.end().is_some() {
                    break;
                }
                for first in position.actions() {
                    let between = position.after_unchecked(first);
                    if number % 6 != 0 || between.at_turn_start() || between.end().is_some() {
                        continue;
                    }
                    for second in between.actions() {
                        if is_transposed(&knowledge, &position, first, second) {
                            assert_transposed(&position, first, second);
                            assert!(
                                !is_transposed(&knowledge, &position, second, first),
                                "{position}: {first}, {second}"
                            );
                            pairs += 1;
                        }
                    }
                }
                let action = NikaKnowledge::default().playout_action(&position, &mut random, &mut buffer);
                position.play_unchecked(action);
            }
        }
        assert!(pairs > 10_000, "{pairs} pairs");
    }

    /// Exactly the turns of two actions that restore the board, two passes apart.
    #[test]
    fn actions_that_undo_the_first_are_left_out() {
        let mut random = Random::new(2);
        let mut buffer = Vec::new();
        let mut pairs = 0;
        let mut position = Nika.start();
        for number in 0..200 {
            let firsts = if number % 10 == 0 { position.actions() } else { Vec::new() };
            for first in firsts {
                let between = position.after_unchecked(first);
                if between.at_turn_start() {
                    continue;
                }
                for second in between.actions() {
                    let after = between.after_unchecked(second);
                    let restored =
                        first != Action::Pass && after.has_board_of(&position) && after.end().is_none();
                    assert_eq!(is_undone(&position, first, second), restored, "{position}: {first},{second}");
                    assert!(!restored || NikaKnowledge::default().is_transposed(&position, first, second));
                    pairs += u32::from(restored);
                }
            }
            if position.end().is_some() {
                position = Nika.start();
            }
            let action = NikaKnowledge::default().playout_action(&position, &mut random, &mut buffer);
            position.play_unchecked(action);
        }
        assert!(pairs > 100, "{pairs} pairs");
        // The next player could end the game by passes.
        let texts = ["j4wj5wj6wk4nk5nl4e/-/-/- A 2 1", "j4wj5wj6wk4nk5nl4e/-/-/- A 2 2"];
        let undone = texts.map(|text| {
            let position = Nika.read_position(text).expect("a position");
            let first = position.read_action("j4@n").expect("an action");
            let second = position.after_unchecked(first).read_action("j4@w").expect("an action");
            is_undone(&position, first, second)
        });
        assert_eq!(undone, [true, false]);
    }
}
