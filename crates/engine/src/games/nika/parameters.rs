//! What the searches know of the game: the numbers of evaluation and move ordering.

use std::sync::Arc;

use super::network::{NETWORK, Network};

search::parameters! {
    /// The knowledge of the game for the searches: the numbers of evaluation, in centipawns, and of move ordering.
    pub struct NikaKnowledge {
        /// For a city's most advanced piece, by the turns of all cities before the one in which it reaches the victory area
        /// if no piece hinders it.
        pub arrival: [i32; 20] = [
            1_000, 800, 900, 800, 700, 580, 500, 400, 340, 290, 250, 185, 115, 85, 75, 62, 40, 30, 25, 20,
        ], -500 to 2_000;
        /// Per step of a piece towards the victory area.
        pub step: i32 = 6, 0 to 50;
        /// Per piece on the board (not routed).
        pub standing: i32 = 125, 0 to 600;
        /// Per enemy that a city can rout by one step, by the number of turns before its next one.
        pub rout: [i32; 4] = [50, 32, 22, 20], -100 to 500;
        /// Per pair of adjacent pieces of a city with the same facing.
        pub phalanx: i32 = 4, 0 to 100;
        /// Per action left in the turn.
        pub action: i32 = 6, 0 to 200;

        /// The priority of an action is the logarithm of its odds by the policy, in thousandths, times this. History scores are at
        /// most 2^14.
        pub order_policy: i32 = 5, 1 to 100;
    }
    with {
        /// The network of the evaluation; `None` for the engine's own.
        pub(super) network: Option<Arc<Network>> = None;
    }
}

impl NikaKnowledge {
    /// The network of the evaluation.
    #[inline]
    pub(super) fn network(&self) -> &Network {
        self.network.as_deref().unwrap_or(&NETWORK)
    }
}
