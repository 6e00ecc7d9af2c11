//! The tunable parameters of proof search.

crate::parameters! {
    /// The tunable parameters of [`Prover`](super::Prover).
    pub struct ProofParameters {
        /// How far the number of an edge may grow above that of the second best edge before the search leaves it, in per
        /// cent of the latter (1 + ε trick). Greater values mean fewer switches between edges.
        pub threshold_margin: u32 = 25, 0 to 1_000;
        /// A proved bound counts as this many times its work in replacement.
        pub bounds_work: u32 = 2, 1 to 100;
        /// The least number of nodes, in thousands, for finding lost parts of the line again after a proof.
        pub line_nodes: u32 = 10, 0 to 10_000;
        /// The nodes, in thousands, that search for the nearest win before the question who wins is asked without a horizon.
        pub first_nodes: u32 = 20, 1 to 10_000;
        /// The nodes, in thousands, of a solver that is asked for a win within a number of turns.
        pub solver_nodes: u32 = 200, 0 to 100_000;
    }
}
