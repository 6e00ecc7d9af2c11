//! The numbers of evaluation, move ordering, playouts and time management.

use search::Setting;

search::settings! {
    // Evaluation, in centipawns.

    /// For a city's most advanced piece, by the turns of all cities before the one in which it reaches the victory area if
    /// no piece hinders it.
    ARRIVAL_0 = 1_000, -500 to 2_000;
    ARRIVAL_1 = 800, -500 to 2_000;
    ARRIVAL_2 = 900, -500 to 2_000;
    ARRIVAL_3 = 800, -500 to 2_000;
    ARRIVAL_4 = 700, -500 to 2_000;
    ARRIVAL_5 = 580, -500 to 2_000;
    ARRIVAL_6 = 500, -500 to 2_000;
    ARRIVAL_7 = 400, -500 to 2_000;
    ARRIVAL_8 = 340, -500 to 2_000;
    ARRIVAL_9 = 290, -500 to 2_000;
    ARRIVAL_10 = 250, -500 to 2_000;
    ARRIVAL_11 = 185, -500 to 2_000;
    ARRIVAL_12 = 115, -500 to 2_000;
    ARRIVAL_13 = 85, -500 to 2_000;
    ARRIVAL_14 = 75, -500 to 2_000;
    ARRIVAL_15 = 62, -500 to 2_000;
    ARRIVAL_16 = 40, -500 to 2_000;
    ARRIVAL_17 = 30, -500 to 2_000;
    ARRIVAL_18 = 25, -500 to 2_000;
    ARRIVAL_19 = 20, -500 to 2_000;
    /// Per step of a piece towards the victory area.
    STEP = 6, 0 to 50;
    /// Per piece on the board (not routed).
    STANDING = 125, 0 to 600;
    /// Per enemy that a city can rout by one step, by the number of turns before its next one.
    ROUT_0 = 50, -100 to 500;
    ROUT_1 = 32, -100 to 500;
    ROUT_2 = 22, -100 to 500;
    ROUT_3 = 20, -100 to 500;
    /// Per pair of adjacent pieces of a city with the same facing.
    PHALANX = 4, 0 to 100;
    /// Per action left in the turn.
    ACTION = 6, 0 to 200;

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

    // Pruning; see `AlphaBetaSettings`.

    LATE_MOVES = 4, 0 to 1_000;
    REVERSE_FUTILITY_MARGIN = 80, 0 to 1_000;

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

    // Chances of win, draw and loss; see `WdlModel`.

    WDL_SCORE_PERCENT = 113, 1 to 400;
    WDL_DRAW_WIDTH = 0, 0 to 1_000;

    // The strengths of the levels, in per mille. From level 3 on wins and losses in one turn are checked besides.

    LEVEL_1 = 221, 0 to 1_000;
    LEVEL_2 = 260, 0 to 1_000;
    LEVEL_3 = 300, 0 to 1_000;
    LEVEL_4 = 321, 0 to 1_000;
    LEVEL_5 = 342, 0 to 1_000;
    LEVEL_6 = 362, 0 to 1_000;
    LEVEL_7 = 383, 0 to 1_000;
    LEVEL_8 = 403, 0 to 1_000;
}

pub(super) static ARRIVAL: [&Setting; 20] = [
    &ARRIVAL_0,
    &ARRIVAL_1,
    &ARRIVAL_2,
    &ARRIVAL_3,
    &ARRIVAL_4,
    &ARRIVAL_5,
    &ARRIVAL_6,
    &ARRIVAL_7,
    &ARRIVAL_8,
    &ARRIVAL_9,
    &ARRIVAL_10,
    &ARRIVAL_11,
    &ARRIVAL_12,
    &ARRIVAL_13,
    &ARRIVAL_14,
    &ARRIVAL_15,
    &ARRIVAL_16,
    &ARRIVAL_17,
    &ARRIVAL_18,
    &ARRIVAL_19,
];
pub(super) static ROUT: [&Setting; 4] = [&ROUT_0, &ROUT_1, &ROUT_2, &ROUT_3];

pub(super) static LEVELS: [&Setting; 8] =
    [&LEVEL_1, &LEVEL_2, &LEVEL_3, &LEVEL_4, &LEVEL_5, &LEVEL_6, &LEVEL_7, &LEVEL_8];
