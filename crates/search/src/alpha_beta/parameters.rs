//! The tunable parameters of alpha-beta.

crate::parameters! {
    /// The tunable parameters of [`AlphaBeta`](super::AlphaBeta). The defaults won the measured matches.
    pub struct AlphaBetaParameters {
        /// Half the width of the aspiration window, in centipawns; 0: always the full window.
        pub aspiration_window: i32 = 40, 0 to 1_000;
        /// The minimum depth, in actions, at which aspiration windows are used.
        pub aspiration_depth: u32 = 4, 2 to 20;
        /// Each fail low or fail high widens the aspiration window by this factor. At least 2.
        pub aspiration_widening: i32 = 4, 2 to 20;
        /// An aspiration window wider than this, in centipawns, becomes the full window.
        pub aspiration_max_width: i32 = 2_000, 1 to 10_000;
        /// The minimum depth, in actions, at which late move reductions apply; `u32::MAX`: never.
        pub lmr_min_depth: u32 = 3, 1 to 20;
        /// The number of actions of a node that are searched to full depth before late move reductions apply.
        pub lmr_full_depth_actions: usize = 3, 1 to 100;
        /// The reduction is log2 depth · log2 number of the action times this number / 100, in plies, rounded down.
        pub lmr_percent: u32 = 50, 0 to 500;
        /// The same for the actions of the root.
        pub lmr_root_percent: u32 = 0, 0 to 500;
        /// The history bonus of a cutoff is the square of the depth, at most this.
        pub history_max_bonus: u32 = 2_000, 1 to 2_048;
        /// Late move pruning: the greatest number of actions, without [urgent](crate::URGENT) ones, that a node outside
        /// of the principal variation searches, before `late_widening`; 0: all. The others are left out unless the actions
        /// searched so far lose.
        pub late_moves: usize = 0, 0 to 1_000;
        /// The same for nodes of the principal variation below the root; 0: all.
        pub late_pv_moves: usize = 0, 0 to 1_000;
        /// Both limits of late move pruning rise by the square of the depth times this number / 100.
        pub late_widening: u32 = 0, 0 to 1_000;
        /// Late move pruning: a node outside of the principal variation leaves out actions, too, whose scores in the move ordering
        /// are more than this number, before `late_gap_widening`, below the best one of actions that are not
        /// [urgent](crate::URGENT). With the default no action is left out.
        pub late_gap: i32 = 2_147_483_647, 0 to 2_147_483_647;
        /// `late_gap` rises by the depth times this number.
        pub late_gap_widening: i32 = 0, 0 to 100_000;
        /// Reverse futility pruning: at the start of a turn, a node outside of the principal variation whose evaluation
        /// exceeds beta by this number of centipawns per action of depth gets its evaluation as its score. 0: never.
        pub reverse_futility_margin: i32 = 0, 0 to 1_000;
        /// The maximum depth, in actions, of reverse futility pruning.
        pub reverse_futility_max_depth: u32 = 4, 0 to 20;
        /// Futility pruning: a node outside of the principal variation whose evaluation is lower than alpha by this number
        /// of centipawns per action of depth, or more, searches only its first action and [urgent](crate::URGENT) ones,
        /// unless they lose. 0: never.
        pub futility_margin: i32 = 0, 0 to 2_000;
        /// The maximum depth, in actions, of futility pruning.
        pub futility_max_depth: u32 = 2, 0 to 20;
        /// The greatest number of [noisy actions](crate::MoveOrdering::noisy_actions) in a row that are searched beyond the
        /// depth. 0: no quiescence search.
        pub quiescence: u32 = 0, 0 to 20;
        /// Delta pruning: the quiescence search leaves out actions whose gain and this number of centipawns do not raise the
        /// evaluation to alpha.
        pub delta_margin: i32 = 100, 0 to 10_000;
        /// The number of actions that are searched where the depth ends in an
        /// [unsettled](crate::Evaluation::is_unsettled) turn, beside [urgent](crate::URGENT) ones. 0: none.
        pub settling_actions: usize = 4, 0 to 1_000;
        /// The score of the last killer of a ply. The default exceeds every history score (2^14); all values stay below
        /// [`URGENT`](crate::URGENT) (2^20).
        pub killer: i32 = 131_072, 0 to 500_000;
        /// The score of the killer before it.
        pub second_killer: i32 = 65_536, 0 to 500_000;
    }
}
