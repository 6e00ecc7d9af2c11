//! The tunable parameters of Monte-Carlo tree search.

/// The tunable parameters of [`Mcts`](super::Mcts). Values of actions go from 0 (loss) to 1 (win).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The exploration constant: the factor of p · √(node's visits) ÷ (action's visits + 1), where p is the probability
    /// from the action's [prior](crate::MoveOrdering::priors). At least 0.
    pub exploration: f32,
    /// First play reduction: an unvisited action has the node's mean value less this times √(the sum of p of the visited
    /// actions). The greater it is, the deeper and narrower is the tree.
    pub first_play_reduction: f32,
    /// The factor of the priors before they are made into probabilities. 0: all actions are equally probable.
    pub prior_weight: f32,
    /// The number of lost playouts that a playout in progress counts as when several threads search. At
    /// least 1.
    pub virtual_loss: u32,
    /// The number of visits at which a leaf is expanded whose value is an evaluation, at once or at the end of a
    /// [shortened](crate::Playouts::playout_length) playout. At least 1; greater values save memory.
    pub visits_to_expand: u32,
    /// The same for whole playouts, each of which says little about the leaf.
    pub playouts_to_expand: u32,
    /// The maximum length of a playout, in actions, regardless of
    /// [`Playouts::playout_length`](crate::Playouts::playout_length): random play may never end a game with
    /// cycles.
    pub max_playout_length: u32,
}

crate::settings! {
    /// In hundredths.
    EXPLORATION = 60, 0 to 1_000;
    /// In hundredths.
    FIRST_PLAY_REDUCTION = 30, -200 to 200;
    /// In hundredths.
    PRIOR_WEIGHT = 100, 0 to 500;
    VIRTUAL_LOSS = 2, 1 to 20;
    VISITS_TO_EXPAND = 1, 1 to 100;
    PLAYOUTS_TO_EXPAND = 2, 1 to 100;
    /// [`EXPLORATION`] without knowledge.
    UNIFORM_EXPLORATION = 250, 0 to 1_000;
    /// [`PLAYOUTS_TO_EXPAND`] without knowledge.
    UNIFORM_PLAYOUTS_TO_EXPAND = 8, 1 to 100;
    /// The factor of [`VISITS_TO_EXPAND`] and [`PLAYOUTS_TO_EXPAND`] when half of the memory is used.
    EXPAND_HALF_FULL = 4, 1 to 1_000;
    /// The same for three quarters.
    EXPAND_THREE_QUARTERS_FULL = 16, 1 to 1_000;
    /// The same for nine tenths.
    EXPAND_FULL = 64, 1 to 1_000;
    MAX_PLAYOUT_LENGTH = 1_000, 0 to 100_000;
    /// The number of playouts for the score of a forced turn.
    FORCED_PLAYOUTS = 32, 1 to 10_000;
    /// The share of the planned time, in hundredths, before which no action is ahead enough to end the search.
    TIME_BEFORE_EARLY_END = 13, 0 to 100;
}

impl MctsSettings {
    /// The settings for [`NoKnowledge`](crate::NoKnowledge), and for other knowledge with equal priors and whole random
    /// playouts. The tree is wider: priors do not say which actions to try first, and one playout says little.
    #[must_use]
    pub fn without_knowledge() -> Self {
        MctsSettings {
            exploration: UNIFORM_EXPLORATION.hundredths(),
            playouts_to_expand: UNIFORM_PLAYOUTS_TO_EXPAND.get() as u32,
            ..MctsSettings::default()
        }
    }
}

/// The values of the settings.
impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings {
            exploration: EXPLORATION.hundredths(),
            first_play_reduction: FIRST_PLAY_REDUCTION.hundredths(),
            prior_weight: PRIOR_WEIGHT.hundredths(),
            virtual_loss: VIRTUAL_LOSS.get() as u32,
            visits_to_expand: VISITS_TO_EXPAND.get() as u32,
            playouts_to_expand: PLAYOUTS_TO_EXPAND.get() as u32,
            max_playout_length: MAX_PLAYOUT_LENGTH.get() as u32,
        }
    }
}
