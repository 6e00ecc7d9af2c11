//! Monte-Carlo tree search (PUCT) whose leaves are evaluated by the caller, many at once.

use abstract_game::encode::Encode;
use abstract_game::random::SplitMix64;
use abstract_game::{Match, Player, Reason, Verdict};

use crate::legal::LegalActions;
use crate::view::View;

/// What a search works with.
#[derive(Clone, Copy)]
pub(crate) struct TreeSettings {
    /// The factor of the bonus for exploration; values of actions go from -1 to 1.
    pub(crate) exploration: f32,
    /// The share of noise in the priors of the root, from 0 to 1.
    pub(crate) noise: f32,
    /// The most leaves of a tree that wait for their evaluation at once, at least 1.
    pub(crate) leaves: u32,
    /// Whether learners see boards turned to the seat to act.
    pub(crate) turned: bool,
}

/// How far the assumed value of an unvisited action is below the mean of its node, times the square root of the probability of the
/// visited actions.
const FIRST_PLAY_REDUCTION: f32 = 0.3;
/// The parameter of the Dirichlet distribution of the noise, times the number of actions.
const NOISE_CONCENTRATION: f32 = 10.0;

/// Positions that wait for their evaluation.
#[derive(Default)]
pub(crate) struct Leaves {
    /// The planes of each, one after another.
    pub(crate) observations: Vec<f32>,
    pub(crate) legal: LegalActions,
}

/// What the caller found.
pub(crate) struct Evaluations {
    /// The probabilities of the legal actions of all leaves, one after another.
    pub(crate) priors: Vec<f32>,
    /// The value of each leaf for the player to act, from -1 to 1.
    pub(crate) values: Vec<f32>,
}

/// The place of a node in the tree.
type NodeId = usize;

struct Edge<A> {
    index: usize,
    action: A,
    prior: f32,
    visits: u32,
    /// The sum of the values for the player to act at its node. A playout in progress counts as lost.
    sum: f32,
    child: Option<NodeId>,
}

enum State {
    /// Its evaluation is requested.
    Waits,
    /// With the value for the player to act.
    Expanded(f32),
    /// The player to act wins at once.
    Won,
}

struct Node<A> {
    player: Player,
    state: State,
    edges: Vec<Edge<A>>,
}

/// The actions from the root to a node: nodes with the number of their edge.
type Path = Vec<(NodeId, usize)>;

/// A search of one position.
pub(crate) struct Tree<P: Encode> {
    root: P,
    /// The repetition keys of the starts of turns; empty in games without repetition.
    history: Vec<u64>,
    nodes: Vec<Node<P::Action>>,
    /// The nodes that wait, in the order in which they were requested.
    waiting: Vec<(NodeId, Path)>,
    /// The finished playouts and those that wait, without the evaluation of the root.
    pub(crate) playouts: u32,
}

/// What the search says of an action of the root.
pub(crate) struct RootAction<A> {
    pub(crate) index: usize,
    pub(crate) action: A,
    pub(crate) visits: u32,
}

/// The value of a result for a player.
pub(crate) fn value_for(player: Player, winner: Option<Player>) -> f32 {
    winner.map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 })
}

impl<P: Encode> Tree<P> {
    /// A tree for the present position of a match that goes on.
    pub(crate) fn new(game: &Match<P>) -> Self {
        let starts = game.turn_starts().iter().filter(|start| start.at_turn_start());
        let history = P::REPETITIONS.map(|_| starts.map(P::repetition_key).collect());
        Tree {
            root: game.position().clone(),
            history: history.unwrap_or_default(),
            nodes: Vec::new(),
            waiting: Vec::new(),
            playouts: 0,
        }
    }

    /// Whether this number of playouts is finished.
    pub(crate) fn is_finished(&self, playouts: u32) -> bool {
        self.waiting.is_empty() && !self.nodes.is_empty() && self.playouts >= playouts
    }

    /// Runs playouts, up to this number in all, until enough of them wait for an evaluation.
    pub(crate) fn collect(&mut self, playouts: u32, settings: &TreeSettings, leaves: &mut Leaves) {
        if self.nodes.is_empty() {
            self.request_root(settings, leaves);
        }
        while self.playouts < playouts
            && (self.waiting.len() as u32) < settings.leaves
            && !matches!(self.nodes[0].state, State::Waits)
            && self.run_playout(settings, leaves)
        {
            self.playouts += 1;
        }
    }

