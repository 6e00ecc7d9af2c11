//! Extracts a turn and a line of play from the proof table.

use abstract_game::{Position, Turn};

use super::dfpn::{Dfpn, ProofGoal};
use super::table::{NO_HORIZON, ProofTable, UNBOUNDED};
use crate::control::SearchControl;
use crate::{MoveOrdering, static_turn};

/// Plays a line of best play from a position. Searches again where the proof table has lost entries.
pub(super) struct LineExtractor<'a, P: Position, K> {
    search: Dfpn<'a, P, K>,
    start: &'a P,
    position: P,
    actions: Vec<P::Action>,
    /// The turns completed since the start.
    turns: u32,
}

impl<'a, P: Position, K: MoveOrdering<P>> LineExtractor<'a, P, K> {
    pub(super) fn new(
        goal: &'a ProofGoal<'a, K>,
        table: &'a mut ProofTable,
        control: &'a SearchControl<'a>,
        start: &'a P,
    ) -> Self {
        let search = Dfpn::new(goal, table, control);
        LineExtractor { search, start, position: start.clone(), actions: Vec::new(), turns: 0 }
    }

    fn play(&mut self, action: P::Action) {
        self.position.play_unchecked(action);
        self.actions.push(action);
        self.turns += u32::from(self.position.at_turn_start());
    }

    /// Whether the game is over. It is not at the start, although the next occurrence of that state may end the match.
    fn is_over(&self) -> bool {
        !self.actions.is_empty() && self.search.goal.verdict(&self.position).is_some()
    }

    /// Plays the rest of the defender's turn such that the attacker has no win within `turns` turns from the
    /// start. Plays nothing if there is no such turn.
    pub(super) fn defend(&mut self, turns: u32) {
        let mut horizon = turns;
        while horizon > 0 && self.turns == 0 {
            let result = self.search.run(&self.position, horizon.min(NO_HORIZON), &mut || {});
            let refuted = result.edges.iter().rev().filter(|edge| edge.is_refuted());
            let Some(edge) = refuted.max_by_key(|edge| edge.refuted_to()) else { return };
            horizon = edge.horizon;
            self.play(edge.action);
        }
    }

    /// Plays for both sides up to the attacker's win, at most `turns` turns after the start.
    pub(super) fn win(&mut self, turns: u32) {
        let mut horizon = turns.saturating_sub(self.turns);
        while horizon > 0 && !self.is_over() {
            let result = self.search.run(&self.position, horizon, &mut || {});
            if !result.is_won {
                return;
            }
            let attacker_acts = self.position.player_to_act() == self.search.goal.attacker;
            let won = result.edges.iter().filter(|edge| edge.is_won());
            let edge = if attacker_acts {
                won.min_by_key(|edge| edge.won_within())
            } else {
                // The longest resistance. Reversed: among equals `max_by_key` takes the last, here the first
                // generated.
                won.rev().max_by_key(|edge| (edge.refuted_to(), edge.won_within()))
            };
            let Some(edge) = edge else { return };
            horizon = edge.horizon.min(edge.bounds.won_within);
            self.play(edge.action);
        }
    }

    /// Plays for both sides up to the defender's win, as far as the table has its proof: within the fewest turns that are
    /// proved, against the longest resistance.
    pub(super) fn lose(&mut self) {
        while !self.is_over() {
            let result = self.search.run(&self.position, NO_HORIZON, &mut || {});
            if result.bounds.lost_within == UNBOUNDED {
                return;
            }
            let attacker_acts = self.position.player_to_act() == self.search.goal.attacker;
            let edges = result.edges.iter();
            let edge = if attacker_acts {
                edges.rev().max_by_key(|edge| edge.lost_within())
            } else {
                edges.min_by_key(|edge| edge.lost_within())
            };
            let Some(edge) = edge else { return };
            self.play(edge.action);
        }
    }

    /// The first turn and the line. If the line ends within the turn, static evaluation completes it.
    pub(super) fn finish(self) -> (Turn<P::Action>, Vec<P::Action>) {
        let LineExtractor { search, start, actions: mut line, .. } = self;
        let choose = |position: &P| static_turn::best_action(position, search.goal.knowledge);
        (static_turn::first_of(start.clone(), &mut line, choose), line)
    }
}
