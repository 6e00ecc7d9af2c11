//! The statistics of the actions that were visited: 14 bytes an action.

use std::array;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use abstract_game::{End, Player};

use super::bounds::{Bounds, WIN_VALUE, verdict_value};

/// The number of visits and the mean value of the playouts through an action, for the player who plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statistics {
    pub(super) visits: u32,
    /// The value of a draw without visits.
    pub(super) mean: u32,
}

impl Statistics {
    const NONE: Statistics = Statistics { visits: 0, mean: WIN_VALUE / 2 };

    const fn pack(self) -> u64 {
        (self.visits as u64) << 32 | self.mean as u64
    }

    #[inline]
    pub(super) const fn unpack(bits: u64) -> Statistics {
        Statistics { visits: (bits >> 32) as u32, mean: bits as u32 }
    }

    /// With a number of visits more, and a sum of values more. The sum is at least 0 and the number at least 1 afterwards.
    #[inline]
    fn plus(self, visits: i64, sum: i64) -> Statistics {
        let visits = (i64::from(self.visits) + visits).max(1) as u64;
        let sum = (i64::from(self.visits) * i64::from(self.mean) + sum).max(0) as u64;
        // Rounded, because an error in one direction would grow with the visits.
        let mean = ((sum + visits / 2) / visits).min(u64::from(WIN_VALUE));
        Statistics { visits: visits as u32, mean: mean as u32 }
    }

    /// From the other player's view.
    pub(super) fn reversed_if(self, reverse: bool) -> Statistics {
        if reverse { Statistics { mean: WIN_VALUE - self.mean, ..self } } else { self }
    }
}

/// What is known about the position after an action: bounds and constant properties, in 21 bits.
#[derive(Clone, Copy)]
struct Mark(u32);

impl Mark {
    const NONE: Mark = Mark(Bounds::UNKNOWN.0 as u32);
    const OPEN: u32 = 1 << 16;
    const ENDS_TURN: u32 = 1 << 17;
    const REPETITION: u32 = 1 << 18;
    const VERDICT_SHIFT: u32 = 19;

    fn new(ends_turn: bool, bounds: Bounds, repetition: Option<End>) -> Mark {
        let mut bits = Self::OPEN | u32::from(bounds.0);
        if ends_turn {
            bits |= Self::ENDS_TURN;
        }
        if let Some(end) = repetition {
            bits |= Self::REPETITION | (end.verdict(Player::P1) as u32) << Self::VERDICT_SHIFT;
        }
        Mark(bits)
    }

    const fn bounds(self) -> Bounds {
        Bounds(self.0 as u16)
    }

    fn with_bounds(self, bounds: Bounds) -> Mark {
        Mark(self.0 & !0xffff | u32::from(bounds.0))
    }
}

/// The number of actions in an [`EdgeGroup`].
pub(super) const GROUP: usize = 8;

/// Successive actions of a node, in arrays, so that selection reads consecutive memory. `N` is the type of a node.
pub(super) struct EdgeGroup<N> {
    statistics: [AtomicU64; GROUP],
    marks: [AtomicU32; GROUP],
    /// The expanded nodes after the actions.
    nodes: OnceLock<Box<NodeGroup<N>>>,
}

type NodeGroup<N> = [OnceLock<Box<N>>; GROUP];

impl<N> EdgeGroup<N> {
    /// The bytes of the list of nodes, including the overhead of the allocation.
    pub(super) const NODES_COST: usize = size_of::<NodeGroup<N>>() + 16;

    pub(super) fn new() -> Self {
        EdgeGroup {
            statistics: array::from_fn(|_| AtomicU64::new(Statistics::NONE.pack())),
            marks: array::from_fn(|_| AtomicU32::new(Mark::NONE.0)),
            nodes: OnceLock::new(),
        }
    }

    /// A group with only the first action in use, for the root of a tree.
    pub(super) fn root() -> Self {
        let group = EdgeGroup::new();
        Edge { group: &group, slot: 0 }.open(false, Bounds::UNKNOWN, None);
        group
    }

    /// The node after the first action.
    pub(super) fn node_mut(&mut self) -> Option<&mut N> {
        self.nodes.get_mut()?[0].get_mut().map(|node| &mut **node)
    }

    /// Removes the node after the first action.
    pub(super) fn take_node(&mut self) -> Option<Box<N>> {
        self.nodes.get_mut()?[0].take()
    }

    /// The list of nodes, and whether it is new.
    fn list(&self) -> (&NodeGroup<N>, bool) {
        let mut is_new = false;
        let list = self.nodes.get_or_init(|| {
            is_new = true;
            Box::new(array::from_fn(|_| OnceLock::new()))
        });
        (list, is_new)
    }

