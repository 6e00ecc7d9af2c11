//! What the searches know of the game: the numbers of move ordering and priors.

use std::sync::Arc;

use super::network::{NETWORK, Network};

search::parameters! {
    /// The knowledge of the game for the searches: the values of captured pieces, in centipawns, and the numbers of move ordering
    /// and priors.
    pub struct SymbolKnowledge {
        /// An `L` on the board.
        pub land_value: i32 = 111, 0 to 1_000;
        /// A `W`.
        pub water_value: i32 = 165, 0 to 1_000;
        /// An `A`.
        pub air_value: i32 = 266, 0 to 1_000;
        /// An `F`.
        pub fire_value: i32 = 214, 0 to 1_000;
        /// A `D`.
        pub destruction_value: i32 = 176, 0 to 1_000;

        /// The priority of a capture, per centipawn of captured pieces. History scores are at most 2^14; captures come before
        /// them.
        pub order_capture: i32 = 64, 1 to 100;
        /// The greatest number of captures of a node of the quiescence search.
        pub captures: usize = 6, 0 to 100;

        /// The centipawns of captured pieces that add 1 to the prior of a capture.
        pub capture_prior: i32 = 300, 1 to 10_000;
        /// The score of the policy that makes a prior of 1.
        pub prior_scale: i32 = 1_000, 1 to 100_000;
    }
    with {
        /// The network of the evaluation; `None` for the engine's own.
        pub(super) network: Option<Arc<Network>> = None;
    }
}

impl SymbolKnowledge {
    /// The network of the evaluation.
    #[inline]
    pub(super) fn network(&self) -> &Network {
        self.network.as_deref().unwrap_or(&NETWORK)
    }
}
