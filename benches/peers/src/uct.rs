//! UCT with uniformly random playouts, for any game: no solver, no priors, no knowledge but that of [`Playouts`].

use std::time::Duration;

use abstract_game::{Player, Position, Turn};
use cpu_time::ProcessTime;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// Iterations between two looks at the clock.
const CHECK_INTERVAL: u64 = 16;

/// How a leaf is judged.
pub struct Playouts<P> {
    /// The maximum number of actions.
    pub length: u32,
    /// The expected result of the first player, from 0 to 1, where an unfinished playout stops.
    pub judge: fn(&P) -> f32,
}

struct Node<A> {
    /// The action that leads here; the root has none.
    action: Option<A>,
    visits: u32,
    /// The sum of the results of the player who chose the action.
    results: f32,
    /// The children, an empty range before they are made. In random order: the first visits go through them.
    children: std::ops::Range<u32>,
}

impl<A> Node<A> {
    fn new(action: Option<A>) -> Self {
        Node { action, visits: 0, results: 0.0, children: 0..0 }
    }
}

/// The search. It keeps memory between turns, and nothing else.
pub struct Uct<P: Position> {
    exploration: f32,
    playouts: Playouts<P>,
    random: Xoshiro256PlusPlus,
    nodes: Vec<Node<P::Action>>,
    /// The nodes of an iteration below the root, with the players who chose them.
    path: Vec<(usize, Player)>,
    buffer: Vec<P::Action>,
}

impl<P: Position> Uct<P> {
    pub fn new(exploration: f32, playouts: Playouts<P>) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(1);
        Uct { exploration, playouts, random, nodes: Vec::new(), path: Vec::new(), buffer: Vec::new() }
    }

    /// Searches an unfinished position for this CPU time. Returns a turn and the number of iterations.
    pub fn choose(&mut self, position: &P, time: Duration) -> (Turn<P::Action>, u64) {
        let start = ProcessTime::now();
        self.nodes.clear();
        self.nodes.push(Node { visits: 1, ..Node::new(None) });
        let mut iterations: u64 = 0;
        while !iterations.is_multiple_of(CHECK_INTERVAL) || start.elapsed() < time {
            self.iterate(position.clone());
            iterations += 1;
        }
        (self.most_visited(position.clone()), iterations)
    }

    fn iterate(&mut self, mut position: P) {
        self.path.clear();
        let mut node = 0;
        while self.nodes[node].visits > 0 && position.end().is_none() {
            if self.nodes[node].children.is_empty() {
                self.expand(node, &position);
            }
            let player = position.player_to_act();
            node = self.select(node);
            position.play_unchecked(self.nodes[node].action.expect("not the root"));
            self.path.push((node, player));
        }
        let random = &mut self.random;
        position.play_out(self.playouts.length, &mut self.buffer, |count| {
            random.random_range(0..count as u32) as usize
        });
        let first = match position.end().map(|end| end.winner) {
            Some(Some(Player::P1)) => 1.0,
            Some(Some(Player::P2)) => 0.0,
            Some(None) => 0.5,
            None => (self.playouts.judge)(&position),
        };
        self.nodes[0].visits += 1;
        for &(node, player) in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.results += if player == Player::P1 { first } else { 1.0 - first };
        }
    }

    fn expand(&mut self, node: usize, position: &P) {
        self.buffer.clear();
        position.actions_into(&mut self.buffer);
        self.buffer.shuffle(&mut self.random);
        let first = self.nodes.len() as u32;
        self.nodes.extend(self.buffer.iter().map(|&action| Node::new(Some(action))));
        self.nodes[node].children = first..self.nodes.len() as u32;
    }

    /// The first child without visits, or else the one with the highest upper confidence bound.
    fn select(&self, node: usize) -> usize {
        let Node { visits, ref children, .. } = self.nodes[node];
        // The first visit of a node ended in a playout. So did the root's, as it were.
        if visits as usize <= children.len() {
            return (children.start + visits - 1) as usize;
        }
        let spread = self.exploration * (visits as f32).ln().sqrt();
        let bound = |child: &Node<_>| {
            let visits = child.visits as f32;
            child.results / visits + spread / visits.sqrt()
        };
        let bounds = children.clone().map(|child| (child as usize, bound(&self.nodes[child as usize])));
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).expect("an unfinished position has actions").0
    }

    /// The most visited actions from the root to the end of the turn, random ones where the tree ends before.
    fn most_visited(&mut self, mut position: P) -> Turn<P::Action> {
        let mut turn = Turn::new();
        let mut node = 0;
        loop {
            let children = self.nodes[node].children.clone();
            let action = match children.max_by_key(|&child| self.nodes[child as usize].visits) {
                Some(child) => {
                    node = child as usize;
                    self.nodes[node].action.expect("not the root")
                }
                None => position.choose_action(&mut self.buffer, |count| self.random.random_range(0..count)),
            };
            position.play_unchecked(action);
            turn.push(action);
            if position.at_turn_start() {
                return turn;
            }
        }
    }
}
