//! The policy of Symbol.

use agon::games::symbol::policy::{CLASSES, Policy, ROWS, class};
use agon::games::symbol::{SymbolEngine, SymbolKnowledge};
use games::symbol_core::{Action, Position};
use search::{Evaluation as _, MoveOrdering as _, URGENT};

use crate::{Choice, Decision, Ranked};

impl Ranked for SymbolEngine {
    const WEIGHTS: usize = ROWS * CLASSES;

    /// The policy orders the actions that are not [urgent](search::URGENT).
    fn decision(choice: &Choice<Position>) -> Option<Decision> {
        let Choice { position, best } = choice;
        let all = position.actions();
        let mut priorities = Vec::new();
        let knowledge = SymbolKnowledge::default();
        knowledge.priorities(position, &knowledge.analyse(position), &all, &mut priorities);
        let is_ordered = |&(_, priority): &(Action, i32)| priority < URGENT;
        let ordered: Vec<Action> =
            all.into_iter().zip(priorities).filter(is_ordered).map(|(action, _)| action).collect();
        let best = ordered.iter().position(|action| action == best)?;
        let policy = Policy::of(position);
        let weights =
            |&action: &Action| policy.rows(action).map(move |row| (row * CLASSES + class(action)) as u16);
        (ordered.len() > 1).then(|| Decision::new(ordered.iter().map(weights), best))
    }
}
