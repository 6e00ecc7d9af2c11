//! The numbers of evaluation, move ordering, priors and playouts.

use search::Setting;

search::settings! {
    // Evaluation, in centipawns.

    /// Per empty cell that a colour reaches first.
    REACH = 9, 0 to 60;
    /// Per empty cell next to a colour.
    AIR = 5, 0 to 60;
    /// Per empty cell that the opponent cannot fill without capturing himself.
    SHELTER = 24, 0 to 200;
    /// For opposing groups with one air left: the player to place captures now.
    CAN_CAPTURE = 900, 0 to 3_000;
    /// Per own group with one air left beyond the first: only one can be saved.
    FORK = 450, 0 to 3_000;
    /// The right to place next: about half the gain of one placement.
    TEMPO = 40, 0 to 300;

    // Priorities of a quiet placement by the neighbours of its cell. Their sum is below 256.

    NEXT_TO_ENEMY = 24, 0 to 31;
    DIAGONAL_TO_OWN = 16, 0 to 31;
    NEXT_TO_OWN = 6, 0 to 31;
    FREE_NEIGHBOUR = 4, 0 to 31;
    OWN_SHELTER = -120, -1_000 to 0;

    // Priors, in hundredths of natural logarithms of odds.

    CAPTURE_PRIOR = 1_000, 0 to 3_000;
    RESCUE_PRIOR = 400, -1_000 to 3_000;
    SELF_CAPTURE_PRIOR = -1_000, -3_000 to 0;
    /// The priority of a quiet placement that multiplies the odds by e.
    PRIOR_UNIT = 60, 1 to 1_000;

    /// The maximum number of random cells that a playout checks for a blunder.
    PLAYOUT_TRIES = 6, 1 to 30;

    // Pruning; see `AlphaBetaSettings`.

    LATE_MOVES = 7, 0 to 1_000;
    LATE_PV_MOVES = 23, 0 to 1_000;
    LATE_WIDENING = 15, 0 to 1_000;
    REVERSE_FUTILITY_MARGIN = 60, 0 to 1_000;
    FUTILITY_MARGIN = 220, 0 to 2_000;

    // Chances of win and loss; see `WdlModel`.

    WDL_SCORE_PERCENT = 129, 1 to 400;

    // The strengths of the levels, in per mille. From level 3 on wins and losses in one turn are checked besides.

    LEVEL_1 = 148, 0 to 1_000;
    LEVEL_2 = 264, 0 to 1_000;
    LEVEL_3 = 80, 0 to 1_000;
    LEVEL_4 = 252, 0 to 1_000;
    LEVEL_5 = 336, 0 to 1_000;
    LEVEL_6 = 401, 0 to 1_000;
    LEVEL_7 = 456, 0 to 1_000;
    LEVEL_8 = 504, 0 to 1_000;
}

pub(super) static LEVELS: [&Setting; 8] =
    [&LEVEL_1, &LEVEL_2, &LEVEL_3, &LEVEL_4, &LEVEL_5, &LEVEL_6, &LEVEL_7, &LEVEL_8];
