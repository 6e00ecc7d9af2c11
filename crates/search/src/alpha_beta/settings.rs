//! The numbers that alpha-beta is tuned by.

/// Tuning of [`AlphaBeta`](super::AlphaBeta). The defaults are what measured matches say is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Half the width, in centipawns, of the window in which the next depth's score is expected; 0
    /// searches with the full window.
    pub aspiration: i32,
    /// From this depth on, late actions are searched less deep; `u32::MAX` never.
    pub reduction_depth: u32,
    /// How many actions of a node are searched to full depth before that.
    pub reduction_after: usize,
    /// The divisor of ⌊log2 depth⌋ · ⌊log2 number of the action⌋, the reduction in plies: the smaller, the
    /// bolder. At least 1.
    pub reduction_divisor: u32,
    /// How far beyond the depth loud actions are followed, in actions.
    pub quiescence_depth: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            aspiration: 40,
            reduction_depth: 3,
            reduction_after: 3,
            reduction_divisor: 3,
            quiescence_depth: 16,
        }
    }
}