    /// Makes the root. An action that wins at once is then its only one.
    fn request_root(&mut self, settings: &TreeSettings, leaves: &mut Leaves) {
        let root = self.root.clone();
        let node = self.request(&root, Path::new(), settings, leaves);
        if let State::Won = self.nodes[node].state {
            let player = self.nodes[node].player;
            let mut indexed = View::of(&root, settings.turned).indexed();
            indexed.retain(|&(_, action)| wins(&root, action));
            self.nodes[node] = Node { player, state: State::Expanded(1.0), edges: edges(indexed) };
            self.nodes[node].edges.truncate(1);
            self.nodes[node].edges[0].prior = 1.0;
        }
    }

    /// Adds a node for an unfinished position, and requests its evaluation unless the player to act wins at once.
    fn request(&mut self, position: &P, path: Path, settings: &TreeSettings, leaves: &mut Leaves) -> NodeId {
        let player = position.player_to_act();
        let node = self.nodes.len();
        let view = View::of(position, settings.turned);
        let indexed = view.indexed();
        if indexed.iter().any(|&(_, action)| wins(position, action)) {
            self.nodes.push(Node { player, state: State::Won, edges: Vec::new() });
            return node;
        }
        view.append_planes(player, &mut leaves.observations);
        leaves.legal.extend(&view);
        self.nodes.push(Node { player, state: State::Waits, edges: edges(indexed) });
        self.waiting.push((node, path));
        node
    }

    /// Follows the best edges to a node that is not expanded. False if that one waits already.
    fn run_playout(&mut self, settings: &TreeSettings, leaves: &mut Leaves) -> bool {
        let mut position = self.root.clone();
        let history = self.history.len();
        let (mut node, mut path) = (0, Path::new());
        let is_new = loop {
            match self.nodes[node].state {
                State::Waits => {
                    // Another playout waits there: this one never was.
                    for (node, edge) in path {
                        let edge = &mut self.nodes[node].edges[edge];
                        edge.visits -= 1;
                        edge.sum += 1.0;
                    }
                    break false;
                }
                State::Won => {
                    let winner = Some(self.nodes[node].player);
                    self.back_up(&path, |player| value_for(player, winner));
                    break true;
                }
                State::Expanded(value) => {
                    let number = select(&self.nodes[node].edges, value, settings.exploration);
                    let edge = &mut self.nodes[node].edges[number];
                    edge.visits += 1;
                    edge.sum -= 1.0;
                    let child = edge.child;
                    position.play_unchecked(edge.action);
                    path.push((node, number));
                    if let Some(winner) = self.end(&position) {
                        self.back_up(&path, |player| value_for(player, winner));
                        break true;
                    }
                    let parent = node;
                    node = child.unwrap_or_else(|| self.request(&position, path.clone(), settings, leaves));
                    self.nodes[parent].edges[number].child = Some(node);
                    if child.is_none() && matches!(self.nodes[node].state, State::Waits) {
                        break true;
                    }
                }
            }
        };
        self.history.truncate(history);
        is_new
    }

    /// The winner if the game ends on a position of the path, also by repetition; otherwise the position joins the history.
    fn end(&mut self, position: &P) -> Option<Option<Player>> {
        if let Some(end) = position.end() {
            return Some(end.winner);
        }
        let limit = P::REPETITIONS.filter(|_| position.at_turn_start())?;
        let key = position.repetition_key();
        self.history.push(key);
        let occurrences = self.history.iter().filter(|&&other| other == key).count();
        (occurrences >= limit as usize).then(|| position.settle_draw(Reason::REPETITION).winner)
    }

    fn back_up(&mut self, path: &Path, value: impl Fn(Player) -> f32) {
        for &(node, edge) in path {
            let Node { player, edges, .. } = &mut self.nodes[node];
            edges[edge].sum += 1.0 + value(*player);
        }
    }

