//! A reference solver: minimax without pruning, with memoization.

use std::collections::HashMap;

use abstract_game::{Player, Position, Verdict};

/// The memoized results.
#[derive(Default)]
pub(crate) struct Solver<P: Position> {
    wins: HashMap<(P, Player, u32), bool>,
    values: HashMap<P, (Verdict, u32)>,
}

impl<P: Position> Solver<P> {
    pub(crate) fn new() -> Self {
        Solver { wins: HashMap::new(), values: HashMap::new() }
    }

    /// Whether `attacker` can force a win within `turns` turns, including an unfinished turn.
    pub(crate) fn wins(&mut self, position: &P, attacker: Player, turns: u32) -> bool {
        if let Some(end) = position.end() {
            return end.winner == Some(attacker);
        }
        if turns == 0 {
            return false;
        }
        if let Some(&known) = self.wins.get(&(position.clone(), attacker, turns)) {
            return known;
        }
        let attacks = position.player_to_act() == attacker;
        let mut result = !attacks;
        for action in position.actions() {
            let after = position.after_unchecked(action);
            if self.wins(&after, attacker, turns - u32::from(after.at_turn_start())) == attacks {
                result = attacks;
                break;
            }
        }
        self.wins.insert((position.clone(), attacker, turns), result);
        result
    }

    /// The result for the player to act and its shortest distance; a draw if neither player has a forced win
    /// within `turns` turns.
    pub(crate) fn result_within(&mut self, position: &P, turns: u32) -> (Verdict, u32) {
        let actor = position.player_to_act();
        for n in 1..=turns {
            if self.wins(position, actor, n) {
                return (Verdict::Win, n);
            }
            if self.wins(position, actor.opponent(), n) {
                return (Verdict::Loss, n);
            }
        }
        (Verdict::Draw, 0)
    }

    /// The result for the player to act in a game that always ends, and its distance in turns: the winner
    /// plays for the shortest win, the loser for the longest loss. Unlike [`Self::result_within`] without a
    /// horizon.
    pub(crate) fn value(&mut self, position: &P) -> (Verdict, u32) {
        if let Some(&known) = self.values.get(position) {
            return known;
        }
        let actor = position.player_to_act();
        let values: Vec<(Verdict, u32)> = position
            .actions()
            .into_iter()
            .map(|action| {
                let after = position.after_unchecked(action);
                let turn = u32::from(after.at_turn_start());
                match after.end() {
                    Some(end) => (end.verdict(actor), turn),
                    None => {
                        let (verdict, turns) = self.value(&after);
                        let same = after.player_to_act() == actor;
                        (if same { verdict } else { verdict.reversed() }, turns + turn)
                    }
                }
            })
            .collect();
        let best = |&(verdict, turns): &(Verdict, u32)| match verdict {
            Verdict::Win => (verdict, -i64::from(turns)),
            Verdict::Draw => (verdict, 0),
            Verdict::Loss => (verdict, i64::from(turns)),
        };
        let value = values.into_iter().max_by_key(best).unwrap();
        self.values.insert(position.clone(), value);
        value
    }
}
