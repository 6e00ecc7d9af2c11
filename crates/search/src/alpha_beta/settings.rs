//! The tunable parameters of alpha-beta.

/// The tunable parameters of [`AlphaBeta`](super::AlphaBeta). The defaults won the measured matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaBetaSettings {
    /// Half the width of the aspiration window, in centipawns; 0: always the full window.
    pub aspiration_window: i32,
    /// The minimum depth, in actions, at which aspiration windows are used.
    pub aspiration_depth: u32,
    /// Each fail low or fail high widens the aspiration window by this factor. At least 2.
    pub aspiration_widening: i32,
    /// An aspiration window wider than this, in centipawns, becomes the full window.
    pub aspiration_max_width: i32,
    /// The minimum depth, in actions, at which late move reductions apply; `u32::MAX`: never.
    pub lmr_min_depth: u32,
    /// The number of actions of a node that are searched to full depth before late move reductions apply.
    pub lmr_full_depth_actions: usize,
    /// The reduction is ⌊log2 depth⌋ · ⌊log2 number of the action⌋ divided by this, in plies. At least 1.
    pub lmr_divisor: u32,
    /// The history bonus of a cutoff is the square of the depth, at most this.
    pub history_max_bonus: u32,
    /// Late move pruning: the greatest number of actions, without [urgent](crate::URGENT) ones, that a node outside
    /// of the principal variation searches, before `late_widening`; 0: all. The others are left out unless the actions searched so
    /// far lose.
    pub late_moves: usize,
    /// The same for nodes of the principal variation below the root; 0: all.
    pub late_pv_moves: usize,
    /// Both limits of late move pruning rise by the square of the depth times this number / 100.
    pub late_widening: u32,
    /// Reverse futility pruning: at the start of a turn, a node outside of the principal variation whose evaluation exceeds beta
    /// by this number of centipawns per action of depth gets its evaluation as its score. 0: never.
    pub reverse_futility_margin: i32,
    /// The maximum depth, in actions, of reverse futility pruning.
    pub reverse_futility_max_depth: u32,
    /// Futility pruning: a node outside of the principal variation whose evaluation is lower than alpha by this number of
    /// centipawns per action of depth, or more, searches only its first action and [urgent](crate::URGENT) ones, unless
    /// they lose. 0: never.
    pub futility_margin: i32,
    /// The maximum depth, in actions, of futility pruning.
    pub futility_max_depth: u32,
    /// The greatest number of [noisy actions](crate::MoveOrdering::noisy_actions) in a row that are searched beyond the depth. 0: no
    /// quiescence search.
    pub quiescence: u32,
    /// Delta pruning: the quiescence search leaves out actions whose gain and this number of centipawns do not raise the evaluation
    /// to alpha.
    pub delta_margin: i32,
}

crate::settings! {
    ASPIRATION_WINDOW = 40, 0 to 1_000;
    ASPIRATION_DEPTH = 4, 2 to 20;
    ASPIRATION_WIDENING = 4, 2 to 20;
    ASPIRATION_MAX_WIDTH = 2_000, 1 to 10_000;
    LMR_MIN_DEPTH = 3, 1 to 20;
    LMR_FULL_DEPTH_ACTIONS = 3, 1 to 100;
    LMR_DIVISOR = 2, 1 to 20;
    HISTORY_MAX_BONUS = 2_000, 1 to 2_048;
    LATE_MOVES = 0, 0 to 1_000;
    LATE_PV_MOVES = 0, 0 to 1_000;
    LATE_WIDENING = 0, 0 to 1_000;
    REVERSE_FUTILITY_MARGIN = 0, 0 to 1_000;
    REVERSE_FUTILITY_MAX_DEPTH = 4, 0 to 20;
    FUTILITY_MARGIN = 0, 0 to 2_000;
    FUTILITY_MAX_DEPTH = 2, 0 to 20;
    QUIESCENCE = 0, 0 to 20;
    DELTA_MARGIN = 100, 0 to 10_000;
    /// The scores of the last killer of a ply and of the one before. The defaults exceed every history score (2^14); all stay
    /// below [`URGENT`](crate::URGENT) (2^20).
    KILLER = 131_072, 0 to 500_000;
    SECOND_KILLER = 65_536, 0 to 500_000;
}

/// The values of the settings.
impl Default for AlphaBetaSettings {
    fn default() -> Self {
        AlphaBetaSettings {
            aspiration_window: ASPIRATION_WINDOW.get(),
            aspiration_depth: ASPIRATION_DEPTH.get() as u32,
            aspiration_widening: ASPIRATION_WIDENING.get(),
            aspiration_max_width: ASPIRATION_MAX_WIDTH.get(),
            lmr_min_depth: LMR_MIN_DEPTH.get() as u32,
            lmr_full_depth_actions: LMR_FULL_DEPTH_ACTIONS.get() as usize,
            lmr_divisor: LMR_DIVISOR.get() as u32,
            history_max_bonus: HISTORY_MAX_BONUS.get() as u32,
            late_moves: LATE_MOVES.get() as usize,
            late_pv_moves: LATE_PV_MOVES.get() as usize,
            late_widening: LATE_WIDENING.get() as u32,
            reverse_futility_margin: REVERSE_FUTILITY_MARGIN.get(),
            reverse_futility_max_depth: REVERSE_FUTILITY_MAX_DEPTH.get() as u32,
            futility_margin: FUTILITY_MARGIN.get(),
            futility_max_depth: FUTILITY_MAX_DEPTH.get() as u32,
            quiescence: QUIESCENCE.get() as u32,
            delta_margin: DELTA_MARGIN.get(),
        }
    }
}
