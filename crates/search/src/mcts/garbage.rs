//! Freeing discarded subtrees incrementally.

use super::memory::MemoryBudget;
use super::node::Node;

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
    use crate::mcts::node::{EdgeGroup, Node};

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
