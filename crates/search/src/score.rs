//! Scores.

use std::fmt;
use std::ops::Neg;

use abstract_game::{End, Player, Verdict};

/// The score of a position from one player's view: a proved win or loss, with its distance in turns if that is known, or
/// an estimate in centipawns. Scores are ordered: a nearer win is greater, a nearer loss less; a win without a known distance
/// is less than all others.
///
/// ```
/// use search::Score;
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::win_in(5) > Score::centipawns(900));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::loss_in(4).to_string(), "loss in 4 turns");
/// assert_eq!(Score::WIN.to_string(), "win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// The kinds of [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// A proved win: the maximum number of turns to the end, both players' turns counted, 0 when the game is
    /// over. `None`: a proof has shown the win without a distance.
    Win(Option<u16>),
    /// A proved loss: the maximum number of turns to the end, if it is known.
    Loss(Option<u16>),
    /// An estimate in centipawns.
    Centipawns(i16),
}

impl Score {
    /// A draw, or an even position.
    pub const DRAW: Score = Score(0);
    /// Greater than the score of any position.
    pub const INFINITY: Score = Score(32_001);
    const MATE: i16 = 32_000;
    /// The maximum distance of a proved score, in turns; a greater distance counts as unknown.
    pub const MAX_TURNS: u16 = 1_999;
    /// The maximum estimate, in centipawns; greater ones are clamped.
    pub const MAX_CENTIPAWNS: i16 = Self::WIN.0 - 1;
    /// A proved win without a known distance.
    pub const WIN: Score = Score(Self::MATE - Self::MAX_TURNS as i16 - 1);
    /// A proved loss without a known distance.
    pub const LOSS: Score = Score(-Self::WIN.0);

    /// An estimate, clamped to ±[`MAX_CENTIPAWNS`](Self::MAX_CENTIPAWNS).
    #[inline]
    #[must_use]
    pub fn centipawns(centipawns: i32) -> Score {
        let max = i32::from(Self::MAX_CENTIPAWNS);
        Score(centipawns.clamp(-max, max) as i16)
    }

