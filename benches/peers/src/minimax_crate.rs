//! The crate `minimax` on our rules.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
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
            position.actions_into(moves);
        }
        winner
    }

    fn apply(position: &mut Position, action: Action) -> Option<Position> {
        Some(position.after_unchecked(action))
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
pub fn mcts(position: &Position, iterations: u64) -> Action {
    let mut search = MonteCarloTreeSearch::<Rules>::new(MCTSOptions::default().with_num_threads(1));
    search.set_max_rollouts(iterations as u32);
    search.choose_move(position).expect("a move")
}

/// Alpha-beta with the crate's default options.
pub fn alpha_beta(position: &Position, depth: u32) -> u64 {
    search(position, depth, IterativeOptions::new())
}

/// Alpha-beta with the option that saves the most nodes here: slower per node, and deeper.
pub fn alpha_beta_with_history(position: &Position, depth: u32) -> u64 {
    search(position, depth, with_history())
}

fn with_history() -> IterativeOptions {
    IterativeOptions::new().with_countermove_history()
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

/// Alpha-beta for games: the table outlives the turn.
pub struct AlphaBeta(IterativeSearch<Trivial>);

impl AlphaBeta {
    /// With the crate's default options, or with countermove history.
    pub fn new(history: bool) -> AlphaBeta {
        let options = if history { with_history() } else { IterativeOptions::new() };
        AlphaBeta(IterativeSearch::new(Trivial, options.with_table_byte_size(ours::HASH << 20)))
    }

    /// Searches for this CPU time. The crate's own limit is wall time, so it searches again for what is left; the table
    /// soon leads it back to where it stopped.
    pub fn choose(&mut self, position: &Position, time: Duration) -> Action {
        let start = ProcessTime::now();
        let mut best = None;
        loop {
            let left = time.saturating_sub(start.elapsed());
            if left < time / 16
                && let Some(best) = best
            {
                return best;
            }
            let left = left.max(Duration::from_millis(1));
            let begun = Instant::now();
            self.0.set_timeout(left);
            best = self.0.choose_move(position).or(best);
            // It has proved a result.
            if begun.elapsed() < left
                && let Some(best) = best
            {
                return best;
            }
        }
    }
}
