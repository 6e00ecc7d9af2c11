//! The crate `mcts` on our rules. It has no playouts of its own: they are ours.

use std::cell::RefCell;

use abstract_game::Player;
use mcts::tree_policy::UCTPolicy;
use mcts::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use snorkels_core::{Action, Position};

use crate::ours;

#[derive(Clone)]
struct Snorkels(Position);

impl GameState for Snorkels {
    type Move = Action;
    type Player = Player;
    type MoveList = Vec<Action>;

    fn current_player(&self) -> Player {
        self.0.player_to_act()
    }

    fn available_moves(&self) -> Vec<Action> {
        self.0.actions()
    }

    fn make_move(&mut self, action: &Action) {
        self.0.play_unchecked(*action);
    }
}

struct Playouts;

thread_local! {
    static RANDOM: RefCell<Xoshiro256PlusPlus> = RefCell::new(Xoshiro256PlusPlus::seed_from_u64(1));
}

impl Evaluator<Spec> for Playouts {
    /// Whether the first player wins.
    type StateEvaluation = bool;

    fn evaluate_new_state(
        &self,
        state: &Snorkels,
        actions: &Vec<Action>,
        _: Option<SearchHandle<'_, Spec>>,
    ) -> (Vec<()>, bool) {
        (
            vec![(); actions.len()],
            RANDOM.with_borrow_mut(|random| ours::playout(state.0, random, &mut Vec::new())),
        )
    }

    fn evaluate_existing_state(&self, _: &Snorkels, value: &bool, _: SearchHandle<'_, Spec>) -> bool {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &bool, player: &Player) -> i64 {
        i64::from(*value == (*player == Player::P1))
    }
}

#[derive(Default)]
struct Spec;

impl MCTS for Spec {
    type State = Snorkels;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();
}

/// Monte-Carlo tree search.
pub fn mcts(iterations: u64) -> u64 {
    let mut search = MCTSManager::new(Snorkels(ours::start()), Spec, Playouts, UCTPolicy::new(0.5), ());
    search.playout_n(iterations);
    iterations
}
