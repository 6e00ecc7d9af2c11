//! Extracts a turn and a line of play from the proof table.

use abstract_game::{Position, Turn};

use super::dfpn::{Dfpn, ProofGoal, RunResult};
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

    /// Searches the current position and plays an action, until `goes_on` is false or `choose` finds none. From the result of
    /// the search, and whether the attacker acts, `choose` takes the action and the horizon of the next search.
    fn follow(
        &mut self,
        mut horizon: u32,
        goes_on: fn(&Self) -> bool,
        choose: impl Fn(RunResult<P::Action>, bool) -> Option<(P::Action, u32)>,
    ) {
        while horizon > 0 && goes_on(self) {
            let attacker_acts = self.position.player_to_act() == self.search.goal.attacker;
            let result = self.search.run(&self.position, horizon, &mut || {});
            let Some((action, next)) = choose(result, attacker_acts) else { return };
            horizon = next;
            self.play(action);
        }
    }

    /// Plays the rest of the defender's turn such that the attacker has no win within `turns` turns from the
    /// start. Plays nothing if there is no such turn.
    pub(super) fn defend(&mut self, turns: u32) {
        self.follow(
            turns.min(NO_HORIZON),
            |line| line.turns == 0,
            |result, _| {
                let refuted = result.edges.iter().rev().filter(|edge| edge.is_refuted());
                refuted.max_by_key(|edge| edge.refuted_to()).map(|edge| (edge.action, edge.horizon))
            },
        );
    }

    /// Plays for both sides up to the attacker's win, at most `turns` turns after the start.
    pub(super) fn win(&mut self, turns: u32) {
        self.follow(
            turns.saturating_sub(self.turns),
            |line| !line.is_over(),
            |result, attacker_acts| {
                let won = result.edges.iter().filter(|edge| result.is_won && edge.is_won());
                let edge = if attacker_acts {
                    won.min_by_key(|edge| edge.won_within())
                } else {
                    // The longest resistance. Reversed: among equals `max_by_key` takes the last, here the first
                    // generated.
                    won.rev().max_by_key(|edge| (edge.refuted_to(), edge.won_within()))
                };
                edge.map(|edge| (edge.action, edge.horizon.min(edge.bounds.won_within)))
            },
        );
    }

    /// Plays for both sides up to the defender's win, as far as the table has its proof: within the fewest turns that are
    /// proved, against the longest resistance.
    pub(super) fn lose(&mut self) {
        self.follow(
            NO_HORIZON,
            |line| !line.is_over(),
            |result, attacker_acts| {
                let edges = result.edges.iter().filter(|_| result.bounds.lost_within < UNBOUNDED);
                let edge = if attacker_acts {
                    edges.rev().max_by_key(|edge| edge.lost_within())
                } else {
                    edges.min_by_key(|edge| edge.lost_within())
                };
                edge.map(|edge| (edge.action, NO_HORIZON))
            },
        );
    }

    /// The first turn and the line. If the line ends within the turn, static evaluation completes it.
    pub(super) fn finish(self) -> (Turn<P::Action>, Vec<P::Action>) {
        let LineExtractor { search, start, actions: mut line, .. } = self;
        let choose = |position: &P| static_turn::best_action(position, search.goal.knowledge);
        (static_turn::first_of(start.clone(), &mut line, choose), line)
    }
}
