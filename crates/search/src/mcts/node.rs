//! An expanded node of the tree.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::{iter, slice};

use abstract_game::{Player, Verdict};

use super::bounds::Bounds;
use super::edge::{self, GROUP, Statistics};
use super::memory::{self, MemoryBudget};

/// Discarded nodes.
pub(super) type Garbage<A> = Vec<Box<Node<A>>>;

/// The edges of a tree.
pub(super) type Edge<'t, A> = edge::Edge<'t, Node<A>>;
pub(super) type EdgeGroup<A> = edge::EdgeGroup<Node<A>>;

/// An expanded node: its legal actions, and statistics of those that were visited.
///
/// Actions are sorted by prior. Of two unvisited actions selection prefers the one with the higher prior, so the visited
/// ones are always the first ones, and only they have memory for statistics.
pub(super) struct Node<A> {
    /// The player to act.
    pub(super) actor: Player,
    /// Whether anything is proved of any action.
    has_proofs: AtomicBool,
    visited: AtomicU32,
    /// The bits of the sum of the probabilities of the visited actions.
    visited_probability: AtomicU32,
    /// The number of legal actions.
    len: u32,
    /// All legal actions.
    pub(super) moves: Box<[MoveGroup<A>]>,
    edges: EdgeGroup<A>,
    more: OnceLock<Box<EdgeList<A>>>,
}

/// Successive legal actions with the probabilities that they are the best, in arrays like those of an [`EdgeGroup`]. After
/// the last action of a node follow others with probability 0.
pub(super) struct MoveGroup<A> {
    pub(super) probabilities: [f32; GROUP],
    pub(super) actions: [A; GROUP],
}

/// Statistics of further actions.
struct EdgeList<A> {
    groups: Box<[EdgeGroup<A>]>,
    more: OnceLock<Box<EdgeList<A>>>,
}

impl<A> EdgeList<A> {
    fn cost(groups: usize) -> usize {
        memory::cost(size_of::<Self>()) + memory::cost(groups * size_of::<EdgeGroup<A>>())
    }
}

impl<A: Copy> Node<A> {
    /// A node without visited actions: its legal actions in descending order of the probabilities that they are the best.
    pub(super) fn new(actor: Player, actions: &[A], probabilities: &[f32]) -> Self {
        let group = |(actions, probabilities): (&[A], &[f32])| {
            let mut group = MoveGroup { probabilities: [0.0; GROUP], actions: [actions[0]; GROUP] };
            group.probabilities[..actions.len()].copy_from_slice(probabilities);
            group.actions[..actions.len()].copy_from_slice(actions);
            group
        };
        Node {
            actor,
            has_proofs: AtomicBool::new(false),
            visited: AtomicU32::new(0),
            visited_probability: AtomicU32::new(0),
            len: actions.len() as u32,
            moves: actions.chunks(GROUP).zip(probabilities.chunks(GROUP)).map(group).collect(),
            edges: EdgeGroup::new(),
            more: OnceLock::new(),
        }
    }

    /// The number of legal actions.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The legal actions, those with the highest probability first.
    pub(super) fn actions(&self) -> impl Iterator<Item = A> {
        self.moves.iter().flat_map(|group| group.actions).take(self.len())
    }

    /// The action with a number.
    #[inline]
    pub(super) fn action(&self, number: usize) -> A {
        self.moves[number / GROUP].actions[number % GROUP]
    }

    /// The visited actions with their edges.
    pub(super) fn children(&self) -> impl Iterator<Item = (A, Edge<'_, A>)> {
        self.actions().zip(self.edges())
    }

    /// Makes an unvisited action the next one to visit.
    pub(super) fn prefer(&mut self, number: usize) {
        let (next, action) = (self.visited(), self.action(number));
        for later in (next..number).rev() {
            self.moves[(later + 1) / GROUP].actions[(later + 1) % GROUP] = self.action(later);
        }
        self.moves[next / GROUP].actions[next % GROUP] = action;
    }
}

