//! The tunable parameters of alpha-beta.

/// The tunable parameters of [`AlphaBeta`](super::AlphaBeta). The defaults won the measured matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBetaSettings {
    /// Half the width of the aspiration window, in centipawns; 0: always the full window.
    pub aspiration_window: i32,
    /// The minimum depth, in actions, at which late move reductions apply; `u32::MAX`: never.
    pub lmr_min_depth: u32,
    /// The number of actions of a node that are searched to full depth before late move reductions apply.
    pub lmr_full_depth_actions: usize,
    /// The reduction is ⌊log2 depth⌋ · ⌊log2 number of the action⌋ divided by this, in plies. At least 1.
    pub lmr_divisor: u32,
    /// The maximum depth of quiescence search, in actions.
    pub quiescence_depth: u32,
}

impl Default for AlphaBetaSettings {
    fn default() -> Self {
        AlphaBetaSettings {
            aspiration_window: 40,
            lmr_min_depth: 3,
            lmr_full_depth_actions: 3,
            lmr_divisor: 3,
            quiescence_depth: 16,
        }
    }
}