    /// A proved win in `turns` turns; [`WIN`](Self::WIN) beyond [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub const fn win_in(turns: u16) -> Score {
        if turns > Self::MAX_TURNS { Self::WIN } else { Score(Self::MATE - turns as i16) }
    }

    /// A proved loss in `turns` turns; [`LOSS`](Self::LOSS) beyond [`MAX_TURNS`](Self::MAX_TURNS).
    #[inline]
    #[must_use]
    pub const fn loss_in(turns: u16) -> Score {
        Score(-Self::win_in(turns).0)
    }

    /// The score for `player` of a game that ends with `end` after `turns` turns.
    #[inline]
    #[must_use]
    pub fn from_end(end: End, player: Player, turns: u16) -> Score {
        match end.verdict(player) {
            Verdict::Win => Score::win_in(turns),
            Verdict::Draw => Score::DRAW,
            Verdict::Loss => Score::loss_in(turns),
        }
    }

    /// Whether this is a win, a loss or an estimate.
    #[must_use]
    pub const fn kind(self) -> ScoreKind {
        match self.0 {
            score if score > Self::WIN.0 => ScoreKind::Win(Some((Self::MATE - score) as u16)),
            score if score < Self::LOSS.0 => ScoreKind::Loss(Some((Self::MATE + score) as u16)),
            score if score == Self::WIN.0 => ScoreKind::Win(None),
            score if score == Self::LOSS.0 => ScoreKind::Loss(None),
            score => ScoreKind::Centipawns(score),
        }
    }

    /// The score `turns` turns earlier, from the same player's view: proved distances are longer.
    #[must_use]
    pub fn earlier(self, turns: u16) -> Score {
        self.with_distance(|distance| distance + turns)
    }

    /// The score with another distance, if it has one.
    #[inline]
    fn with_distance(self, change: impl Fn(u16) -> u16) -> Score {
        match self.kind() {
            ScoreKind::Win(Some(distance)) => Score::win_in(change(distance)),
            ScoreKind::Loss(Some(distance)) => Score::loss_in(change(distance)),
            _ => self,
        }
    }

    /// Whether this is a proved win or loss.
    #[inline]
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        self.0 > Self::MAX_CENTIPAWNS || self.0 < -Self::MAX_CENTIPAWNS
    }

    /// Whether this is a proved loss.
    #[inline]
    pub(crate) const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_CENTIPAWNS
    }

    /// The expected result, from 0 (loss) to 1 (win): 400 centipawns are winning odds of ten to one.
    #[must_use]
    pub fn expectation(self) -> f64 {
        match self.kind() {
            ScoreKind::Win(_) => 1.0,
            ScoreKind::Loss(_) => 0.0,
            ScoreKind::Centipawns(cp) => 1.0 / (1.0 + 10_f64.powf(-f64::from(cp) / 400.0)),
        }
    }

    /// The estimate for an expected result from 0 to 1, the inverse of
    /// [`expectation`](Self::expectation).
    #[must_use]
    pub fn from_expectation(expectation: f64) -> Score {
        let p = expectation.clamp(1e-4, 1.0 - 1e-4);
        Score::centipawns((400.0 * (p / (1.0 - p)).log10()).round() as i32)
    }

    /// The score for the transposition table: distances count from the node, `turns` turns from the root.
    #[inline]
    pub(crate) fn to_table(self, turns: u16) -> i16 {
        self.with_distance(|distance| distance.saturating_sub(turns)).0
    }

    /// The inverse of [`to_table`](Self::to_table).
    #[inline]
    pub(crate) fn from_table(stored: i16, turns: u16) -> Score {
        Score(stored).earlier(turns)
    }

    /// The internal number, for window arithmetic.
    #[inline]
    pub(crate) const fn raw(self) -> i32 {
        self.0 as i32
    }

    /// The score plus `by`, clamped to ±[`INFINITY`](Self::INFINITY).
    #[inline]
    pub(crate) fn offset(self, by: i32) -> Score {
        let max = i32::from(Self::INFINITY.0);
        Score((i32::from(self.0) + by).clamp(-max, max) as i16)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Win(None) => f.write_str("win"),
            ScoreKind::Win(Some(1)) => f.write_str("win in 1 turn"),
            ScoreKind::Win(Some(n)) => write!(f, "win in {n} turns"),
            ScoreKind::Loss(None) => f.write_str("loss"),
            ScoreKind::Loss(Some(1)) => f.write_str("loss in 1 turn"),
            ScoreKind::Loss(Some(n)) => write!(f, "loss in {n} turns"),
            ScoreKind::Centipawns(cp) => write!(f, "{:+.2}", f64::from(cp) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use abstract_game::{End, Player, Reason};

    use super::{Score, ScoreKind};

    #[test]
    fn a_stored_score_counts_from_its_node() {
        let from_root = Score::win_in(9);
        let stored = from_root.to_table(4);
        assert_eq!(Score(stored).kind(), ScoreKind::Win(Some(5)));
        assert_eq!(Score::from_table(stored, 2), Score::win_in(7));
        let lost = Score::loss_in(9);
        assert_eq!(Score::from_table(lost.to_table(4), 4), lost);
    }

    #[test]
    fn expectation_and_its_inverse() {
        for cp in [-900, -35, 0, 1, 400, 1500] {
            let score = Score::centipawns(cp);
            assert_eq!(Score::from_expectation(score.expectation()), score);
        }
        assert!((Score::centipawns(400).expectation() - 10.0 / 11.0).abs() < 1e-9);
    }

    #[test]
    fn estimates_never_reach_proved_scores() {
        assert!(!Score::centipawns(i32::MAX).is_decisive());
        assert!(!Score::centipawns(i32::MIN).is_decisive());
        assert!(Score::win_in(u16::MAX).is_decisive());
    }

    /// From the greatest to the least.
    #[test]
    fn kinds_texts_and_order() {
        use ScoreKind::{Centipawns, Loss, Win};
        let max = Score::MAX_CENTIPAWNS;
        let table = [
            (Score::win_in(0), Win(Some(0)), "win in 0 turns"),
            (Score::win_in(1), Win(Some(1)), "win in 1 turn"),
            (Score::win_in(1_999), Win(Some(1_999)), "win in 1999 turns"),
            (Score::win_in(2_000), Win(None), "win"),
            (Score::centipawns(40_000), Centipawns(max), "+299.99"),
            (Score::centipawns(5), Centipawns(5), "+0.05"),
            (Score::DRAW, Centipawns(0), "+0.00"),
            (Score::centipawns(-123), Centipawns(-123), "-1.23"),
            (Score::centipawns(-40_000), Centipawns(-max), "-299.99"),
            (Score::loss_in(9_999), Loss(None), "loss"),
            (Score::loss_in(1_999), Loss(Some(1_999)), "loss in 1999 turns"),
            (Score::loss_in(1), Loss(Some(1)), "loss in 1 turn"),
            (Score::loss_in(0), Loss(Some(0)), "loss in 0 turns"),
        ];
        for pair in table.windows(2) {
            assert!(pair[0].0 > pair[1].0, "{pair:?}");
        }
        for (score, kind, text) in table {
            assert_eq!((score.kind(), score.to_string().as_str()), (kind, text));
            assert_eq!(score.is_decisive(), !matches!(kind, Centipawns(_)), "{score}");
            assert_eq!(score.is_loss(), matches!(kind, Loss(_)), "{score}");
            assert!(-Score::INFINITY < score && score < Score::INFINITY);
            assert_eq!(-(-score), score);
        }
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
    }

    #[test]
    fn the_score_of_an_end_belongs_to_a_player() {
        let end = End::win(Player::P1, Reason::REPETITION);
        assert_eq!(Score::from_end(end, Player::P1, 4), Score::win_in(4));
        assert_eq!(Score::from_end(end, Player::P2, 4), Score::loss_in(4));
        assert_eq!(Score::from_end(End::draw(Reason::REPETITION), Player::P2, 4), Score::DRAW);
    }

    #[test]
    fn a_stored_distance_is_clamped_and_an_estimate_does_not_change() {
        for (score, turns, stored) in [
            (Score::win_in(9), 4, 31_995),
            (Score::win_in(9), 9, 32_000),
            (Score::win_in(9), 10, 32_000),
            (Score::loss_in(9), 4, -31_995),
            (Score::loss_in(9), 9, -32_000),
            (Score::loss_in(9), 10, -32_000),
            (Score::centipawns(29_999), 10, 29_999),
            (Score::centipawns(-29_999), 10, -29_999),
        ] {
            assert_eq!(score.to_table(turns), stored, "{score} {turns}");
        }
        assert_eq!(Score::from_table(-70, 3), Score::centipawns(-70));
        for score in [Score::WIN, Score::LOSS] {
            assert_eq!(Score::from_table(score.to_table(4), 7), score);
        }
    }

    #[test]
    fn windows_are_offset_within_the_range() {
        assert_eq!(Score::centipawns(7).offset(-40), Score::centipawns(-33));
        assert_eq!(Score::centipawns(7).raw(), 7);
        assert_eq!(Score::win_in(3).offset(1_000), Score::INFINITY);
        assert_eq!(Score::loss_in(3).offset(-1_000), -Score::INFINITY);
    }

    #[test]
    fn expectations() {
        for (score, expected) in [(Score::win_in(9), 1.0), (Score::loss_in(9), 0.0), (Score::DRAW, 0.5)] {
            assert!((score.expectation() - expected).abs() < 1e-12);
        }
        assert!((Score::centipawns(-400).expectation() - 1.0 / 11.0).abs() < 1e-9);
        assert_eq!(Score::from_expectation(1.0), Score::centipawns(1_600));
        assert_eq!(Score::from_expectation(0.0), Score::centipawns(-1_600));
    }
}
