//! From a proof to a line of play.

use abstract_game::{Position, Turn};

use super::dfpn::{Dfpn, Question};
use super::table::Table;
use crate::Knowledge;
use crate::mcts::guess;
use crate::watch::Watch;

/// Stands for a horizon without end.
const FARTHEST: u32 = 1_000_000;

/// Walks through the table along best play.
pub(super) struct Strategy<'a, P: Position, K> {
    search: Dfpn<'a, P, K>,
    start: P,
    position: P,
    actions: Vec<P::Action>,
    /// Turns ended on the way.
    turns: u32,
}

impl<'a, P: Position, K: Knowledge<P>> Strategy<'a, P, K> {
    pub(super) fn new(
        question: &'a Question<'a, P, K>,
        table: &'a mut Table,
        watch: &'a Watch<'a>,
        position: &P,
    ) -> Self {
        let search = Dfpn::new(question, table, watch);
        Strategy {
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
        self.search.question.verdict(&self.position).is_some()
    }

    /// The defender plays the rest of the turn so that the attacker has no win within `turns` turns
    /// (counted from the start), if that is so.
    pub(super) fn resist(&mut self, turns: u32) {
        let mut horizon = turns;
        while horizon > 0 && self.turns == 0 {
            // Where the refutation holds for good, any horizon shows it.
            let found = self.search.run(&self.position, horizon.min(FARTHEST), &mut || {});
            let refuted = found.branches.iter().rev().filter(|branch| branch.is_refuted());
            let Some(branch) = refuted.max_by_key(|branch| branch.refuted_to()) else { return };
            horizon = branch.horizon;
            self.play(branch.action);
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
            let attacks = self.position.player_to_act() == self.search.question.attacker;
            let won = found.branches.iter().filter(|branch| branch.is_won());
            let branch = if attacks {
                won.min_by_key(|branch| branch.won_within())
            } else {
                // The table often knows which of them were no wins yet with one turn less. Backwards,
                // because of equals this takes the last.
                won.rev().max_by_key(|branch| (branch.refuted_to(), branch.won_within()))
            };
            let Some(branch) = branch else { return };
            horizon = branch.horizon.min(branch.facts.won_within);
            self.play(branch.action);
        }
    }

    /// The first turn, completed by a guess where nothing better is known, and the line.
    pub(super) fn finish(self) -> (Turn<P::Action>, Vec<P::Action>) {
        let knowledge = self.search.question.knowledge;
        let mut turn = Turn::new();
        let mut position = self.start;
        for &action in &self.actions {
            position.play_unchecked(action);
            turn.push(action);
            if position.at_turn_start() {
                return (turn, self.actions);
            }
        }
        guess::finish(position, knowledge, &mut turn);
        let line = turn.to_vec();
        (turn, line)
    }
}
