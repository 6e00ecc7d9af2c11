//! The crate `minimax` on our rules.

use abstract_game::Position as _;
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch,
    Strategy as _, Winner,
};
use snorkels_core::{Action, Outcome, Position};

use crate::ours;

struct Rules;

impl Game for Rules {
    type S = Position;
    type M = Action;

    fn generate_moves(position: &Position, moves: &mut Vec<Action>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            position.generate(moves);
        }
        winner
    }

    fn apply(position: &mut Position, action: Action) -> Option<Position> {
        Some(position.after(action))
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        match position.outcome() {
            Outcome::Continue => None,
            Outcome::Capture | Outcome::Mutual => Some(Winner::PlayerJustMoved),
            Outcome::SelfCapture => Some(Winner::PlayerToMove),
        }
    }

    fn zobrist_hash(position: &Position) -> u64 {
        position.key()
    }

    fn table_index(action: Action) -> u16 {
        action.index() as u16
    }

    fn max_table_index() -> u16 {
        Action::COUNT as u16
    }
}

struct Trivial;

impl Evaluator for Trivial {
    type G = Rules;

    fn evaluate(&self, position: &Position) -> Evaluation {
        ours::evaluate(position) as Evaluation
    }
}

/// Monte-Carlo tree search with the crate's own rollouts.
pub fn mcts(iterations: u64) -> u64 {
    let mut search = MonteCarloTreeSearch::<Rules>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(iterations as u32);
    search.choose_move(&ours::start()).expect("a move");
    iterations
}

/// Alpha-beta with the crate's default options.
pub fn alpha_beta(position: &Position, depth: u32) -> u64 {
    search(position, depth, IterativeOptions::new())
}

/// Alpha-beta with the option that saves the most nodes here: slower per node, and deeper.
pub fn alpha_beta_with_history(position: &Position, depth: u32) -> u64 {
    search(position, depth, IterativeOptions::new().with_countermove_history())
}

/// Searches to a depth, from an empty table. Returns the nodes that the crate reports: the entries into the recursion,
/// leaves included.
fn search(position: &Position, depth: u32, options: IterativeOptions) -> u64 {
    let options = options.with_table_byte_size(ours::HASH << 20);
    let mut search = IterativeSearch::new(Trivial, options);
    search.set_max_depth(depth as u8);
    search.choose_move(position).expect("a move");
    let stats = search.stats(&mut position.clone());
    let nodes = stats.split("Explored ").nth(1).and_then(|rest| rest.split(' ').next());
    nodes.and_then(|nodes| nodes.parse().ok()).expect("the crate's report begins with the nodes")
}
