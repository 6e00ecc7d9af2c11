//! What training needs to know of the policy.

use games::symbol_core::{Action, Position};
use search::{Evaluation as _, MoveOrdering as _, URGENT};

use super::parameters::SymbolKnowledge;
use super::policy::{CLASSES, Policy, ROWS, class};
use crate::training::{Ordered, PolicyTraining};

pub(super) const POLICY: PolicyTraining<Position> = PolicyTraining { weights: ROWS * CLASSES, decision };

/// The policy orders the actions that are not [urgent](search::URGENT).
fn decision(position: &Position, best: Action) -> Option<Ordered> {
    let all = position.actions();
    let mut priorities = Vec::new();
    let knowledge = SymbolKnowledge::default();
    knowledge.priorities(position, &knowledge.analyse(position), &all, &mut priorities);
    let is_ordered = |&(_, priority): &(Action, i32)| priority < URGENT;
    let ordered: Vec<Action> =
        all.into_iter().zip(priorities).filter(is_ordered).map(|(action, _)| action).collect();
    let best = ordered.iter().position(|&action| action == best)?;
    let policy = Policy::of(position);
    let weights =
        |&action: &Action| policy.rows(action).map(|row| (row * CLASSES + class(action)) as u16).collect();
    (ordered.len() > 1).then(|| (ordered.iter().map(weights).collect(), best))
}
