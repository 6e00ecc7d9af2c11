//! The numbers of evaluation, move ordering, playouts and time management.

use search::Setting;

search::settings! {
    // Evaluation, in centipawns.

    /// For a city's most advanced piece, by its distance to the victory area in steps.
    RUNNER_1 = 420, 0 to 1_500;
    RUNNER_2 = 300, 0 to 1_500;
    RUNNER_3 = 230, 0 to 1_500;
    RUNNER_4 = 180, 0 to 1_500;
    RUNNER_5 = 145, 0 to 1_000;
    RUNNER_6 = 118, 0 to 1_000;
    RUNNER_7 = 95, 0 to 1_000;
    RUNNER_8 = 75, 0 to 1_000;
    RUNNER_9 = 58, 0 to 1_000;
    RUNNER_10 = 42, 0 to 1_000;
    RUNNER_11 = 28, 0 to 1_000;
    /// Per step of a piece towards the victory area.
    STEP = 3, 0 to 50;
    /// Per piece on the board (not routed).
    STANDING = 130, 0 to 600;
    /// Per piece adjacent to an opponent that it does not face: it can be routed.
    EXPOSED = 34, 0 to 300;
    /// Per pair of adjacent pieces of a city with the same facing.
    PHALANX = 5, 0 to 100;
    /// Per action left in the turn.
    ACTION = 14, 0 to 200;

    // Priorities.

    /// Per step towards the victory area.
    ADVANCE = 40, 0 to 400;
    /// An addition per step that grows towards the victory area.
    NEAR = 25, 0 to 400;
    /// Per opposing piece ahead, which is routed or pushed.
    CONTACT = 260, 0 to 2_000;
    /// The distance to the victory area, in steps, below which that addition begins.
    NEAR_STEPS = 10, 1 to 30;
    RALLY = 150, -1_000 to 1_000;
    /// A rotation after which a piece faces an opponent ahead.
    TURN_TO_ENEMY = 130, -1_000 to 1_000;
    /// Any other rotation.
    ROTATION = -100, -1_000 to 1_000;
    PASS = -400, -2_000 to 0;

    // Priors.

    /// The priority that multiplies the odds by e.
    PRIOR_UNIT = 250, 10 to 5_000;
    /// The prior of a step into the victory area, in hundredths of natural logarithms of odds.
    WIN_PRIOR = 1_000, 0 to 3_000;

    // Playouts.

    /// The length in actions. Random play rarely reaches a victory area, so longer playouts say little.
    PLAYOUT_LENGTH = 12, 0 to 300;
    /// A playout plays the action with the highest priority of this number of random ones.
    PLAYOUT_CHOICE = 3, 1 to 20;
    /// One of this number of playout actions is purely random.
    PLAYOUT_RANDOM = 8, 1 to 1_000;

    /// The expected number of own turns until the game ends.
    TURNS_LEFT = 30, 1 to 300;

    // The strengths of the levels, in per mille.

    LEVEL_1 = 0, 0 to 1_000;
    LEVEL_2 = 140, 0 to 1_000;
    LEVEL_3 = 280, 0 to 1_000;
    LEVEL_4 = 420, 0 to 1_000;
    LEVEL_5 = 560, 0 to 1_000;
    LEVEL_6 = 700, 0 to 1_000;
    LEVEL_7 = 840, 0 to 1_000;
    LEVEL_8 = 980, 0 to 1_000;
}

/// From one step on.
pub(super) static RUNNER: [&Setting; 11] = [
    &RUNNER_1, &RUNNER_2, &RUNNER_3, &RUNNER_4, &RUNNER_5, &RUNNER_6, &RUNNER_7, &RUNNER_8, &RUNNER_9,
    &RUNNER_10, &RUNNER_11,
];

pub(super) static LEVELS: [&Setting; 8] =
    [&LEVEL_1, &LEVEL_2, &LEVEL_3, &LEVEL_4, &LEVEL_5, &LEVEL_6, &LEVEL_7, &LEVEL_8];
