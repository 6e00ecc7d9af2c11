//! From a proof to a line of play.

use abstract_game::{Position, Turn};

use super::dfpn::{Dfpn, ProofGoal};
use super::table::ProofTable;
use crate::Knowledge;
use crate::control::SearchControl;
use crate::static_turn;

/// Stands for a horizon without end.
const MAX_TURNS: u32 = 1_000_000;

/// Walks through the table along best play.
pub(super) struct LineBuilder<'a, P: Position, K> {
    search: Dfpn<'a, P, K>,
    start: P,
    position: P,
    actions: Vec<P::Action>,
    /// Turns ended on the way.
    turns: u32,
}

impl<'a, P: Position, K: Knowledge<P>> LineBuilder<'a, P, K> {
    pub(super) fn new(
        goal: &'a ProofGoal<'a, P, K>,
        table: &'a mut ProofTable,
        control: &'a SearchControl<'a>,
        position: &P,
    ) -> Self {
        let search = Dfpn::new(goal, table, control);
        LineBuilder {
            search,
            start: position.clone(),
            position: position.clone(),
            actions: Vec::new(),
            turns: 0,
        }
    }

    fn play(&mut self, action: P::Action) {
        self.position.play_unchecked(action);
        self.actions.push(action);
        self.turns += u32::from(self.position.at_turn_start());
    }

    fn is_over(&self) -> bool {
        self.search.goal.verdict(&self.position).is_some()
    }

    /// The defender plays the rest of the turn so that the attacker has no win within `turns` turns
    /// (counted from the start), if that is so.
    pub(super) fn resist(&mut self, turns: u32) {
        let mut horizon = turns;
        while horizon > 0 && self.turns == 0 {
            // Where the refutation holds for good, any horizon shows it.
            let found = self.search.run(&self.position, horizon.min(MAX_TURNS), &mut || {});
            let refuted = found.edges.iter().rev().filter(|edge| edge.is_refuted());
            let Some(edge) = refuted.max_by_key(|edge| edge.refuted_to()) else { return };
            horizon = edge.horizon;
            self.play(edge.action);
        }
    }

    /// Both sides play on: the attacker wins, `turns` turns after the start at the latest.
    pub(super) fn win(&mut self, turns: u32) {
        let mut horizon = turns.saturating_sub(self.turns);
        while horizon > 0 && !self.is_over() {
            let found = self.search.run(&self.position, horizon, &mut || {});
            if !found.is_won {
                return;
            }
            let attacks = self.position.player_to_act() == self.search.goal.attacker;
            let won = found.edges.iter().filter(|edge| edge.is_won());
            let edge = if attacks {
                won.min_by_key(|edge| edge.won_within())
            } else {
                // The table often knows which of them were no wins yet with one turn less. Backwards,
                // because of equals this takes the last.
                won.rev().max_by_key(|edge| (edge.refuted_to(), edge.won_within()))
            };
            let Some(edge) = edge else { return };
            horizon = edge.horizon.min(edge.facts.won_within);
            self.play(edge.action);
        }
    }

    /// The first turn, completed by a guess where nothing better is known, and the line.
    pub(super) fn finish(self) -> (Turn<P::Action>, Vec<P::Action>) {
        let knowledge = self.search.goal.knowledge;
        let mut turn = Turn::new();
        let mut position = self.start;
        for &action in &self.actions {
            position.play_unchecked(action);
            turn.push(action);
            if position.at_turn_start() {
                return (turn, self.actions);
            }
        }
        static_turn::complete(position, knowledge, &mut turn);
        let line = turn.to_vec();
        (turn, line)
    }
}