    /// The visits and mean values of all actions. Signed, because processors convert several of them to floating point at
    /// once.
    #[inline]
    pub(super) fn statistics(&self) -> ([i32; GROUP], [i32; GROUP]) {
        let all =
            array::from_fn::<_, GROUP, _>(|slot| Statistics::unpack(self.statistics[slot].load(Relaxed)));
        (all.map(|one| one.visits as i32), all.map(|one| one.mean as i32))
    }

    /// The action at `slot` as the first one of a new group, with its node.
    pub(super) fn take_as_root(&mut self, slot: usize) -> Self {
        let mut root = EdgeGroup::root();
        *root.statistics[0].get_mut() = *self.statistics[slot].get_mut();
        *root.marks[0].get_mut() = *self.marks[slot].get_mut();
        if let Some(node) = self.nodes.get_mut().and_then(|nodes| nodes[slot].take()) {
            Edge { group: &root, slot: 0 }.set_node(node);
        }
        root
    }

    /// The visits of each action, with the place of the node after it.
    pub(super) fn nodes_mut(&mut self) -> impl Iterator<Item = (u32, &mut OnceLock<Box<N>>)> {
        let visits = self.statistics.iter_mut().map(|bits| Statistics::unpack(*bits.get_mut()).visits);
        visits.zip(self.nodes.get_mut().into_iter().flat_map(|nodes| nodes.iter_mut()))
    }

    /// Removes the expanded nodes, and the list of them. Returns whether there was a list.
    pub(super) fn take_nodes(&mut self, mut each: impl FnMut(Box<N>)) -> bool {
        let nodes = self.nodes.take();
        let any = nodes.is_some();
        nodes.into_iter().flat_map(|nodes| *nodes).filter_map(OnceLock::into_inner).for_each(&mut each);
        any
    }
}

/// An action of a node: its statistics, what is proved of it, and the node after it. Values and bounds are from the view of
/// the player who plays the action.
///
/// While threads share a tree they only add to it, so they need no locks.
pub(super) struct Edge<'t, N> {
    pub(super) group: &'t EdgeGroup<N>,
    pub(super) slot: usize,
}

impl<N> Clone for Edge<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for Edge<'_, N> {}

impl<'t, N> Edge<'t, N> {
    #[inline]
    pub(super) fn statistics(self) -> Statistics {
        Statistics::unpack(self.group.statistics[self.slot].load(Relaxed))
    }

    pub(super) fn visits(self) -> u32 {
        self.statistics().visits
    }

    /// The mean value, within the bounds.
    pub(super) fn value(self) -> u32 {
        self.bounds().clamp(self.statistics().mean)
    }

    /// Adds the virtual loss of a playout that begins; 0 if no other thread searches. Returns the statistics before.
    #[inline]
    pub(super) fn add_virtual_loss(self, virtual_loss: u32) -> Statistics {
        if virtual_loss == 0 {
            return self.statistics();
        }
        self.update(|statistics| statistics.plus(i64::from(virtual_loss), 0))
    }

    /// Adds a finished playout and removes its virtual loss. `change` corrects the sum of all values.
    #[inline]
    pub(super) fn back_up(self, value: u32, change: i64, virtual_loss: u32) {
        let new = |old: Statistics| old.plus(1 - i64::from(virtual_loss), i64::from(value) + change);
        if virtual_loss == 0 {
            self.group.statistics[self.slot].store(new(self.statistics()).pack(), Relaxed);
        } else {
            self.update(new);
        }
    }

    fn update(self, new: impl Fn(Statistics) -> Statistics) -> Statistics {
        let update = |bits| Some(new(Statistics::unpack(bits)).pack());
        let old = self.group.statistics[self.slot].fetch_update(Relaxed, Relaxed, update);
        Statistics::unpack(old.unwrap_or_else(|old| old))
    }

    #[inline]
    fn mark(self) -> Mark {
        Mark(self.group.marks[self.slot].load(Relaxed))
    }

    /// Sets the properties of the position after the action, once. `bounds` are those of a finished game, or unknown.
    pub(super) fn open(self, ends_turn: bool, bounds: Bounds, repetition: Option<End>) {
        let new = Mark::new(ends_turn, bounds, repetition).0;
        // If another thread was faster, it may have proved more since.
        let _ = self.group.marks[self.slot].compare_exchange(Mark::NONE.0, new, Relaxed, Relaxed);
    }

