//! The settings of proof search.

crate::settings! {
    /// How far the number of an edge may grow above that of the second best edge before the search leaves it, in per
    /// cent of the latter (1 + ε trick). Greater values mean fewer switches between edges.
    THRESHOLD_MARGIN = 25, 0 to 1_000;
    /// The table keeps proved bounds like proof numbers of this multiple of their work.
    BOUNDS_WORK = 2, 1 to 100;
    /// The least number of nodes, in thousands, for finding lost parts of the line again after a proof.
    LINE_NODES = 10, 0 to 10_000;
    /// The nodes, in thousands, that search for the nearest win before the question who wins is asked without a horizon.
    FIRST_NODES = 20, 1 to 10_000;
    /// The nodes, in thousands, of a solver that is asked for a win within a number of turns.
    SOLVER_NODES = 200, 0 to 100_000;
}
