//! The learned parts of a game: what the crate `trainer` needs to train them, and how the evaluation takes another network.

use abstract_game::Position;
use abstract_game::random::SplitMix64;
use grid_topology::CellName;
use search::{MoveOrdering, StaticResult, URGENT};

/// The shape of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Hidden units without their images.
    pub units: usize,
    /// The number of inputs.
    pub inputs: usize,
    /// No position has more inputs that are 1: it bounds the weights, so that sums fit 16 bits.
    pub most_inputs: usize,
    /// By row of the file: the inputs whose weights it adds up. Inputs that are 1 for many rows let training generalise.
    pub rows: Vec<Vec<u16>>,
    /// By symmetry, the image of each input. The first one is the identity.
    pub images: Vec<Vec<u16>>,
    /// The number of sets of output weights.
    pub buckets: usize,
}

/// The inputs of a network that are 1, and the bucket.
pub type Inputs = (Box<[u16]>, u8);

/// A file has not the length of the networks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a network of this game has {expected} bytes, the file has {length}")]
pub struct WrongLength {
    /// The number of bytes of the file.
    pub length: usize,
    /// The number of bytes of a network.
    pub expected: usize,
}

/// Gives knowledge the network of a file, or the engine's own.
pub type SetNetwork<K> = fn(&mut K, Option<&[u8]>) -> Result<(), WrongLength>;

/// The network of a game with this knowledge.
#[derive(Debug)]
pub struct GameNetwork<P: Position, K> {
    /// Whether the network's output is added to the hand-written evaluation.
    pub is_added: bool,
    /// Whether training gets a position with this best action.
    pub is_kept: fn(&P, P::Action) -> bool,
    /// The shape of the network.
    pub shape: fn() -> Shape,
    /// The inputs of a position.
    pub inputs: fn(&P) -> Inputs,
    /// For each piece or stack by how many centipawns the output is higher than if the network did not see it.
    pub shares: fn(&K, &P) -> Vec<(CellName, i32)>,
    /// Makes the evaluation use the network of a file as `trainer train` writes it; `None`: the engine's own. On an error nothing
    /// changes.
    pub set: SetNetwork<K>,
}

/// Whether a position is *quiet*: the static result is open and the best action is not [urgent](URGENT), or the best action is
/// forced.
pub(crate) fn is_quiet<P: Position, K: MoveOrdering<P> + Default>(position: &P, best: P::Action) -> bool {
    let knowledge = K::default();
    let analysis = knowledge.analyse(position);
    match knowledge.static_result(position, &analysis, &mut Vec::new()) {
        StaticResult::Win(_) | StaticResult::Loss(_) => return false,
        StaticResult::Only => return true,
        StaticResult::Open => (),
    }
    let mut priorities = Vec::new();
    knowledge.priorities(position, &analysis, &[best], &mut priorities);
    priorities[0] < URGENT
}

/// For each action that a policy orders the weights that add up, and the index of the best action.
pub type Ordered = (Vec<Vec<u16>>, usize);

/// The policy of a game.
#[derive(Debug)]
pub struct PolicyTraining<P: Position> {
    /// The number of weights.
    pub weights: usize,
    /// The actions of a position with this best action. `None` if the best one is not among them or there is no other.
    pub decision: fn(&P, P::Action) -> Option<Ordered>,
}

/// Won positions that a solver visits below a position, each with the action of the shortest proof. The random numbers choose them.
pub type Proofs<P> = fn(&P, &mut SplitMix64) -> Vec<(P, <P as Position>::Action)>;

/// The policy of a game's solver.
#[derive(Debug)]
pub struct SolverTraining<P: Position> {
    /// The policy.
    pub policy: PolicyTraining<P>,
    /// What it learns from.
    pub proofs: Proofs<P>,
}
