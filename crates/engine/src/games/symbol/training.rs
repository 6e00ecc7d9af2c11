//! What training needs to know of the network and the policy.

use std::sync::Arc;

use games::symbol_core::{Action, BOARD, Position};
use grid_topology::CellName;
use search::{Evaluation as _, MoveOrdering as _, URGENT};

use super::analysis::{Analysis, stage};
use super::network::{BUCKETS, INPUTS, MOST_INPUTS, Network, Seen, UNITS};
use super::parameters::SymbolKnowledge;
use super::policy::{CLASSES, Policy, ROWS, class};
use crate::training::{self, GameNetwork, Ordered, PolicyTraining, Shape, WrongLength, is_quiet};

pub(super) const POLICY: PolicyTraining<Position> = PolicyTraining { weights: ROWS * CLASSES, decision };

pub(super) const NETWORK: GameNetwork<Position, SymbolKnowledge> =
    GameNetwork { is_added: false, is_kept: is_quiet::<_, SymbolKnowledge>, shape, inputs, shares, set };

fn shape() -> Shape {
    let all = 0..INPUTS as u16;
    Shape {
        units: UNITS,
        most_inputs: MOST_INPUTS,
        inputs: INPUTS,
        rows: all.clone().map(|input| vec![input]).collect(),
        images: vec![all.collect()],
        buckets: BUCKETS,
    }
}

fn inputs(position: &Position) -> training::Inputs {
    let mut inputs = Vec::with_capacity(96);
    Seen::of(position, &Analysis::of(position)).for_each_input(|_, input| inputs.push(input));
    (inputs.into(), stage(position) as u8)
}

fn shares(knowledge: &SymbolKnowledge, position: &Position) -> Vec<(CellName, i32)> {
    let mut inputs = Vec::new();
    Seen::of(position, &Analysis::of(position))
        .for_each_input(|cell, input| inputs.push((cell, input.into())));
    let shares = knowledge.network().shares(stage(position), &inputs);
    shares.into_iter().map(|(cell, share)| (BOARD.name(cell), share)).collect()
}

fn set(knowledge: &mut SymbolKnowledge, file: Option<&[u8]>) -> Result<(), WrongLength> {
    knowledge.network = file.map(|file| Network::read(file, INPUTS)).transpose()?.map(Arc::new);
    Ok(())
}

/// The policy orders the actions that are not [urgent](search::URGENT).
fn decision(position: &Position, best: Action) -> Option<Ordered> {
    let all = position.actions();
    let mut priorities = Vec::new();
    let knowledge = SymbolKnowledge::default();
    let analysis = knowledge.analyse(position);
    knowledge.priorities(position, &analysis, &all, &mut priorities);
    let is_ordered = |&(_, priority): &(Action, i32)| priority < URGENT;
    let ordered: Vec<Action> =
        all.into_iter().zip(priorities).filter(is_ordered).map(|(action, _)| action).collect();
    let best = ordered.iter().position(|&action| action == best)?;
    let policy = Policy::of(position, &analysis);
    let weights =
        |&action: &Action| policy.rows(action).map(|row| (row * CLASSES + class(action)) as u16).collect();
    (ordered.len() > 1).then(|| (ordered.iter().map(weights).collect(), best))
}
