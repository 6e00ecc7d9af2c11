//! The score that an engine reports.

use core::fmt;

/// A score that an engine reports, from the view of the side to move.
///
/// [`Display`](fmt::Display) writes it for people; in a line of the protocol [`Info`](crate::Info) writes it.
///
/// ```
/// use protocol::ReportedScore;
/// assert_eq!(ReportedScore::Cp(35).to_string(), "+0.35");
/// assert_eq!(ReportedScore::Mate(-4).to_string(), "loss in 4");
/// assert_eq!(ReportedScore::Win.to_string(), "win, proved");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReportedScore {
    /// Hundredths of the engine's unit; greater is better.
    Cp(i32),
    /// The number of turns of both sides together to the end of the game: positive if the side to move wins,
    /// negative if it loses, and 0 if it has lost already.
    Mate(i32),
    /// A proved win of the side to move without a known distance.
    Win,
    /// A proved loss of the side to move without a known distance.
    Loss,
}

/// Whether a score is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreBound {
    /// The exact score is at least this one.
    Lower,
    /// The exact score is at most this one.
    Upper,
}

impl ReportedScore {
    /// The centipawns in a line of the protocol of a proved win without a distance; `proved` follows them.
    pub(crate) const PROVED_CP: i32 = 30_000;

    /// Whether the side to move is proved to win (or to lose); `None` for an estimate.
    pub fn proved_win(self) -> Option<bool> {
        match self {
            ReportedScore::Cp(_) => None,
            ReportedScore::Mate(turns) => Some(turns > 0),
            ReportedScore::Win => Some(true),
            ReportedScore::Loss => Some(false),
        }
    }

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

impl fmt::Display for ReportedScore {
    /// `+0.35`; `win in 5`, `loss in 4`; `win, proved`, `loss, proved`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ReportedScore::Cp(value) => {
                let sign = if value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", value.unsigned_abs() / 100, value.unsigned_abs() % 100)
            }
            ReportedScore::Mate(turns) if turns > 0 => write!(f, "win in {turns}"),
            ReportedScore::Mate(turns) => write!(f, "loss in {}", turns.unsigned_abs()),
            ReportedScore::Win => f.write_str("win, proved"),
            ReportedScore::Loss => f.write_str("loss, proved"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_for_people() {
        for (score, text) in [
            (ReportedScore::Cp(35), "+0.35"),
            (ReportedScore::Cp(-1205), "-12.05"),
            (ReportedScore::Cp(i32::MIN), "-21474836.48"),
            (ReportedScore::Mate(5), "win in 5"),
            (ReportedScore::Mate(-4), "loss in 4"),
            (ReportedScore::Win, "win, proved"),
            (ReportedScore::Loss, "loss, proved"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn mates_are_converted() {
        let turns = [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
        let own = [-2, -2, -1, -1, 0, 1, 1, 2, 2, 3];
        assert_eq!(turns.map(ReportedScore::uci_mate), own);
        for number in [-7, -1, 0, 1, 2, 9] {
            assert_eq!(ReportedScore::uci_mate(ReportedScore::from_uci_mate(number)), number);
        }
        assert_eq!(ReportedScore::uci_mate(i32::MIN), i32::MIN / 2);
        assert_eq!(ReportedScore::uci_mate(i32::MAX), i32::MAX / 2 + 1);
    }
}