impl<A> Node<A> {
    /// The bytes of a node with `actions` actions, none of them visited, including the overhead of the allocations.
    pub(super) fn cost(actions: usize) -> usize {
        memory::cost(size_of::<Self>()) + memory::cost(actions.div_ceil(GROUP) * size_of::<MoveGroup<A>>())
    }

    /// Removes the nodes below this one. Returns the bytes that this node uses.
    pub(super) fn dismantle(&mut self, mut each: impl FnMut(Box<Node<A>>)) -> usize {
        let mut cost = Self::cost(self.len as usize);
        for (number, groups) in self.lists_mut().enumerate() {
            // The first list is a part of the node.
            if number > 0 {
                cost += EdgeList::<A>::cost(groups.len());
            }
            for group in groups {
                if group.take_nodes(&mut each) {
                    cost += EdgeGroup::<A>::NODES_COST;
                }
            }
        }
        cost
    }

    /// The probability of the action with a number.
    #[inline]
    pub(super) fn probability(&self, number: usize) -> f32 {
        self.moves[number / GROUP].probabilities[number % GROUP]
    }

    /// The number of visited actions: the first ones.
    #[inline]
    pub(super) fn visited(&self) -> usize {
        self.visited.load(Relaxed) as usize
    }

    /// The sum of the probabilities of the visited actions.
    #[inline]
    pub(super) fn visited_probability(&self) -> f32 {
        f32::from_bits(self.visited_probability.load(Relaxed))
    }

    /// Whether anything is proved of any action.
    #[inline]
    pub(super) fn has_proofs(&self) -> bool {
        self.has_proofs.load(Relaxed)
    }

    /// The lists of groups, each with the place of the next list.
    #[inline]
    fn lists(&self) -> impl Iterator<Item = (&[EdgeGroup<A>], &OnceLock<Box<EdgeList<A>>>)> {
        let first = Some((slice::from_ref(&self.edges), &self.more));
        iter::successors(first, |(_, more)| more.get().map(|list| (&*list.groups, &list.more)))
    }

    /// The lists of groups.
    fn lists_mut(&mut self) -> impl Iterator<Item = &mut [EdgeGroup<A>]> {
        let mut next = self.more.get_mut();
        let later = iter::from_fn(move || {
            let EdgeList { groups, more } = &mut **next.take()?;
            next = more.get_mut();
            Some(&mut **groups)
        });
        iter::once(slice::from_mut(&mut self.edges)).chain(later)
    }

    /// The edges in groups, with those of unvisited actions.
    #[inline]
    pub(super) fn groups(&self) -> impl Iterator<Item = &EdgeGroup<A>> {
        self.lists().flat_map(|(groups, _)| groups)
    }

