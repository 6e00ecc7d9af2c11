//! The memory limit of the tree, and freeing discarded subtrees incrementally.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::node::Node;

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

    /// The bytes of a list of children, including the overhead of the allocation.
    pub(super) fn cost<A>(children: usize) -> usize {
        children * size_of::<Node<A>>() + 16
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
        let share = self.used() as u128 * 1000 / self.limit as u128;
        share.min(1000) as u32
    }
}

/// Discarded lists of nodes. Freeing a large tree takes long, so it is done a few lists at a time, and without
/// recursion, because trees can be very deep.
pub(super) struct Garbage<A>(Vec<Vec<Node<A>>>);

impl<A> Garbage<A> {
    pub(super) fn new() -> Self {
        Garbage(Vec::new())
    }

    /// Adds discarded nodes with their subtrees.
    pub(super) fn add(&mut self, nodes: Vec<Node<A>>) {
        self.0.push(nodes);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Frees up to `lists` lists of nodes; their children become garbage.
    pub(super) fn free(&mut self, lists: usize, memory: &MemoryBudget) {
        for _ in 0..lists {
            let Some(mut nodes) = self.0.pop() else { return };
            for node in &mut nodes {
                if let Some(children) = node.children.take() {
                    self.0.push(children.into_vec());
                }
            }
            memory.release(MemoryBudget::cost::<A>(nodes.capacity()));
        }
    }

    pub(super) fn free_all(&mut self, memory: &MemoryBudget) {
        self.free(usize::MAX, memory);
        self.0 = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use super::{Garbage, MemoryBudget};
    use crate::mcts::node::Node;

    fn node() -> Node<u32> {
        Node::new(0, 0.0)
    }

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
        let mut top = node();
        for _ in 0..1_000_000 {
            let parent = node();
            assert!(memory.reserve(MemoryBudget::cost::<u32>(1)));
            assert!(parent.children.set(vec![top].into()).is_ok());
            top = parent;
        }
        let mut garbage = Garbage::new();
        assert!(memory.reserve(MemoryBudget::cost::<u32>(1)));
        garbage.add(vec![top]);
        garbage.free(10, &memory);
        assert!(!garbage.is_empty());
        garbage.free_all(&memory);
        assert_eq!(memory.used(), 0);
    }
}
