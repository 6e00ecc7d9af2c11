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
}

crate::settings! {
    ASPIRATION_WINDOW = 40, 0 to 1_000;
    LMR_MIN_DEPTH = 3, 1 to 20;
    LMR_FULL_DEPTH_ACTIONS = 3, 1 to 100;
    LMR_DIVISOR = 3, 1 to 20;
}

/// The values of the settings.
impl Default for AlphaBetaSettings {
    fn default() -> Self {
        AlphaBetaSettings {
            aspiration_window: ASPIRATION_WINDOW.get(),
            lmr_min_depth: LMR_MIN_DEPTH.get() as u32,
            lmr_full_depth_actions: LMR_FULL_DEPTH_ACTIONS.get() as usize,
            lmr_divisor: LMR_DIVISOR.get() as u32,
        }
    }
}
