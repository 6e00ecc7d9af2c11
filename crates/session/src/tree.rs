//! A game as a tree of turns.

mod text;

use abstract_game::{End, Reason};

use serde::Serialize;
pub use text::Header;

/// The greatest number of turns in a tree, all branches together.
pub const MAX_NODES: usize = 10_000;
/// The greatest number of turns from the start to a position.
pub const MAX_TURNS: usize = 2_000;
/// The greatest length of a comment in bytes.
pub const MAX_COMMENT: usize = 2_000;

/// The number of a node: 0 is the start position. Numbers of removed nodes are not used again.
pub type NodeId = usize;

/// A turn and what follows it. A page gets it without what follows and without an end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Node {
    /// Its number.
    pub id: NodeId,
    /// The node before it; 0 for the start itself.
    pub parent: NodeId,
    /// The text of the turn; empty at the start.
    pub turn: String,
    /// The turns that follow, the main line first.
    #[serde(skip)]
    pub children: Vec<NodeId>,
    /// A comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The end of the game here, unless the rules ended it.
    #[serde(skip)]
    pub ending: Option<End>,
}

/// A player's time is up.
pub const TIME: Reason = Reason::new("time");

/// Turns with branches and comments. It knows no rules: [`Session`](crate::Session) only adds legal turns.
///
/// ```
/// use session::Tree;
/// let mut tree = Tree::new();
/// let first = tree.add(0, "d4")?;
/// tree.add(first, "swap")?;
/// let other = tree.add(first, "c3")?;
/// assert_eq!(tree.add(first, "c3")?, other);
/// assert_eq!(tree.path(other)?, [first, other]);
/// tree.promote(other)?;
/// assert_eq!(tree.node(first).unwrap().children[0], other);
/// tree.remove(first)?;
/// assert!(tree.node(other).is_none());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Option<Node>>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl Tree {
    /// A tree of the start position only.
    pub fn new() -> Tree {
        Tree { nodes: vec![Some(Node::default())] }
    }

    /// A node; `None` if there is none with this number.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)?.as_ref()
    }

    /// The turns after a node, the main line first.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        let children = self.node(id).map_or(&[][..], |node| &node.children);
        children.iter().filter_map(|&child| self.node(child))
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> Result<&mut Node, String> {
        let node = self.nodes.get_mut(id).and_then(Option::as_mut);
        node.ok_or_else(|| missing(id))
    }

    /// The node with a turn after `parent`, which is added as the last branch if it is new.
    ///
    /// # Errors
    /// There is no such parent, or the tree is full.
    pub fn add(&mut self, parent: NodeId, turn: &str) -> Result<NodeId, String> {
        let mut siblings = self.node(parent).ok_or_else(|| missing(parent))?.children.iter();
        let is_known = |&&id: &&NodeId| self.node(id).is_some_and(|node| node.turn == turn);
        if let Some(&known) = siblings.find(is_known) {
            return Ok(known);
        }
        let id = self.nodes.len();
        if id > MAX_NODES {
            return Err(format!("a game tree has at most {MAX_NODES} turns"));
        }
        self.node_mut(parent)?.children.push(id);
        self.nodes.push(Some(Node { id, parent, turn: turn.to_owned(), ..Node::default() }));
        Ok(id)
    }

    /// The nodes from the first turn to this one; empty for the start.
    ///
    /// # Errors
    /// There is no such node.
    pub fn path(&self, id: NodeId) -> Result<Vec<NodeId>, String> {
        let last = self.node(id).ok_or_else(|| missing(id))?;
        let nodes = std::iter::successors(Some(last), |node| self.node(node.parent));
        let mut path: Vec<_> = nodes.map(|node| node.id).take_while(|&id| id != 0).collect();
        path.reverse();
        Ok(path)
    }

    /// Removes a node and all that follows it. Returns the node before it.
    ///
    /// # Errors
    /// There is no such node, or it is the start.
    pub fn remove(&mut self, id: NodeId) -> Result<NodeId, String> {
        let parent = self.node_mut(id)?.parent;
        if id == 0 {
            return Err("the start cannot be removed".to_owned());
        }
        self.node_mut(parent)?.children.retain(|&child| child != id);
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            doomed.extend(self.nodes[id].take().unwrap_or_default().children);
        }
        Ok(parent)
    }

    /// Makes the branch of a node the main line at every fork before it.
    ///
    /// # Errors
    /// There is no such node.
    pub fn promote(&mut self, id: NodeId) -> Result<(), String> {
        let mut parent = 0;
        for id in self.path(id)? {
            // The others stay in their order.
            self.node_mut(parent)?.children.sort_by_key(|&child| child != id);
            parent = id;
        }
        Ok(())
    }

    /// All nodes but the start, each after its parent, branches in their order.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let mut waiting = vec![0];
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            let node = self.node(id)?;
            waiting.extend(node.children.iter().rev());
            Some(node)
        })
        .skip(1)
    }
}

fn missing(id: NodeId) -> String {
    format!("there is no node {id}")
}
