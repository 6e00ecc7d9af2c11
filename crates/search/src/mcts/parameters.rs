//! The tunable parameters of Monte-Carlo tree search.

crate::parameters! {
    /// The tunable parameters of [`Mcts`](super::Mcts). Values of actions go from 0 (loss) to 1 (win).
    pub struct MctsParameters {
        /// The exploration constant: the factor of p · √(node's visits) ÷ (action's visits + 1), where p is the probability
        /// from the action's [prior](crate::MoveOrdering::priors). At least 0.
        pub exploration: f32 = 0.6, 0.0 to 10.0;
        /// The share of `exploration` that is added whenever the node's visits plus 500 double: a better action that was found late
        /// then needs fewer visits to be tried again.
        pub exploration_growth: f32 = 0.28, 0.0 to 10.0;
        /// First play reduction: an unvisited action has the node's mean value less this times √(the sum of p of the visited
        /// actions). The greater it is, the deeper and narrower is the tree.
        pub first_play_reduction: f32 = 0.3, -2.0 to 2.0;
        /// The factor of the priors before they are made into probabilities. 0: all actions are equally probable.
        pub prior_weight: f32 = 1.0, 0.0 to 5.0;
        /// The number of lost playouts that a playout in progress counts as when several threads search. At
        /// least 1.
        pub virtual_loss: u32 = 2, 1 to 20;
        /// The number of visits at which a leaf is expanded whose value is an evaluation, at once or at the end of a
        /// [shortened](crate::Playouts::playout_length) playout. At least 1; greater values save memory.
        pub visits_to_expand: u32 = 1, 1 to 100;
        /// The same for whole playouts, each of which says little about the leaf.
        pub playouts_to_expand: u32 = 2, 1 to 100;
        /// The maximum length of a playout, in actions, regardless of
        /// [`Playouts::playout_length`](crate::Playouts::playout_length): random play may never end a game with
        /// cycles.
        pub max_playout_length: u32 = 1_000, 0 to 100_000;
        /// The number of playouts for the score of a forced turn.
        pub forced_playouts: u32 = 32, 1 to 10_000;
        /// The share of the planned time before which no action is ahead enough to end the search.
        pub time_before_early_end: f32 = 0.13, 0.0 to 1.0;
    }
}

impl MctsParameters {
    /// The parameters for [`NoKnowledge`](crate::NoKnowledge), and for other knowledge with equal priors and whole random
    /// playouts. The tree is wider: priors do not say which actions to try first, and one playout says little.
    #[must_use]
    pub const fn without_knowledge() -> Self {
        MctsParameters {
            exploration: 2.5,
            exploration_growth: 0.0,
            playouts_to_expand: 8,
            ..MctsParameters::DEFAULT
        }
    }
}
