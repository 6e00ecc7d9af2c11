//! df-pn: depth-first proof-number search, within a horizon (a maximum number of turns) or without one.
//!
//! A node's *proof number* estimates the work left to prove the attacker's win, its *disproof number* the work
//! left to refute it. The search always expands the child with the smallest number. The first numbers of a node follow
//! from its number of actions. The search uses an explicit stack, so that long lines cannot overflow the thread's.
//!
//! Within a horizon every node has a number of turns left, so the search graph has no cycles. The proof table keeps
//! proved bounds for all horizons, and proof numbers for their own horizon only.
//!
//! Without a horizon positions may repeat. A position that is on the path to itself is refuted there: whoever can force a win
//! need not repeat a position. So proofs never use a cycle. A refutation that *rests on* a position on the path
//! holds below that position only, and is not stored; where that position itself is refuted, it holds
//! everywhere, because no line of play leaves the refuted positions.

use std::collections::HashMap;

use abstract_game::random::mix;
use abstract_game::{Match, Player, Position, Reason, Verdict};
use fxhash::FxBuildHasher;

use super::table::{INFINITE, NO_HORIZON, ProofBounds, ProofTable, UNBOUNDED};
use crate::control::SearchControl;
use crate::repetition::{Occurrences, ending_states, set_key};
use crate::{MoveOrdering, StaticResult};

/// The goal of a proof search: `attacker` forces a win.
pub(super) struct ProofGoal<'a, K> {
    pub(super) attacker: Player,
    pub(super) knowledge: &'a K,
    /// The states whose next occurrence ends the game by repetition.
    history: Occurrences,
    /// Mixed into the table keys: a proof holds for one attacker and one history only.
    salt: u64,
}

impl<'a, K> ProofGoal<'a, K> {
    pub(super) fn new<P: Position>(game: &Match<P>, attacker: Player, knowledge: &'a K) -> Self {
        let history = ending_states(game);
        let salt = set_key(&history).wrapping_add(attacker.index() as u64);
        ProofGoal { attacker, knowledge, history, salt: mix(salt, &[]) }
    }

    /// The key of a position in the proof table, for this goal.
    pub(super) fn key(&self, position: &impl Position) -> u64 {
        // Hashed again: a game's own key may be unevenly distributed over the buckets.
        mix(position.key() ^ self.salt, &[])
    }

    /// The verdict for the attacker if the game ends here.
    pub(super) fn verdict(&self, position: &impl Position) -> Option<Verdict> {
        let end = position.end().or_else(|| {
            let ends = !self.history.is_empty()
                && position.at_turn_start()
                && self.history.contains_key(&position.repetition_key());
            // Repetitions within the tree are ignored: a forced win never needs them.
            ends.then(|| position.settle_draw(Reason::REPETITION))
        });
        end.map(|end| end.verdict(self.attacker))
    }

    /// Whether the attacker wins if the match ends by a repetition of this position. The search ignores such wins.
    fn wins_by_repetition<P: Position>(&self, position: &P) -> bool {
        P::REPETITIONS.is_some()
            && position.at_turn_start()
            && position.settle_draw(Reason::REPETITION).verdict(self.attacker) == Verdict::Win
    }

    /// The bounds that follow from a refutation of wins within `turns`, found with that horizon.
    fn refutation(&self, position: &impl Position, turns: u32, horizon: u32) -> ProofBounds {
        let at_turn_start = position.at_turn_start();
        if self.wins_by_repetition(position) {
            // Never unbounded.
            return ProofBounds::refuted(turns.min(horizon));
        }
        // The bound may not include the unfinished turn.
        let max_turns =
            position.max_remaining_turns().map(|max| max.saturating_add(u32::from(!at_turn_start)));
        ProofBounds::refuted(if max_turns.is_some_and(|max| turns >= max) { UNBOUNDED } else { turns })
    }
}

/// A proof number and a disproof number, or thresholds of them.
type Numbers = [u32; 2];

const PROVED: Numbers = [0, INFINITE];
const REFUTED: Numbers = [INFINITE, 0];

/// An action of a node with the proof numbers and bounds of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// Whether the action ends the turn.
    pub(super) ends_turn: bool,
    /// The turns left after the action.
    pub(super) horizon: u32,
    numbers: Numbers,
    /// The proved bounds of the position after the action.
    pub(super) bounds: ProofBounds,
    /// What a refutation rests on.
    rests_on: u32,
    key: u64,
}

/// A refutation that holds everywhere. Other refutations rest on a position on the path: the number is its depth, and of
/// several positions the least. The root has depth 1.
const NOTHING: u32 = u32::MAX;
/// A refutation that holds nowhere: it ignores a win by repetition.
const NEVER: u32 = 0;

