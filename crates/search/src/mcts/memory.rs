//! How much memory the tree may take, and giving it back without a pause.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::node::Node;

/// Counts the bytes of all nodes, those thrown away but not yet freed included.
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

    /// The bytes of a list of so many children, with what an allocation costs beside them.
    pub(super) fn cost<A>(children: usize) -> usize {
        children * size_of::<Node<A>>() + 16
    }

    /// Takes memory if there is enough.
    pub(super) fn reserve(&self, bytes: usize) -> bool {
        let used = self.used.fetch_add(bytes, Relaxed);
        let fits = used.saturating_add(bytes) <= self.limit;
        if !fits {
            self.release(bytes);
        }
        fits
    }

    /// Takes memory even where there is not enough: without a root there is no answer.
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

    /// How full, in per mille.
    pub(super) fn hashfull(&self) -> u32 {
        let share = self.used() as u128 * 1000 / self.limit as u128;
        share.min(1000) as u32
    }
}

/// Lists of nodes that no tree holds any more. Freeing a big tree takes long, so it is done a little
/// at a time, and never by recursion, because trees can be very deep.
pub(super) struct Garbage<A>(Vec<Vec<Node<A>>>);

impl<A> Garbage<A> {
    pub(super) fn new() -> Self {
        Garbage(Vec::new())
    }

    /// Throws nodes away with all that hangs on them.
    pub(super) fn add(&mut self, nodes: Vec<Node<A>>) {
        self.0.push(nodes);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Frees up to so many lists.
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
    use abstract_game::Player;

    use super::{Garbage, MemoryBudget};
    use crate::mcts::node::{Bounds, Node};

    fn node() -> Node<u32> {
        Node::new(0, 0.0, true, Player::P1, Bounds::UNKNOWN, None)
    }

    #[test]
    fn memory_is_never_overdrawn() {
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
