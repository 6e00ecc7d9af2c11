//! The memory limit of the tree, and freeing discarded subtrees incrementally.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::node::Node;

/// The bytes of an allocation, including its overhead.
pub(super) const fn cost(bytes: usize) -> usize {
    bytes + 16
}

/// Counts the bytes of all nodes, including those discarded but not yet freed.
pub(super) struct MemoryBudget {
    used: AtomicUsize,
    limit: usize,
}

impl MemoryBudget {
    pub(super) fn new(mebibytes: usize) -> Self {
        MemoryBudget { used: AtomicUsize::new(0), limit: Self::bytes(mebibytes) }
    }

    fn bytes(mebibytes: usize) -> usize {
        mebibytes.max(1).saturating_mul(1 << 20)
    }

    pub(super) fn set_limit(&mut self, mebibytes: usize) {
        self.limit = Self::bytes(mebibytes);
    }

    /// Reserves memory within the limit. Returns whether there was enough.
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        let used = self.used.fetch_add(bytes, Relaxed);
        let fits = used.saturating_add(bytes) <= self.limit;
        if !fits {
            self.release(bytes);
        }
        fits
    }

    /// Reserves memory even beyond the limit: the root is always expanded.
    pub(super) fn reserve_unchecked(&self, bytes: usize) {
        self.used.fetch_add(bytes, Relaxed);
    }

    pub(super) fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Relaxed);
    }

    pub(super) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// The used share of the limit, in per mille.
    pub(super) fn hashfull(&self) -> u32 {
        (self.used() / (self.limit / 1000)).min(1000) as u32
    }
}

/// Discarded nodes. Freeing a large tree takes long, so it is done a few nodes at a time, and without recursion, because
/// trees can be very deep.
#[expect(clippy::vec_box, reason = "they are boxes in the tree, and a node is large")]
pub(super) struct Garbage<A>(Vec<Box<Node<A>>>);

impl<A> Garbage<A> {
    pub(super) fn new() -> Self {
        Garbage(Vec::new())
    }

    /// Adds a discarded node with its subtree.
    pub(super) fn add(&mut self, node: Box<Node<A>>) {
        self.0.push(node);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Frees up to `nodes` nodes; their children become garbage.
    pub(super) fn free(&mut self, nodes: usize, memory: &MemoryBudget) {
        for _ in 0..nodes {
            let Some(mut node) = self.0.pop() else { return };
            memory.release(node.dismantle(|child| self.0.push(child)));
        }
    }

    pub(super) fn free_all(&mut self, memory: &MemoryBudget) {
        self.free(usize::MAX, memory);
        self.0 = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Player;

    use super::{Garbage, MemoryBudget};
    use crate::mcts::edge::EdgeGroup;
    use crate::mcts::node::Node;

    #[test]
    fn reservations_stay_within_the_limit() {
        let memory = MemoryBudget::new(1);
        assert!(memory.reserve(1 << 19));
        assert!(!memory.reserve((1 << 19) + 1));
        assert!(memory.reserve(1 << 19));
        assert_eq!(memory.hashfull(), 1000);
        memory.release(1 << 20);
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn a_tree_a_million_deep_is_freed_without_recursion() {
        let memory = MemoryBudget::new(1000);
        let node = || -> Box<Node<u32>> {
            assert!(memory.reserve(Node::<u32>::cost(1)));
            Box::new(Node::new(Player::P1, &[0], &[1.0]))
        };
        let mut top = node();
        for _ in 0..1_000_000 {
            let parent = node();
            let edge = parent.visit(0, &memory).expect("enough memory");
            assert!(memory.reserve(edge.list_cost()));
            assert!(!edge.set_node(top));
            top = parent;
        }
        assert_eq!(
            memory.used(),
            1_000_001 * Node::<u32>::cost(1) + 1_000_000 * EdgeGroup::<u32>::NODES_COST
        );
        let mut garbage = Garbage::new();
        garbage.add(top);
        garbage.free(10, &memory);
        assert!(!garbage.is_empty());
        garbage.free_all(&memory);
        assert_eq!(memory.used(), 0);
    }
}