impl<A> Edge<A> {
    pub(super) fn is_won(&self) -> bool {
        self.numbers == PROVED
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.numbers == REFUTED
    }

    /// The maximum number of turns from the parent to the win.
    pub(super) fn won_within(&self) -> u32 {
        self.bounds.won_within.saturating_add(u32::from(self.ends_turn))
    }

    /// The number of turns from the parent within which there is no win.
    pub(super) fn refuted_to(&self) -> u32 {
        self.bounds.refuted_to().unwrap_or(0).saturating_add(u32::from(self.ends_turn))
    }

    /// The maximum number of turns from the parent to the defender's win.
    pub(super) fn lost_within(&self) -> u32 {
        self.bounds.lost_within.saturating_add(u32::from(self.ends_turn))
    }
}

/// A node on the stack.
struct Frame<P: Position> {
    position: P,
    key: u64,
    horizon: u32,
    /// The number of frames on the stack, this one included.
    depth: u32,
    /// Whether the attacker acts (OR node); otherwise the defender does (AND node).
    or_node: bool,
    /// The search returns to the parent when a number reaches its threshold.
    thresholds: Numbers,
    edges: Vec<Edge<P::Action>>,
    /// The index of the edge being searched.
    current: usize,
    work: u32,
}

/// The result of one run for its root.
pub(super) struct RunResult<A> {
    /// The proved bounds of the root; none if the search was stopped.
    pub(super) bounds: ProofBounds,
    pub(super) is_won: bool,
    pub(super) is_refuted: bool,
    /// The root's edges.
    pub(super) edges: Vec<Edge<A>>,
}

/// The proof numbers of a node, computed from its edges, and the edge to search next.
struct NodeNumbers {
    numbers: Numbers,
    best: usize,
    /// The thresholds of the best edge.
    thresholds: Numbers,
}

/// The searcher of one goal, with its scratch space.
pub(super) struct Dfpn<'a, P: Position, K> {
    pub(super) goal: &'a ProofGoal<'a, K>,
    pub(super) table: &'a mut ProofTable,
    pub(super) control: &'a SearchControl<'a>,
    actions: Vec<P::Action>,
    /// Receives the actions of static results.
    static_actions: Vec<P::Action>,
    priorities: Vec<i32>,
    order: Vec<(i32, P::Action)>,
    /// Unused edge lists.
    free_edge_lists: Vec<Vec<Edge<P::Action>>>,
    /// The depths of the positions on the stack, by key, in a search without horizon of a game that may not end.
    path: HashMap<u64, u32, FxBuildHasher>,
    follows_path: bool,
}

impl<'a, P: Position, K: MoveOrdering<P>> Dfpn<'a, P, K> {
    pub(super) fn new(
        goal: &'a ProofGoal<'a, K>,
        table: &'a mut ProofTable,
        control: &'a SearchControl<'a>,
    ) -> Self {
        Dfpn {
            goal,
            table,
            control,
            actions: Vec::new(),
            static_actions: Vec::new(),
            priorities: Vec::new(),
            order: Vec::new(),
            free_edge_lists: Vec::new(),
            path: HashMap::default(),
            follows_path: false,
        }
    }

    /// Searches until the attacker's win within `horizon` turns is proved or refuted, or the search is
    /// stopped. `horizon` is at least 1 and includes an unfinished turn; [`NO_HORIZON`]: within any number of turns. Calls
    /// `progress` every 2^18 nodes.
    pub(super) fn run(
        &mut self,
        position: &P,
        horizon: u32,
        progress: &mut dyn FnMut(),
    ) -> RunResult<P::Action> {
        self.table.next_run();
        self.path.clear();
        self.follows_path = horizon == NO_HORIZON && position.max_remaining_turns().is_none();
        let key = self.goal.key(position);
        let mut stack = vec![self.expand(position.clone(), key, horizon, 1, [INFINITE; 2])];
        loop {
            let frame = stack.last_mut().expect("the root stays on the stack until the run returns");
            let NodeNumbers { numbers, best, thresholds } =
                frame.numbers(self.table.parameters.threshold_margin);
            let is_reached = (0..2).any(|either| numbers[either] >= frame.thresholds[either]);
            if is_reached || self.control.is_stopped() {
                let frame = stack.pop().expect("the stack is not empty");
                let (bounds, rests_on) = self.store(&frame, numbers);
                let Some(parent) = stack.last_mut() else {
                    return RunResult {
                        bounds,
                        is_won: numbers == PROVED,
                        is_refuted: numbers == REFUTED && rests_on != NEVER,
                        edges: frame.edges,
                    };
                };
                if self.follows_path {
                    self.path.remove(&frame.key);
                }
                parent.work = parent.work.saturating_add(frame.work);
                let edge = &mut parent.edges[parent.current];
                (edge.numbers, edge.bounds, edge.rests_on) = (numbers, bounds, rests_on);
                self.free_edge_lists.push(frame.edges);
                continue;
            }
            frame.current = best;
            let edge = frame.edges[best];
            let after = frame.position.after_unchecked(edge.action);
            let depth = frame.depth + 1;
            let child = self.expand(after, edge.key, edge.horizon, depth, thresholds);
            stack.push(child);
            let nodes = self.control.nodes();
            if nodes.is_multiple_of(64) {
                self.control.check_limits();
                if nodes.is_multiple_of(1 << 18) {
                    progress();
                }
            }
        }
    }