    /// Whether [`open`](Self::open) was called. The properties below are meaningless before.
    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.mark().0 & Mark::OPEN != 0
    }

    #[inline]
    pub(super) fn bounds(self) -> Bounds {
        self.mark().bounds()
    }

    /// Whether the action ends the turn.
    #[inline]
    pub(super) fn ends_turn(self) -> bool {
        self.mark().0 & Mark::ENDS_TURN != 0
    }

    /// The value for player 1 if the state is a repetition. It depends on the path, so it is never a proof.
    #[inline]
    pub(super) fn repetition(self) -> Option<u32> {
        let bits = self.mark().0;
        (bits & Mark::REPETITION != 0)
            .then(|| verdict_value(Bounds::unpack((bits >> Mark::VERDICT_SHIFT) as u16)))
    }

    /// The bounds with the distance counted from before the action.
    pub(super) fn bounds_from_parent(self) -> Bounds {
        self.bounds().one_turn_later_if(self.ends_turn())
    }

    /// Whether the action was visited or proved.
    pub(super) fn is_searched(self) -> bool {
        self.visits() > 0 || self.bounds().verdict().is_some()
    }

    /// Makes the bounds tighter. Returns whether that changes more than the distance.
    pub(super) fn tighten(self, bounds: Bounds) -> bool {
        let tightened = |old| Some(Mark(old).with_bounds(Mark(old).bounds().tightened(bounds)?).0);
        self.group.marks[self.slot].fetch_update(Relaxed, Relaxed, tightened).is_ok()
    }

    /// The node after the action, if it was expanded.
    #[inline]
    pub(super) fn node(self) -> Option<&'t N> {
        self.group.nodes.get()?[self.slot].get().map(|node| &**node)
    }

    /// The bytes that [`make_list`](Self::make_list) will allocate.
    pub(super) fn list_cost(self) -> usize {
        if self.group.nodes.get().is_some() { 0 } else { EdgeGroup::<N>::NODES_COST }
    }

    /// Makes the list of nodes. Returns whether there was none.
    pub(super) fn make_list(self) -> bool {
        self.group.list().1
    }

    /// Sets the expanded node. Returns whether another thread has done it before.
    pub(super) fn set_node(self, node: Box<N>) -> bool {
        self.group.list().0[self.slot].set(node).is_err()
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{End, Player, Reason, Verdict};

    use super::{Edge, EdgeGroup, GROUP, Statistics};
    use crate::mcts::bounds::{Bounds, WIN_VALUE};

    fn edge(group: &EdgeGroup<u32>) -> Edge<'_, u32> {
        Edge { group, slot: 3 }
    }

    #[test]
    fn an_edge_is_small() {
        assert!(size_of::<EdgeGroup<u64>>() <= 14 * GROUP);
    }

    #[test]
    fn a_repetition_has_a_value_but_no_bounds() {
        let group = EdgeGroup::new();
        let edge = edge(&group);
        assert!(!edge.is_open());
        edge.open(true, Bounds::UNKNOWN, Some(End::win(Player::P2, Reason::REPETITION)));
        assert!(edge.is_open() && edge.ends_turn());
        assert_eq!(edge.repetition(), Some(0));
        assert_eq!(edge.bounds(), Bounds::UNKNOWN);
        let edge = Edge { slot: 4, ..edge };
        edge.open(false, Bounds::UNKNOWN, Some(End::draw(Reason::REPETITION)));
        assert_eq!(edge.repetition(), Some(WIN_VALUE / 2));
        assert!(!edge.ends_turn());
        let edge = Edge { slot: 5, ..edge };
        edge.open(true, Bounds::proved(Verdict::Win, 0), None);
        assert_eq!(edge.repetition(), None);
        assert_eq!(edge.bounds_from_parent(), Bounds::proved(Verdict::Win, 1));
        // Only the first call has an effect.
        edge.open(false, Bounds::UNKNOWN, None);
        assert_eq!(edge.bounds_from_parent(), Bounds::proved(Verdict::Win, 1));
    }

    #[test]
    fn visits_and_values_add_up() {
        for virtual_loss in [0, 3] {
            let group = EdgeGroup::new();
            let edge = edge(&group);
            assert_eq!(edge.value(), WIN_VALUE / 2);
            for (visits, value) in [WIN_VALUE, 0, 0, WIN_VALUE, WIN_VALUE, WIN_VALUE].into_iter().enumerate()
            {
                assert_eq!(edge.add_virtual_loss(virtual_loss).visits, visits as u32);
                assert_eq!(edge.visits(), visits as u32 + virtual_loss);
                edge.back_up(value, 0, virtual_loss);
            }
            let Statistics { visits, mean } = edge.statistics();
            assert_eq!(visits, 6);
            assert!(mean.abs_diff(WIN_VALUE / 6 * 4) < 10, "{mean}");
            edge.back_up(0, -i64::from(WIN_VALUE) * 10, 0);
            assert_eq!(edge.statistics(), Statistics { visits: 7, mean: 0 });
        }
    }

    #[test]
    fn a_mean_of_many_values_has_no_drift() {
        let mut statistics = Statistics::NONE;
        for _ in 0..3_000_000 {
            statistics = statistics.plus(1, i64::from(WIN_VALUE / 3));
        }
        assert!(statistics.mean.abs_diff(WIN_VALUE / 3) <= 1);
    }
}