    /// Gives the waiting nodes their evaluations: the next ones of the iterators, as many as [`collect`](Self::collect) has
    /// requested.
    pub(crate) fn expand(
        &mut self,
        priors: &mut impl Iterator<Item = f32>,
        values: &mut impl Iterator<Item = f32>,
        settings: &TreeSettings,
        random: &mut SplitMix64,
    ) {
        for (node, path) in std::mem::take(&mut self.waiting) {
            let Node { player, state, edges } = &mut self.nodes[node];
            edges.iter_mut().zip(&mut *priors).for_each(|(edge, prior)| edge.prior = prior);
            if node == 0 && settings.noise > 0.0 {
                add_noise(edges, settings.noise, random);
            }
            let (player, value) = (*player, values.next().unwrap_or(0.0));
            *state = State::Expanded(value);
            self.back_up(&path, |other| if other == player { value } else { -value });
        }
    }

    /// The actions of the root, and its value for the player to act.
    pub(crate) fn result(&self) -> (Vec<RootAction<P::Action>>, f32) {
        let root = &self.nodes[0];
        let actions = root.edges.iter();
        let actions = actions.map(|&Edge { index, action, visits, .. }| RootAction { index, action, visits });
        let value = if let State::Expanded(value) = root.state { value } else { 0.0 };
        (actions.collect(), mean(&root.edges, value))
    }
}

/// Whether an action wins at once.
fn wins<P: Encode>(position: &P, action: P::Action) -> bool {
    let end = position.after_unchecked(action).end();
    end.is_some_and(|end| end.verdict(position.player_to_act()) == Verdict::Win)
}

fn edges<A>(indexed: Vec<(usize, A)>) -> Vec<Edge<A>> {
    let edge = |(index, action)| Edge { index, action, prior: 0.0, visits: 0, sum: 0.0, child: None };
    indexed.into_iter().map(edge).collect()
}

/// The mean value of a node: its evaluation and its playouts.
fn mean<A>(edges: &[Edge<A>], value: f32) -> f32 {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    (value + edges.iter().map(|edge| edge.sum).sum::<f32>()) / (visits + 1) as f32
}

/// The number of the edge with the highest value and bonus for exploration.
fn select<A>(edges: &[Edge<A>], value: f32, exploration: f32) -> usize {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let visited: f32 = edges.iter().filter(|edge| edge.visits > 0).map(|edge| edge.prior).sum();
    let unvisited = mean(edges, value) - FIRST_PLAY_REDUCTION * visited.sqrt();
    let factor = exploration * ((visits + 1) as f32).sqrt();
    let (mut best, mut best_value) = (0, f32::NEG_INFINITY);
    for (number, edge) in edges.iter().enumerate() {
        let value = if edge.visits > 0 { edge.sum / edge.visits as f32 } else { unvisited };
        let value = value + factor * edge.prior / (edge.visits + 1) as f32;
        if value > best_value {
            (best, best_value) = (number, value);
        }
    }
    best
}

/// Mixes noise of a symmetric Dirichlet distribution into the priors.
fn add_noise<A>(edges: &mut [Edge<A>], share: f32, random: &mut SplitMix64) {
    let shape = (NOISE_CONCENTRATION / edges.len() as f32).min(1.0);
    let noise: Vec<f32> = edges.iter().map(|_| gamma(shape, random)).collect();
    let sum = noise.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    for (edge, noise) in edges.iter_mut().zip(noise) {
        edge.prior = (1.0 - share) * edge.prior + share * noise / sum;
    }
}

/// A number between 0 and 1, uniformly distributed.
pub(crate) fn uniform(random: &mut SplitMix64) -> f32 {
    ((random.next_u64() >> 40) as f32 + 0.5) / (1_u32 << 24) as f32
}

/// A number of a gamma distribution whose shape is at most 1: by rejection, as Ahrens and Dieter do.
fn gamma(shape: f32, random: &mut SplitMix64) -> f32 {
    let bound = 1.0 + shape / std::f32::consts::E;
    loop {
        let (place, test) = (bound * uniform(random), uniform(random));
        if place <= 1.0 {
            let number = place.powf(1.0 / shape);
            if test <= (-number).exp() {
                return number;
            }
        } else {
            let number = -((bound - place) / shape).ln();
            if test <= number.powf(shape - 1.0) {
                return number;
            }
        }
    }
}
