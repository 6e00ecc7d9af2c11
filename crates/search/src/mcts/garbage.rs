//! Freeing discarded subtrees incrementally.

use super::memory::MemoryBudget;
use super::node::Garbage;

/// Frees up to `nodes` nodes; their children become garbage. Freeing a large tree takes long, so it is done a few nodes at a
/// time, and without recursion, because trees can be very deep.
pub(super) fn free<A>(garbage: &mut Garbage<A>, nodes: usize, memory: &MemoryBudget) {
    for _ in 0..nodes {
        let Some(mut node) = garbage.pop() else { return };
        memory.release(node.dismantle(|child| garbage.push(child)));
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::Player;

    use super::{MemoryBudget, free};
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
        let mut garbage = vec![top];
        free(&mut garbage, 10, &memory);
        assert!(!garbage.is_empty());
        free(&mut garbage, usize::MAX, &memory);
        assert_eq!(memory.used(), 0);
    }
}