    /// The visited actions.
    pub(super) fn edges(&self) -> impl Iterator<Item = Edge<'_, A>> {
        self.groups().flat_map(|group| (0..GROUP).map(move |slot| Edge { group, slot })).take(self.visited())
    }

    /// Counts the action number `visited` as visited, and allocates memory for its statistics. `None` if there is not
    /// enough memory.
    pub(super) fn visit(&self, visited: usize, memory: &MemoryBudget) -> Option<Edge<'_, A>> {
        loop {
            if let Some(group) = self.groups().nth(visited / GROUP) {
                if self.visited.fetch_max(visited as u32 + 1, Relaxed) == visited as u32 {
                    let sum = self.visited_probability() + self.probability(visited);
                    self.visited_probability.store(sum.to_bits(), Relaxed);
                }
                return Some(Edge { group, slot: visited % GROUP });
            }
            let add = |(sum, _), (groups, more): (&[EdgeGroup<A>], _)| (sum + groups.len(), more);
            let (groups, more) = self.lists().fold((0, &self.more), add);
            // Twice as many as before.
            let groups = (2 * groups).min(self.moves.len() - groups);
            let cost = EdgeList::<A>::cost(groups);
            if !memory.reserve(cost) {
                return None;
            }
            let groups = (0..groups).map(|_| EdgeGroup::new()).collect();
            if more.set(Box::new(EdgeList { groups, more: OnceLock::new() })).is_err() {
                // Another thread was faster.
                memory.release(cost);
            }
        }
    }

    /// The edge of a visited action.
    #[inline]
    pub(super) fn edge(&self, number: usize) -> Edge<'_, A> {
        let group = self.groups().nth(number / GROUP).expect("a visited action has an edge");
        Edge { group, slot: number % GROUP }
    }

    /// The edge of a visited action as the root of a tree.
    pub(super) fn take_as_root(&mut self, number: usize) -> EdgeGroup<A> {
        let group = self.lists_mut().flatten().nth(number / GROUP).expect("a visited action has an edge");
        group.take_as_root(number % GROUP)
    }

    /// Takes the nodes below this one with fewer visits than `least`. Returns the others.
    pub(super) fn prune<'n>(
        &'n mut self,
        least: u32,
        garbage: &mut Garbage<A>,
        kept: &mut Vec<&'n mut Node<A>>,
    ) {
        for (visits, place) in self.lists_mut().flatten().flat_map(EdgeGroup::nodes_mut) {
            if visits < least {
                garbage.extend(place.take());
            } else {
                kept.extend(place.get_mut().map(|node| &mut **node));
            }
        }
    }

    /// The bounds that follow from those of the actions, for the player to act. Call it after bounds of an edge have
    /// changed.
    pub(super) fn bounds(&self) -> Bounds {
        self.has_proofs.store(true, Relaxed);
        let lowest = if self.visited() < self.len as usize { Verdict::Win } else { Verdict::Loss };
        let (mut lower, mut upper) = (Verdict::Loss, lowest);
        // The player to act chooses the nearest win, otherwise the farthest loss.
        let (mut nearest, mut farthest) = (u16::MAX, 0);
        for edge in self.edges() {
            let bounds = edge.bounds_from_parent();
            lower = lower.max(bounds.lower());
            upper = upper.max(bounds.upper());
            match bounds.verdict() {
                Some(Verdict::Win) => nearest = nearest.min(bounds.turns()),
                Some(Verdict::Loss) => farthest = farthest.max(bounds.turns()),
                _ => {}
            }
        }
        let turns = match (lower, upper) {
            (Verdict::Win, _) => nearest,
            (_, Verdict::Loss) => farthest,
            _ => 0,
        };
        Bounds::new(lower, upper, turns)
    }

    /// The mean value of the visited actions that are not proved losses, for the player to act; `None` if there are none.
    pub(super) fn mean_without_losses(&self) -> Option<u32> {
        let (mut visits, mut sum) = (0, 0);
        for edge in self.edges().filter(|edge| edge.bounds().upper() != Verdict::Loss) {
            let statistics: Statistics = edge.statistics();
            visits += u64::from(statistics.visits);
            sum += u64::from(statistics.visits) * u64::from(edge.bounds().clamp(statistics.mean));
        }
        sum.checked_div(visits).map(|mean| mean as u32)
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{Player, Verdict};

    use super::Node;
    use crate::mcts::bounds::{Bounds, WIN_VALUE};
    use crate::mcts::memory::MemoryBudget;

    const LARGE: usize = 1_000;

    fn node(actor: Player, edges: &[(Bounds, bool)]) -> Node<u32> {
        let actions: Vec<_> = (0..edges.len() as u32).collect();
        let node = Node::new(actor, &actions, &vec![0.1; actions.len()]);
        for (number, &(bounds, ends_turn)) in edges.iter().enumerate() {
            let edge = node.visit(number, &MemoryBudget::new(LARGE)).expect("enough memory");
            edge.open(ends_turn, bounds, None);
        }
        node
    }

    #[test]
    fn the_nearest_win_is_backed_up_and_a_turn_counts_where_it_ends() {
        let win = |turns| Bounds::proved(Verdict::Win, turns);
        let parent = node(Player::P1, &[(win(3), true), (win(3), false), (Bounds::UNKNOWN, true)]);
        assert_eq!(parent.bounds(), win(3));
        let edge = parent.edges().nth(2).expect("an edge");
        assert!(edge.tighten(win(3)));
        assert!(!edge.tighten(win(2)));
        // For the opponent.
        let parent = node(Player::P1, &[(win(3), true)]);
        assert_eq!(parent.bounds().reversed(), Bounds::proved(Verdict::Loss, 4));
    }

    #[test]
    fn the_farthest_loss_is_backed_up_if_all_actions_lose() {
        let loss = |turns| Bounds::proved(Verdict::Loss, turns);
        let parent = node(Player::P2, &[(loss(2), true), (loss(6), true)]);
        assert_eq!(parent.bounds().reversed(), Bounds::proved(Verdict::Win, 7));
    }

    #[test]
    fn an_unvisited_action_may_win() {
        let loss = Bounds::proved(Verdict::Loss, 2);
        let parent: Node<u32> = Node::new(Player::P1, &[5, 6], &[0.5, 0.5]);
        parent.visit(0, &MemoryBudget::new(LARGE)).expect("enough memory").open(true, loss, None);
        assert_eq!(parent.bounds(), Bounds::UNKNOWN);
        parent.visit(1, &MemoryBudget::new(LARGE)).expect("enough memory").open(true, loss, None);
        assert_eq!(parent.bounds(), Bounds::proved(Verdict::Loss, 3));
    }

    #[test]
    fn a_draw_is_proved_if_no_action_can_win() {
        let draw = Bounds::proved(Verdict::Draw, 0);
        let no_win = Bounds::new(Verdict::Loss, Verdict::Draw, 0);
        let bounds = node(Player::P1, &[(draw, true), (Bounds::UNKNOWN, true)]).bounds();
        assert_eq!((bounds.lower(), bounds.upper()), (Verdict::Draw, Verdict::Win));
        let bounds = node(Player::P1, &[(draw, true), (no_win, true)]).bounds();
        assert_eq!(bounds.verdict(), Some(Verdict::Draw));
    }

    #[test]
    fn refuted_actions_do_not_count_in_the_mean() {
        let loss = Bounds::proved(Verdict::Loss, 2);
        let parent = node(Player::P1, &[(loss, true), (Bounds::UNKNOWN, true), (Bounds::UNKNOWN, true)]);
        assert_eq!(parent.mean_without_losses(), None);
        for (edge, value) in parent.edges().zip([0, WIN_VALUE, WIN_VALUE / 2]) {
            edge.back_up(value, 0, 0);
        }
        assert_eq!(parent.mean_without_losses(), Some(WIN_VALUE / 4 * 3));
    }

    #[test]
    fn edges_are_made_at_the_first_visit() {
        let memory = MemoryBudget::new(LARGE);
        let actions: Vec<u64> = (0..1_000).collect();
        let mut node = Node::new(Player::P1, &actions, &[0.001; 1_000]);
        for number in 0..1_000 {
            assert_eq!(node.visited(), number);
            let edge = node.visit(number, &memory).expect("enough memory");
            edge.open(true, Bounds::UNKNOWN, None);
            edge.back_up(number as u32, 0, 0);
            assert!(node.groups().count() * 8 < number * 3 + 9);
        }
        assert_eq!(node.groups().count(), 125);
        for (number, (action, edge)) in node.children().enumerate() {
            assert_eq!((action, edge.statistics().mean), (number as u64, number as u32));
        }
        let cost = node.dismantle(|_| unreachable!("there are no nodes below"));
        assert_eq!(cost, Node::<u64>::cost(1_000) + memory.used());
    }
}
