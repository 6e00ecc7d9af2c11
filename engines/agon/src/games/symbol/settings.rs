//! The numbers of evaluation, move ordering, priors and playouts.

use search::Setting;

search::settings! {
    // Evaluation, in centipawns.

    /// A piece on the board.
    LAND_VALUE = 111, 0 to 1_000;
    WATER_VALUE = 165, 0 to 1_000;
    AIR_VALUE = 266, 0 to 1_000;
    FIRE_VALUE = 214, 0 to 1_000;
    DESTRUCTION_VALUE = 176, 0 to 1_000;
    /// For the choice of a capture; the evaluation counts no kings.
    KING_VALUE = 10_000, 1 to 10_000;
    /// The value of a piece in reserve, in per cent of its value on the board.
    RESERVE_PERCENT = 83, 0 to 150;
    /// Per opposing stack within two cells of a king, and per `D` among them in addition.
    NEAR_KING = 19, 0 to 300;
    BOMB_NEAR_KING = 49, 0 to 600;
    /// The player to act can capture the opposing king.
    CAN_CAPTURE_KING = 1_920, 0 to 5_000;
    /// The opponent threatens to capture the king of the player to act.
    KING_THREATENED = 195, 0 to 2_000;
    /// The right to act.
    TEMPO = 36, 0 to 300;

    // Move ordering. History scores are at most 2^14; captures come before them.

    /// Per centipawn of captured pieces.
    ORDER_CAPTURE = 64, 1 to 100;

    // Pruning; see `AlphaBetaSettings`.

    LATE_MOVES = 4, 0 to 1_000;
    LATE_PV_MOVES = 12, 0 to 1_000;
    LATE_WIDENING = 10, 0 to 1_000;
    REVERSE_FUTILITY_MARGIN = 71, 0 to 1_000;
    FUTILITY_MARGIN = 212, 0 to 2_000;
    QUIESCENCE = 2, 0 to 20;
    /// The greatest number of captures of a node of the quiescence search.
    CAPTURES = 6, 0 to 100;

    // Priors, in natural logarithms of odds.

    /// The prior of a capture of the king.
    KING_CAPTURE_PRIOR = 10, 0 to 50;
    /// The centipawns of captured pieces that add 1 to the prior of a capture.
    CAPTURE_PRIOR = 300, 1 to 10_000;
    /// The score of the policy that makes a prior of 1.
    PRIOR_SCALE = 1_000, 1 to 100_000;

    // Monte-Carlo tree search.

    /// The exploration constant, in hundredths.
    EXPLORATION = 100, 0 to 1_000;
    /// The playout length in actions. Random play rarely captures a king, so longer playouts say little.
    PLAYOUT_LENGTH = 16, 0 to 300;
    /// The probability that a playout takes the most valuable capture, in per cent.
    GREEDY_PERCENT = 50, 0 to 100;

    // Time management.

    /// The expected number of own turns until the game ends.
    TURNS_LEFT = 25, 1 to 300;

    // Chances of win, draw and loss; see `WdlModel`.

    WDL_SCORE_PERCENT = 56, 1 to 400;
    WDL_DRAW_WIDTH = 53, 0 to 1_000;

    // The strengths of the levels, in per mille. From level 3 on wins and losses in one turn are checked besides.

    LEVEL_1 = 350, 0 to 1_000;
    LEVEL_2 = 437, 0 to 1_000;
    LEVEL_3 = 20, 0 to 1_000;
    LEVEL_4 = 335, 0 to 1_000;
    LEVEL_5 = 487, 0 to 1_000;
    LEVEL_6 = 556, 0 to 1_000;
    LEVEL_7 = 653, 0 to 1_000;
    LEVEL_8 = 739, 0 to 1_000;
}

pub(super) static LEVELS: [&Setting; 8] =
    [&LEVEL_1, &LEVEL_2, &LEVEL_3, &LEVEL_4, &LEVEL_5, &LEVEL_6, &LEVEL_7, &LEVEL_8];
