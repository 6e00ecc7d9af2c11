//! What the searches know of the game: the numbers of move ordering and priors, and the network.

use std::sync::Arc;

use super::network::{NETWORK, Network};

search::parameters! {
    /// The knowledge of the game for the searches: the numbers of move ordering and priors, and the network.
    pub struct SnorkelsKnowledge {
        /// The priority of a quiet placement: per opposing neighbour. The sum of all neighbours is below 256.
        pub next_to_enemy: u32 = 24, 0 to 31;
        /// Per own diagonal neighbour.
        pub diagonal_to_own: u32 = 16, 0 to 31;
        /// Per own neighbour.
        pub next_to_own: u32 = 6, 0 to 31;
        /// Per empty neighbour.
        pub free_neighbour: u32 = 4, 0 to 31;
        /// In the own shelter.
        pub own_shelter: i32 = -120, -1_000 to 0;

        /// The prior of a placement that is known to lose, the natural logarithm of its odds.
        pub losing_prior: f32 = -10.0, -30.0 to 0.0;
    }
    with {
        /// The network of the evaluation; `None` for the engine's own.
        pub(super) network: Option<Arc<Network>> = None;
    }
}

impl SnorkelsKnowledge {
    /// The network of the evaluation.
    #[inline]
    pub(super) fn network(&self) -> &Network {
        self.network.as_deref().unwrap_or(&NETWORK)
    }
}
