//! What the searches know of the game: the numbers of evaluation, move ordering and priors.

use std::sync::Arc;

use super::network::{NETWORK, Network};

search::parameters! {
    /// The knowledge of the game for the searches: the numbers of evaluation, in centipawns, of move ordering and priors.
    pub struct SnorkelsKnowledge {
        /// Per empty cell that a colour reaches first.
        pub reach: i32 = 9, 0 to 60;
        /// Per empty cell next to a colour.
        pub air: i32 = 5, 0 to 60;
        /// Per empty cell that the opponent cannot fill without capturing himself.
        pub shelter: i32 = 24, 0 to 200;
        /// For opposing groups with one air left: the player to place captures now.
        pub can_capture: i32 = 900, 0 to 3_000;
        /// Per own group with one air left beyond the first: only one can be saved.
        pub fork: i32 = 450, 0 to 3_000;
        /// The right to place next: about half the gain of one placement.
        pub tempo: i32 = 40, 0 to 300;

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

        /// The prior of a self-capture, the natural logarithm of its odds.
        pub self_capture_prior: f32 = -10.0, -30.0 to 0.0;
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