    /// Creates the frame of a node: generates its actions and reads their numbers from the proof table.
    fn expand(&mut self, position: P, key: u64, horizon: u32, depth: u32, thresholds: Numbers) -> Frame<P> {
        self.control.count(1);
        if self.follows_path {
            self.path.insert(key, depth);
        }
        let knowledge = self.goal.knowledge;
        let analysis = knowledge.analyse(&position);
        self.actions.clear();
        if knowledge.static_result(&position, &analysis, &mut self.actions) != StaticResult::Only {
            self.actions.clear();
            position.actions_into(&mut self.actions);
        }
        self.priorities.clear();
        knowledge.priorities(&position, &analysis, &self.actions, &mut self.priorities);
        self.order.clear();
        self.order.extend(self.priorities.iter().copied().zip(self.actions.iter().copied()));
        // Stable: equal priorities stay in the order of generation.
        self.order.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
        let mut edges = self.free_edge_lists.pop().unwrap_or_default();
        edges.clear();
        let order = std::mem::take(&mut self.order);
        edges.extend(order.iter().map(|&(_, action)| self.edge(&position, action, horizon)));
        self.order = order;
        let or_node = position.player_to_act() == self.goal.attacker;
        Frame { position, key, horizon, depth, or_node, thresholds, edges, current: 0, work: 1 }
    }

    fn edge(&mut self, position: &P, action: P::Action, horizon: u32) -> Edge<P::Action> {
        let after = position.after_unchecked(action);
        let ends_turn = after.at_turn_start();
        let mut edge = Edge {
            action,
            ends_turn,
            horizon: if horizon == NO_HORIZON { NO_HORIZON } else { horizon - u32::from(ends_turn) },
            numbers: [0; 2],
            bounds: ProofBounds::NONE,
            rests_on: NOTHING,
            key: 0,
        };
        // The bounds by the static result and the number of actions, where they are needed.
        let mut judged = None;
        let mut numbers = None;
        match self.goal.verdict(&after) {
            Some(Verdict::Win) => edge.bounds = ProofBounds::won(0),
            Some(Verdict::Draw) => edge.bounds = ProofBounds::refuted(UNBOUNDED),
            Some(Verdict::Loss) => edge.bounds = ProofBounds::lost(0),
            None => {
                edge.key = self.goal.key(&after);
                edge.bounds = self.table.bounds(edge.key);
                numbers = self.table.numbers(numbers_key(edge.key, edge.horizon));
                if edge.bounds == ProofBounds::NONE && numbers.is_none() {
                    let (bounds, _) = *judged.insert(self.judge(&after));
                    edge.bounds = bounds;
                }
                if edge.horizon == 0 {
                    // No turns are left and the game is not won.
                    edge.bounds.refuted_below = edge.bounds.refuted_below.max(1);
                }
            }
        }
        if edge.bounds.won_within <= edge.horizon {
            edge.numbers = PROVED;
        } else if edge.bounds.refuted_to().is_some_and(|turns| turns >= edge.horizon) {
            edge.numbers = REFUTED;
        } else if let Some(&depth) = self.path.get(&edge.key) {
            edge.rests_on = if self.goal.wins_by_repetition(&after) { NEVER } else { depth };
            edge.numbers = REFUTED;
        } else if let Some(numbers) = numbers {
            edge.numbers = numbers;
        } else {
            // One action may decide for the player to act; the opponent must answer each.
            let (_, actions) = judged.unwrap_or_else(|| self.judge(&after));
            let attacks = after.player_to_act() == self.goal.attacker;
            edge.numbers = if attacks { [1, actions] } else { [actions, 1] };
        }
        edge
    }

