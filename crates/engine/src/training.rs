//! What a game offers for training: the crate `trainer` asks for it.

use abstract_game::Position;

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Hidden units without their images.
    pub units: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// By row of the file: the inputs whose weights it adds up. Inputs that are 1 for many rows let training generalise.
    pub rows: Vec<Vec<u16>>,
    /// By symmetry, the image of each input. The first one is the identity.
    pub images: Vec<Vec<u16>>,
    /// The number of sets of output weights.
    pub buckets: usize,
}

/// The evaluation of a position by a network, in centipawns.
pub type Evaluate<P> = Box<dyn Fn(&P) -> i32 + Sync>;

/// The network of a game.
pub trait NetworkTraining<P: Position>: Sync {
    /// Whether training also gets positions beside the games: after one to three actions of the playout policy.
    fn aside(&self) -> bool;

    /// Whether the network's output is added to the hand-written evaluation.
    fn is_added(&self) -> bool;

    /// Whether training gets a position with this best action.
    fn is_kept(&self, position: &P, best: P::Action) -> bool;

    /// The shape of the network.
    fn shape(&self) -> Shape;

    /// The inputs that are 1, and the bucket. `None` if the network does not know such boards.
    fn inputs(&self, position: &P) -> Option<(Box<[u16]>, u8)>;

    /// The engine's network with these weights: its output for a position that it knows. `None` if the file does not have the
    /// engine's shape.
    fn rounded(&self, file: &[u8]) -> Option<Evaluate<P>>;
}

/// The policy of a game.
pub trait PolicyTraining<P: Position>: Sync {
    /// The number of weights.
    fn weights(&self) -> usize;

    /// For each action that the policy orders the weights that add up, and the index of the best action. `None` if the best one is
    /// not among them or there is no other.
    fn decision(&self, position: &P, best: P::Action) -> Option<(Vec<Vec<u16>>, usize)>;
}
