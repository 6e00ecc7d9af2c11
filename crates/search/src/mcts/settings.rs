//! The tunable parameters of Monte-Carlo tree search.

use crate::Setting;

/// The tunable parameters of [`Mcts`](super::Mcts). The defaults won the most matches of Snorkels 7×7 with
/// random playouts and suit every game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsSettings {
    /// The UCT exploration constant: the factor of √(ln parent's visits ÷ visits), where values go from 0
    /// (loss) to 1 (win). At least 0.
    pub exploration: f32,
    /// First play urgency: the UCT value of an unvisited action. From about 2 on every action is visited
    /// once before any is visited twice; smaller values search deeper earlier.
    pub first_play_urgency: f32,
    /// The factor of [`Knowledge::priors`](crate::Knowledge::priors) ÷ (visits + 1) in the UCT value. At
    /// least 0.
    pub prior_weight: f32,
    /// The number of lost playouts that a playout in progress counts as when several threads search. At
    /// least 1.
    pub virtual_loss: u32,
    /// The number of visits at which a leaf is expanded. At least 1; greater values save memory.
    pub visits_to_expand: u32,
    /// The maximum length of a playout, in actions, regardless of
    /// [`Knowledge::playout_length`](crate::Knowledge::playout_length): random play may never end a game with
    /// cycles.
    pub max_playout_length: u32,
}

crate::settings! {
    /// In hundredths.
    EXPLORATION = 70, 0 to 500;
    /// In hundredths.
    FIRST_PLAY_URGENCY = 80, -200 to 400;
    /// In hundredths.
    PRIOR_WEIGHT = 50, 0 to 1_000;
    VIRTUAL_LOSS = 2, 1 to 20;
    VISITS_TO_EXPAND = 1, 1 to 100;
    MAX_PLAYOUT_LENGTH = 1_000, 0 to 100_000;
}

fn hundredths(setting: &Setting) -> f32 {
    setting.get() as f32 / 100.0
}

/// The values of the settings.
impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings {
            exploration: hundredths(&EXPLORATION),
            first_play_urgency: hundredths(&FIRST_PLAY_URGENCY),
            prior_weight: hundredths(&PRIOR_WEIGHT),
            virtual_loss: VIRTUAL_LOSS.get() as u32,
            visits_to_expand: VISITS_TO_EXPAND.get() as u32,
            max_playout_length: MAX_PLAYOUT_LENGTH.get() as u32,
        }
    }
}