    /// The bounds that follow from the static result, and the number of actions that may decide, at least 1.
    fn judge(&mut self, position: &P) -> (ProofBounds, u32) {
        let (knowledge, attacker) = (self.goal.knowledge, self.goal.attacker);
        self.static_actions.clear();
        let result =
            knowledge.static_result(position, &knowledge.analyse(position), &mut self.static_actions);
        let (winner, turns) = match result {
            StaticResult::Open => return (ProofBounds::NONE, position.count_actions().max(1) as u32),
            StaticResult::Only => return (ProofBounds::NONE, self.static_actions.len().max(1) as u32),
            StaticResult::Win(turns) => (position.player_to_act(), turns),
            StaticResult::Loss(turns) => (position.player_to_act().opponent(), turns),
        };
        let bounds =
            if winner == attacker { ProofBounds::won(turns.into()) } else { ProofBounds::lost(turns.into()) };
        (bounds, 1)
    }

    /// Stores the results of a node in the proof table. Returns its proved bounds, and what its refutation rests on.
    fn store(&mut self, frame: &Frame<P>, mut numbers: Numbers) -> (ProofBounds, u32) {
        let Frame { edges, or_node, horizon, key, work, .. } = frame;
        // Of the edges that decide the node the attacker chooses the least, or greatest, at an OR node, the defender at the others.
        let least = |turns: &mut dyn Iterator<Item = u32>, of_or_node: bool| {
            if *or_node == of_or_node { turns.min() } else { turns.max() }
        };
        let mut rests_on = NOTHING;
        let mut proved = None;
        if numbers == PROVED {
            let turns = least(&mut edges.iter().filter(|edge| edge.is_won()).map(Edge::won_within), true);
            proved = Some(ProofBounds::won(turns.unwrap_or(*horizon)));
        } else if numbers == REFUTED {
            let refuted = || edges.iter().filter(|edge| edge.is_refuted());
            let lost = least(&mut refuted().map(Edge::lost_within), false).unwrap_or(UNBOUNDED);
            if lost == UNBOUNDED && *horizon == NO_HORIZON {
                let depths = least(&mut refuted().map(|edge| edge.rests_on), true);
                rests_on = match depths.unwrap_or(NOTHING) {
                    _ if self.goal.wins_by_repetition(&frame.position) => NEVER,
                    depth if depth >= frame.depth => NOTHING,
                    depth => depth,
                };
            }
            if lost < UNBOUNDED {
                proved = Some(ProofBounds::lost(lost));
            } else if rests_on == NOTHING {
                let turns = least(&mut refuted().map(Edge::refuted_to), true).unwrap_or(*horizon);
                proved = Some(self.goal.refutation(&frame.position, turns, *horizon));
            } else {
                // On another path it must be searched again.
                numbers = [INFINITE - 1, 1];
            }
        }
        if let Some(bounds) = proved {
            self.table.add_bounds(*key, bounds, *work);
            return (bounds, rests_on);
        }
        self.table.set_numbers(numbers_key(*key, *horizon), numbers, *work);
        (self.table.bounds(*key), rests_on)
    }
}

/// The key of a node's proof numbers, which hold for one horizon only.
fn numbers_key(key: u64, horizon: u32) -> u64 {
    mix(key ^ (u64::from(horizon) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15), &[])
}

impl<P: Position> Frame<P> {
    /// Computes the numbers of the node. At an OR node the proof number is the minimum over the edges, at an
    /// AND node the disproof number. The other number would be the sum; the maximum plus one for each other
    /// unsolved edge (weak proof-number search) does not count shared subtrees several times.
    fn numbers(&self, threshold_margin: u32) -> NodeNumbers {
        // One edge is enough for the number at `own`; `other` is the index of the other one.
        let (own, other) = if self.or_node { (0, 1) } else { (1, 0) };
        let (mut min, mut second, mut best) = (INFINITE, INFINITE, 0);
        let (mut max, mut unsolved) = (0, 0_u32);
        for (index, edge) in self.edges.iter().enumerate() {
            let number = edge.numbers[own];
            if number < min {
                (second, min, best) = (min, number, index);
            } else if number < second {
                second = number;
            }
            max = max.max(edge.numbers[other]);
            unsolved += u32::from(edge.numbers[other] > 0);
        }
        let others = unsolved.saturating_sub(1);
        let sum = match max {
            0 => 0,
            INFINITE => INFINITE,
            _ => max.saturating_add(others).min(INFINITE - 1),
        };
        let margin = u64::from(second) * u64::from(threshold_margin) / 100;
        let most = u64::from(second) + margin + 1;
        let (mut numbers, mut thresholds) = ([min; 2], self.thresholds);
        numbers[other] = sum;
        thresholds[own] = u64::from(thresholds[own]).min(most) as u32;
        if thresholds[other] < INFINITE {
            thresholds[other] = thresholds[other].saturating_sub(others);
        }
        NodeNumbers { numbers, best, thresholds }
    }
}
