//! Move ordering: what a thread has learned about the order of actions, and the picker that yields them in that order.

mod history;
mod picker;

use abstract_game::{Action, Position};

use self::history::{History, Killers};
pub(super) use self::picker::MovePicker;
use self::picker::Rank;
use super::parameters::AlphaBetaParameters;
use super::stack::{Node, Ply};
use super::search::MAX_PLY;
use crate::MoveOrdering;

/// What one search thread has learned about the order of actions, and the lists of the nodes on its current path.
pub(super) struct OrderingState<A> {
    history: History,
    /// By turn and action within the turn, so that no two players share killers.
    killers: Vec<Killers>,
    /// What the last killer and the one before it add to the score of an action.
    killer_bonuses: [i32; 2],
    /// Actions that were best somewhere, by the lowest bits of their tags.
    known: Box<[Option<A>; KNOWN]>,
    // Of the nodes from the root to the current one:
    /// The actions.
    actions: Vec<A>,
    /// The scores of those actions, or [`TAKEN`].
    scores: Vec<i32>,
    /// The actions in the order in which they are yielded, as far as it is known.
    order: Vec<Rank>,
    /// The tags of the actions that are scored.
    tags: Vec<u32>,
}

/// Games with few actions have none with the same lowest bits.
const KNOWN: usize = 1 << 10;

/// The entries of killers per turn: later actions of a turn share the last one.
const TURN_PLACES: usize = 4;

/// The index of the killers of a node.
#[inline]
fn place(ply: Ply) -> usize {
    usize::from(ply.turns) * TURN_PLACES + usize::from(ply.actions_in_turn).min(TURN_PLACES - 1)
}

impl<A: Action> OrderingState<A> {
    pub(super) fn new() -> Self {
        OrderingState {
            history: History::new(),
            killers: vec![Killers::NONE; (MAX_PLY + 1) * TURN_PLACES],
            killer_bonuses: [0; 2],
            known: Box::new([None; KNOWN]),
            actions: Vec::new(),
            scores: Vec::new(),
            order: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// Begins a search of another position: keeps half of the history.
    pub(super) fn begin_search(&mut self, parameters: &AlphaBetaParameters) {
        self.killer_bonuses = [parameters.killer, parameters.second_killer];
        self.history.halve();
        self.killers.fill(Killers::NONE);
        self.actions.clear();
        self.scores.clear();
        self.order.clear();
    }

    /// Remembers an action that the transposition table stores only by its tag. Returns the tag.
    #[inline]
    pub(super) fn remember(&mut self, action: A) -> u32 {
        let tag = action.tag();
        self.known[tag as usize % KNOWN] = Some(action);
        tag
    }

    /// After a beta cutoff: a history bonus for the action that caused it, a malus for the actions tried before, and a killer
    /// entry unless the action is urgent, because those come before killers anyway.
    pub(super) fn learn_cutoff<P: Position<Action = A>, K: MoveOrdering<P>>(
        &mut self,
        picker: &MovePicker<P>,
        node: &Node<'_, P, K>,
        cutoff_action: A,
        bonus: i32,
        is_urgent: bool,
    ) {
        if !is_urgent {
            self.killers[place(node.ply)].add(cutoff_action.tag());
        }
        let player = node.position.player_to_act();
        for rank in &self.order[picker.first_rank..][..picker.yielded] {
            let action = self.actions[picker.first + rank.index()];
            let bonus = if action == cutoff_action { bonus } else { -bonus };
            self.history.update(player, action.tag(), bonus);
        }
    }

    /// The legal action with this tag, if it was remembered.
    #[inline]
    fn recall(&self, tag: u32, position: &impl Position<Action = A>) -> Option<A> {
        self.known[tag as usize % KNOWN].filter(|&action| action.tag() == tag && position.is_legal(action))
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{Action as _, Position as _, Rules as _, sample::TakeTwo};

    use super::{AlphaBetaParameters, Killers, MovePicker, OrderingState, TURN_PLACES, place};
    use crate::NoKnowledge;
    use crate::alpha_beta::stack::{Node, Ply};

    /// Two lines reach the fourth action in different turns, hence with different players to act.
    #[test]
    fn killers_belong_to_a_turn_and_an_action_of_it() {
        let ply = |actions, turns, actions_in_turn| place(Ply { actions, turns, actions_in_turn });
        assert_ne!(ply(3, 1, 1), ply(3, 2, 0));
        assert_eq!(ply(3, 2, 0), ply(4, 2, 0));
        assert_ne!(ply(3, 2, 0), ply(4, 2, 1));
        // The last place of a turn is not the first one of the next.
        assert_eq!(ply(9, 1, 8), ply(4, 1, TURN_PLACES as u16 - 1));
        assert_ne!(ply(9, 1, 8), ply(10, 2, 0));
    }

    #[test]
    fn an_urgent_action_is_no_killer_and_killers_end_with_their_search() {
        let position = TakeTwo::default().start();
        let node = Node { position: &position, analysis: &(), ply: Ply::ROOT };
        let mut ordering = OrderingState::new();
        let mut picker = MovePicker::new(&mut ordering, &position, None, &[]);
        let (_, action) = picker.next(&mut ordering, &NoKnowledge, &node).expect("an action");
        let player = position.player_to_act();
        let mut state = |is_urgent| {
            ordering.learn_cutoff(&picker, &node, action, 100, is_urgent);
            (ordering.killers[0] == Killers::NONE, ordering.history.of(player).score(action.tag()))
        };
        assert_eq!(state(true), (true, 100));
        assert!(!state(false).0);
        let before = ordering.history.of(player).score(action.tag());
        ordering.begin_search(&AlphaBetaParameters::DEFAULT);
        assert!(ordering.killers[0] == Killers::NONE);
        assert_eq!(ordering.history.of(player).score(action.tag()), before / 2);
    }
}
