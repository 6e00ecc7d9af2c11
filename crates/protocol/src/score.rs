//! How good a position is.

/// A score, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of the engine's unit; greater is better.
    Cp(i32),
    /// The end of the game in so many turns of both sides together: positive if the side to move wins,
    /// negative if it loses, and 0 if it has lost already.
    Mate(i32),
}

/// What a score is, if it is not exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The position is at least that good.
    Lower,
    /// The position is at most that good.
    Upper,
}

impl Score {
    /// The number after `score mate` in UCI, which counts the turns of the side to move: winning in 1 and
    /// 2 turns of both sides is 1, in 3 and 4 it is 2; losing in 1 and 2 is -1, in 3 and 4 it is -2.
    pub fn uci_mate(turns: i32) -> i32 {
        let own = turns.unsigned_abs().div_ceil(2);
        // Half of what an i32 can hold is small enough for an i32.
        own as i32 * turns.signum()
    }

    /// Turns of both sides from the number after `score mate` in UCI, as the winner's last turn ends the game:
    /// winning in `n` is `2n - 1`, losing in `n` is `2n`.
    pub fn from_uci_mate(own: i32) -> i32 {
        if own > 0 { own.saturating_mul(2).saturating_sub(1) } else { own.saturating_mul(2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_converted() {
        let turns = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
        let own = [-2, -2, -1, -1, 0, 1, 1, 2, 2, 3];
        assert_eq!(turns.map(Score::uci_mate), own);
        for number in [-7, -1, 0, 1, 2, 9] {
            assert_eq!(Score::uci_mate(Score::from_uci_mate(number)), number);
        }
        assert_eq!(Score::uci_mate(i32::MIN), i32::MIN / 2);
        assert_eq!(Score::uci_mate(i32::MAX), i32::MAX / 2 + 1);
    }
}
